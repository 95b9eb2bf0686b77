/// The state of the reducer: everything on which the effect of an input depends.
///
/// It is a value without a clock, a pipeline or a lock. ``snapshot`` projects what callers read; session traces have a form
/// of their own (`TraceState`).
package struct PlayerMachine: Sendable, Equatable {
    // What callers read as it is; ``PlayerSnapshot`` documents these values.
    package var item: MediaItem?
    package var itemNumber = 0
    package var queue = PlaybackQueue()
    package var status: ItemStatus = .idle
    package var duration: Duration?
    package var bufferedPosition: Duration?
    package var error: PlayerError?
    package var endReason: EndReason?
    package var gaps: [MediaGap] = []
    package var gapCount = 0
    package var subtitleCues: [SubtitleCue] = []
    package var tracks = TrackList()
    package var metadata = MediaMetadata()
    package var currentChapter: Chapter?
    package var videoSize: VideoSize?
    package var variant: StreamVariant?
    package var bandwidth: Double?
    package var subtitleDelay: Duration = .zero
    package var isMuted = false
    package var volume: Double = 1
    package var speed: Double = 1
    package var effectiveSpeed: Double = 1
    package var aspectMode: AspectMode = .fit
    package var isLive = false
    package var isSeekable = false
    package var hasVideo = false
    package var hasAudio = false

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
    package var prepared: [PlayerMachine] = []
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

    package var subtitleCue: SubtitleCue? { SubtitleCue(joining: subtitleCues) }
    package var hasTranscript: Bool { tracks.applied.subtitles.map(transcribed.contains) ?? false }
    package var trackPreferences: TrackPreferences { trackWishes.preferences }

    package var lastWarning: PlayerWarning? { lastWarnings.last }

    package var state: PlaybackState {
        guard item != nil else { return .idle }
        return wantsToPlay ? .playing(buffering: isBuffering) : .paused(buffering: isBuffering)
    }

    /// Whether a reply of the media is awaited: not prerolled, starved, or a seek or a step in flight.
    private var isBuffering: Bool {
        guard hasPipeline else { return false }
        return !isPrerolled || isBufferLow || isStarved || seeks.isBusy || seeks.overdue != nil
            || steps.isBusy
    }

    /// What callers read, once a change is complete. The position is that of the last report.
    package var snapshot: PlayerSnapshot { PlayerSnapshot(self) }

    /// What callers read at a moment.
    package func snapshot(at moment: Moment) -> PlayerSnapshot {
        snapshot.resolved(along: timeline, at: moment)
    }

    /// A position inside the medium, and before the end that the item sets.
    package func clamped(_ position: Duration) -> Duration { position.clamped(to: duration, of: item) }
}

/// The seeks under way: one in flight and one waiting (contract 4.2).
package struct SeekPhase: Sendable, Equatable {
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

    package enum Preview: Sendable, Equatable {
        case inFlight
        /// It is shown; another target is waited for, for so long.
        case shown(pause: Duration)
    }

    package var isBusy: Bool { inFlight != nil || waiting != nil }
    package var all: [SeekRequest] { [inFlight, waiting].compactMap { $0 } }
}
