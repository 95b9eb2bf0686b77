/// The state of a player at one instant (contract 3.1).
///
/// A snapshot is a value: it can be kept, compared and sent to any thread. Its encoded form is that of session traces
/// (``Player/captureTrace(to:)``) and differs between versions.
public struct PlayerSnapshot: Sendable, Equatable, Codable {
    /// The current item, or nil when there is none.
    public package(set) var item: MediaItem?
    /// The number of ``PlayerEvent/itemChanged(_:)`` events so far.
    public package(set) var itemNumber = 0
    /// The queue of the current item.
    public package(set) var queue = PlaybackQueue()
    /// The life cycle of the current item.
    public package(set) var status: ItemStatus = .idle
    /// The duration of the medium; nil until it is known, for live content, and after playback beyond the declared duration.
    public package(set) var duration: Duration?
    /// The position on the media timeline. It never exceeds the duration. During a seek it is the target.
    public package(set) var position: Duration = .zero
    /// The end of the buffered media; nil if it is not known.
    public package(set) var bufferedPosition: Duration?
    /// The duration of the presented media since the load; repeated media count once.
    public package(set) var played: Duration = .zero
    /// The error that ended the current item; nil while there is none. A later load clears it.
    public package(set) var error: PlayerError?
    /// Why playback of the current item ended; nil while it has not.
    public package(set) var endReason: EndReason?
    /// The gaps of the current item: media that was due and did not reach the outputs, in the order of detection.
    ///
    /// The list has up to 1,000 gaps that make an end truncated, and up to 1,000 others. Media skipped by a seek is no gap. A new load clears
    /// the list.
    public package(set) var gaps: [MediaGap] = []
    /// The number of gaps, including those beyond the limits of ``gaps``.
    public package(set) var gapCount = 0
    /// The subtitle cues at this position, ordered by start.
    public package(set) var subtitleCues: [SubtitleCue] = []
    /// The tracks of the current item; empty until they are known.
    public package(set) var tracks = TrackList()
    /// The metadata of the current item; empty until it is known.
    public package(set) var metadata = MediaMetadata()
    /// The chapter at this position; nil outside chapters.
    public package(set) var currentChapter: Chapter?
    /// The display size of the video; nil until it is known, and without video.
    public package(set) var videoSize: VideoSize?
    /// The variant being fetched; nil without variants.
    public package(set) var variant: StreamVariant?
    /// The measured network bandwidth of the current item, in bits per second; nil for files and before the first measurement.
    ///
    /// It is the mean over about five seconds of transfer. Waits for responses and pauses do not count. It changes by at least a tenth, after a
    /// second of transfer or at the end of a segment.
    public package(set) var bandwidth: Double?
    /// The delay of subtitles; negative is earlier. It is kept across items.
    public package(set) var subtitleDelay: Duration = .zero
    /// Whether audio is muted. It is kept across items.
    public package(set) var isMuted = false
    /// The volume as an amplitude factor, 0 to 1. It is kept across items.
    public package(set) var volume: Double = 1
    /// The requested speed: 1 is normal, negative is backwards. It is kept across items.
    public package(set) var speed: Double = 1
    /// The actual speed. It differs from ``speed`` until a change takes effect, and if the source refuses the change.
    public package(set) var effectiveSpeed: Double = 1
    /// The scaling of video in the window. It is kept across items.
    public package(set) var aspectMode: AspectMode = .fit
    /// Whether the current item is live; false until it is known.
    public package(set) var isLive = false
    /// Whether the current item is seekable; false until it is known.
    public package(set) var isSeekable = false
    /// Whether the current item has video; false until it is known.
    public package(set) var hasVideo = false
    /// Whether the current item has audio; false until it is known.
    public package(set) var hasAudio = false

    // What callers asked for, and what was reported: kept apart (contract 1.2).
    package var trackWishes = TrackSelectionParameters()
    /// What was fetched for the load.
    package var traffic = TransferTotals()
    /// What a stream that goes on, or did, has of itself.
    package var window: StreamWindow?
    /// The pipeline has said what there is, and what it presents of that.
    package var knowsTracks = false
    /// The kinds of which another track comes with a seek only.
    package var tracksNeedSeek: [Track.Kind] = []
    package var transcribed: [Track.ID] = []
    package var wantsToPlay = false
    // The pipeline has prerolled; and it has done so where playback is to begin.
    package var isOpened = false
    package var isPrerolled = false
    package var isBufferLow = false
    package var isStarved = false
    package var buffer = BufferPhase()
    package var catchUp = CatchUp()
    package var isRunning = false
    // Keyframes can be shown on the way to a target, and a seek be cut off by the next.
    package var isScrubbable = false
    package var seeks = SeekPhase()
    package var steps = StepPhase()
    package var timeline = Timeline()
    package var passage = Passage()
    /// Counts the moves of the position that playback did not make.
    package var jumps = 0
    package var reportedPosition: Duration = .zero
    /// Counts the edits of the queue, so that lists need not be compared.
    package var queueEdition = 0
    package var queueReason: QueueChange.Reason = .load
    package var itemReason: ItemChangeReason = .load
    package var dueItem: DueItem?
    /// How many items in a row could not be played, and how often the current one has been opened afresh.
    package var failures = 0
    package var retries = 0
    /// What is opened ahead, each as a player of its own that is not to play.
    package var prepared: [PlayerSnapshot] = []
    package var preparationLimit = 0
    /// How many bytes what is prepared may take before more is.
    package var preloadBudget = Int.max
    /// Whether an end is natural though there are gaps.
    package var allowsGaps = false
    package var isToldFailed = false
    /// What a prepared item warned of.
    package var untoldWarnings: [PlayerWarning] = []
    package var isPrepared = false
    /// When everything will have been presented, on the clock of the pipeline.
    package var endsAt: Duration?
    /// At least those of the last step that warned.
    package var lastWarnings: [PlayerWarning] = []
    package var warningCount = 0
    package var stamp = LoadID()
    /// The highest stamp that any load has.
    package var lastStamp = LoadID()
    package var hasPipeline = false
    package var isWatched = false
    package var watchedTimes = TimeSubscriptions()
    /// Where chapters begin and end.
    package var chapterTimes = TimeSubscriptions()
    /// Whether the item begins at a chapter that is not known yet.
    package var awaitsChapter = false
    package var refusesSpeed = false
    /// Whether it is played at normal speed because nothing more had come yet.
    package var isAtLiveEdge = false
    /// Whether it has an end, but lasts longer than it said.
    package var outlastsLength = false
    /// Callers who wait for the pipeline to be asked.
    package var refreshes: [Int] = []

