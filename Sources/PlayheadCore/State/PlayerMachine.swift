/// The state of the reducer: everything on which the effect of an input depends.
///
/// It is a value without a clock, a pipeline or a lock. ``snapshot`` projects what callers read; session
/// traces have a form of their own (`TraceState`).
package struct PlayerMachine: Sendable, Equatable {
    // The values that callers read unchanged; ``PlayerSnapshot`` documents them.
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
    package var audioEffects = AudioEffects()
    package var audioDelay: Duration = .zero
    /// The time in which the volume has changed last.
    package var volumeFade: Duration = .zero
    package var volume: Double = 1
    package var speed: Double = 1
    package var effectiveSpeed: Double = 1
    package var aspectMode: AspectMode = .fit
    package var audioDevice: AudioOutputDevice.ID?
    package var activeAudioDevice: AudioOutputDevice.ID?
    package var lostAudioDevice: AudioOutputDevice.ID?
    package var audioFormat: AudioOutputFormat?
    package var isLive = false
    package var isSeekable = false
    package var hasVideo = false
    package var hasAudio = false

    // Requests of callers and reports of the pipeline: kept separate (contract 1.2).
    package var trackWishes = TrackSelectionParameters()
    /// The bytes fetched for the load.
    package var traffic = TransferTotals()
    /// The window of a live or formerly live stream.
    package var window: StreamWindow?
    /// Whether the pipeline has reported its tracks and the presented ones.
    package var knowsTracks = false
    /// The kinds whose tracks switch with a seek only.
    package var tracksNeedSeek: [Track.Kind] = []
    package var transcribed: [Track.ID] = []
    package var wantsToPlay = false
    // Whether the pipeline has prerolled; and whether it has done so at the start position.
    package var isOpened = false
    package var isPrerolled = false
    package var isBufferLow = false
    package var isStarved = false
    package var buffer = BufferPhase()
    package var catchUp = CatchUp()
    package var isRunning = false
    // Whether keyframe previews are possible, and the next seek can cancel a seek.
    package var isScrubbable = false
    package var seeks = SeekPhase()
    package var steps = StepPhase()
    package var timeline = Timeline()
    package var passage = Passage()
    /// The number of position changes outside playback.
    package var jumps = 0
    package var reportedPosition: Duration = .zero
    /// The number of queue edits, to avoid comparisons of queues.
    package var queueEdition = 0
    package var queueReason: QueueChange.Reason = .load
    package var itemReason: ItemChangeReason = .load
    package var dueItem: DueItem?
    /// The number of consecutive unplayable items, and of retries of the current one.
    package var failures = 0
    package var retries = 0
    /// The preloaded items, each a machine without a request to play.
    package var prepared: [PlayerMachine] = []
    package var preparationLimit = 0
    /// The memory limit of prepared items in bytes, for further preloads.
    package var preloadBudget = Int.max
    /// Whether an end with gaps is natural.
    package var allowsGaps = false
    package var isToldFailed = false
    /// The unreported warnings of a prepared item.
    package var untoldWarnings: [PlayerWarning] = []
    package var isPrepared = false
    /// The time on the pipeline's clock at which all media will have been presented.
    package var endsAt: Duration?
    /// The latest warnings; at least those of the last step with warnings.
    package var lastWarnings: [PlayerWarning] = []
    package var warningCount = 0
    package var stamp = LoadID()
    /// The highest number of any load.
    package var lastStamp = LoadID()
    package var hasPipeline = false
    package var isWatched = false
    package var watchedTimes = TimeSubscriptions()
    /// The chapter boundaries.
    package var chapterTimes = TimeSubscriptions()
    /// Whether the start chapter of the item is not known yet.
    package var awaitsChapter = false
    package var refusesSpeed = false
    /// Whether playback has normal speed because it has reached the live edge.
    package var isAtLiveEdge = false
    /// Whether a finite medium is longer than its declared duration.
    package var outlastsLength = false
    /// The callers that wait for a refresh.
    package var refreshes: [Int] = []

    package init() {}

    package var subtitleCue: SubtitleCue? { SubtitleCue(joining: subtitleCues) }
    package var hasTranscript: Bool { tracks.applied.subtitles.map(transcribed.contains) ?? false }
    package var trackPreferences: TrackPreferences { trackWishes.preferences }

    package var lastWarning: PlayerWarning? { lastWarnings.last }

    package var audioDevices: AudioDeviceStatus {
        AudioDeviceStatus(
            requested: audioDevice, active: activeAudioDevice, lost: lostAudioDevice, format: audioFormat)
    }

    package var state: PlaybackState {
        guard item != nil else { return .idle }
        return wantsToPlay ? .playing(buffering: isBuffering) : .paused(buffering: isBuffering)
    }

    /// Whether a reply of the media is awaited: before the preroll, starved, or with a seek or a step in
    /// flight.
    private var isBuffering: Bool {
        guard hasPipeline else { return false }
        return !isPrerolled || isBufferLow || isStarved || seeks.isBusy || seeks.overdue != nil
            || steps.isBusy
    }

    /// The snapshot for callers after a complete change. The position is that of the last report.
    package var snapshot: PlayerSnapshot { PlayerSnapshot(self) }

    /// The snapshot for callers at an instant.
    package func snapshot(at moment: Moment) -> PlayerSnapshot {
        snapshot.resolved(along: timeline, at: moment)
    }

    /// A position inside the medium, and before the end position of the item.
    package func clamped(_ position: Duration) -> Duration { position.clamped(to: duration, of: item) }
}

/// The seeks in progress: one in flight and one waiting (contract 4.2).
package struct SeekPhase: Sendable, Equatable {
    package var inFlight: SeekRequest?
    package var waiting: SeekRequest?
    /// The position before the seeks; it is restored if they are refused.
    package var origin: Duration = .zero
    /// The number of sent seeks; it identifies results and deadlines.
    package var serial = 0
    /// The last sent seek, if its deadline has passed and the pipeline has not completed it.
    package var overdue: SeekRequest?
    /// Whether seeks come faster than they complete, until the last one has completed.
    package var isScrubbing = false
    /// The preview of the seek in flight; nil without one.
    package var preview: Preview?
    /// The target of the last sent seek.
    package var lastTarget: Duration?
    /// The time of the last seek request, and its distance from the previous one.
    package var askedAt: Duration?
    package var interval: Duration = .zero

    package enum Preview: Sendable, Equatable {
        case inFlight
        /// The preview is shown; another target is awaited for this duration.
        case shown(pause: Duration)
    }

    package var isBusy: Bool { inFlight != nil || waiting != nil }
    package var all: [SeekRequest] { [inFlight, waiting].compactMap { $0 } }
}