    package init() {}

    /// The subtitle that is shown at this position; nil when there is none. Of several at once it is one whose texts are joined
    /// in order, from where the last of them begins to where the first of them ends.
    public var subtitleCue: SubtitleCue? { SubtitleCue(joining: subtitleCues) }
    /// Whether all subtitles of the track that is applied are known (``Player/transcript``).
    public var hasTranscript: Bool { tracks.applied.subtitles.map(transcribed.contains) ?? false }
    /// The text of ``subtitleCue``.
    public var subtitle: String? { subtitleCue?.text }
    /// Which tracks are chosen by themselves. Holds over items.
    public var trackPreferences: TrackPreferences { trackWishes.preferences }

    package var lastWarning: PlayerWarning? { lastWarnings.last }

    /// The state: a pure function of what was asked and what was reported (contract 1.3).
    public var state: PlaybackState {
        guard item != nil else { return .idle }
        return wantsToPlay ? .playing(buffering: isBuffering) : .paused(buffering: isBuffering)
    }

    /// Whether a reply of the media is awaited: not prerolled, starved, or a seek or a step in flight.
    private var isBuffering: Bool {
        guard hasPipeline else { return false }
        return !isPrerolled || isBufferLow || isStarved || seeks.isBusy || seeks.overdue != nil
            || steps.isBusy
    }

    /// This snapshot with its position resolved for a moment.
    package func resolved(at moment: Moment) -> PlayerSnapshot {
        var copy = self
        copy.position = clamped(timeline.position(at: moment))
        // What is being presented has arrived, though that was not reported yet.
        copy.bufferedPosition = bufferedPosition.map { max($0, copy.position) }
        return copy
    }

    /// Whether another snapshot tells the same rare facts: all but what changes because time passes (contract 3.7).
    package func hasSameFacts(as other: PlayerSnapshot) -> Bool {
        var (mine, others) = (self, other)
        mine.forgetFastFacts()
        others.forgetFastFacts()
        return mine == others
    }

    private mutating func forgetFastFacts() {
        position = .zero
        bufferedPosition = nil
        played = .zero
        timeline = Timeline()
        passage = Passage()
        jumps = 0
        reportedPosition = .zero
        window = nil
        traffic = TransferTotals()
        catchUp.edge = nil
    }

    /// A position inside the medium, and before the end that the item sets.
    package func clamped(_ position: Duration) -> Duration {
        let inMedium = min(position, duration ?? .farthest)
        return max(min(inMedium, item?.endPosition ?? inMedium), .zero)
    }
}

/// The seeks under way: one in flight and one waiting (contract 4.2).
package struct SeekPhase: Sendable, Equatable, Codable {
    package var inFlight: SeekRequest?
    package var waiting: SeekRequest?
    /// Where playback stood before them, and stands again when they are refused.
    package var origin: Duration = .zero
    /// Counts the seeks that were sent, so that an answer and a deadline know their own.
    package var serial = 0
    /// The seek that was sent last, when its deadline has passed and the pipeline is still at it.
    package var overdue: SeekRequest?
    /// Whether seeks come faster than they are carried out, until the last one is.
    package var isScrubbing = false
    /// How far the preview of the seek in flight is; nil when it has none.
    package var preview: Preview?
    /// Where the seek that was sent last was to lead.
    package var lastTarget: Duration?
    /// When the last seek was asked for, and how long after the one before.
    package var askedAt: Duration?
    package var interval: Duration = .zero

    package enum Preview: Sendable, Equatable, Codable {
        case inFlight
        /// It is shown; another target is waited for, for so long.
        case shown(pause: Duration)
    }

    package var isBusy: Bool { inFlight != nil || waiting != nil }
    package var all: [SeekRequest] { [inFlight, waiting].compactMap { $0 } }
}
