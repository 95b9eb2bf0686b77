/// The state of a player at one instant (contract 3.1).
///
/// A snapshot is a value: it can be kept, compared and sent to any thread.
public struct PlayerSnapshot: Sendable, Equatable {
    /// The current item, or nil.
    public let item: MediaItem?
    /// The number of ``PlayerEvent/itemChanged(_:)`` events so far.
    public let itemNumber: Int
    /// The queue of the current item.
    public let queue: PlaybackQueue
    /// The preloaded items with their progress.
    public let preloadedItems: [PreloadedItem]
    /// The life cycle of the current item.
    public let status: ItemStatus
    /// The state: a pure function of requests and reports (contract 1.3).
    public let state: PlaybackState
    /// The cause and level of buffering if the state is a buffering one; nil otherwise.
    public let buffering: BufferingState?
    /// The duration of the medium; nil until it is known, for live content, and after playback beyond the
    /// declared duration.
    public let duration: Duration?
    /// The error that ended the current item; nil without one. A later load clears it.
    public let error: PlayerError?
    /// The reason for the end of the current item; nil before its end.
    public let endReason: EndReason?
    /// The gaps of the current item: media that was due and did not reach the outputs, in the order of
    /// detection.
    ///
    /// The list has up to 1,000 gaps that make an end truncated, and up to 1,000 others. Media skipped by a
    /// seek is no gap. A new load clears the list.
    public let gaps: [MediaGap]
    /// The number of gaps, including those beyond the limits of ``gaps``.
    public let gapCount: Int
    /// The subtitle cues at this position, ordered by start.
    public let subtitleCues: [SubtitleCue]
    /// The tracks of the current item; empty until they are known.
    public let tracks: TrackList
    /// The preferences of the automatic track selection. They are kept across items.
    public let trackPreferences: TrackPreferences
    /// Whether all subtitles of the applied track are known (``Player/transcript``).
    public let hasTranscript: Bool
    /// The metadata of the current item; empty until it is known.
    public let metadata: MediaMetadata
    /// The chapter at this position; nil outside chapters.
    public let currentChapter: Chapter?
    /// The display size of the video; nil until it is known, and without video.
    public let videoSize: VideoSize?
    /// The variant being fetched; nil without variants.
    public let variant: StreamVariant?
    /// The measured network bandwidth of the current item, in bits per second; nil for files and before the
    /// first measurement.
    ///
    /// It is the mean over about five seconds of transfer. Waits for responses and pauses do not count. It
    /// changes by at least a tenth, after a second of transfer or at the end of a segment.
    public let bandwidth: Double?
    /// The delay of subtitles; negative is earlier. It is kept across items.
    public let subtitleDelay: Duration
    /// Whether audio is muted. It is kept across items.
    public let isMuted: Bool
    /// The volume, 0 to 2, where 1 is the level of the medium. It is kept across items.
    public let volume: Double
    /// The effects on the sound. They are kept across items.
    public let audioEffects: AudioEffects
    /// The time by which sound is later than its picture; negative is earlier. It is kept across items.
    public let audioDelay: Duration
    /// The requested speed: 1 is normal, negative is backwards. It is kept across items.
    public let speed: Double
    /// The actual speed. It differs from ``speed`` until a change takes effect, and if the source refuses the
    /// change.
    public let effectiveSpeed: Double
    /// The scaling of video in the window. It is kept across items.
    public let aspectMode: AspectMode
    /// The audio device that was asked for; nil: the default one of the system. It is kept across items.
    public let audioDevice: AudioOutputDevice.ID?
    /// The audio device that is heard, or was last; nil before the first audio, and while the device is lost.
    public let activeAudioDevice: AudioOutputDevice.ID?
    /// The audio device that is lost; nil without one (``AudioDeviceLossPolicy``).
    public let lostAudioDevice: AudioOutputDevice.ID?
    /// What the audio device is given (``AudioDeviceStatus/format``).
    public let audioFormat: AudioOutputFormat?
    /// Whether the current item is live; false until it is known.
    public let isLive: Bool
    /// The stream type: on demand, live, or live with a DVR window.
    public let streamType: StreamType
    /// Whether the current item is seekable; false until it is known.
    public let isSeekable: Bool
    /// Whether the current item has video; false until it is known.
    public let hasVideo: Bool
    /// Whether the current item has audio; false until it is known.
    public let hasAudio: Bool

    /// Whether the first frame at the start position is available.
    package let isPrerolled: Bool
    /// Whether a step is possible, or not known to be impossible, at some position.
    package let mayStepForward: Bool
    package let mayStepBackward: Bool
    /// The number of ``PlayerEvent/warning(_:)`` events so far, and the last warning.
    package let warningCount: Int
    package let lastWarning: PlayerWarning?
    /// The values that change with time.
    package internal(set) var progress: Progress

    /// The values of a snapshot that change with time (contract 3.7).
    package struct Progress: Sendable, Equatable {
        package var position: Duration = .zero
        package var bufferedPosition: Duration?
        package var played: Duration = .zero
        package var seekableRange: Range<Duration>?
        /// The window of a live stream; nil until the item is open.
        package var window: StreamWindow?
        /// The motion that sequences of times follow.
        package var motion = Motion()
    }

    /// The cause of the current position.
    package struct Motion: Sendable, Equatable {
        package var isAdvancing = false
        /// The number of position changes outside playback.
        package var jumps = 0
        /// The last interval that playback covered, and the number of intervals.
        package var lastStretch = Stretch(from: .zero, through: .zero)
        package var stretchCount = 0
    }

    /// The public projection of a machine. The position is that of the last report.
    package init(_ machine: PlayerMachine) {
        item = machine.item
        itemNumber = machine.itemNumber
        queue = machine.queue
        status = machine.status
        duration = machine.duration
        error = machine.error
        endReason = machine.endReason
        gaps = machine.gaps
        gapCount = machine.gapCount
        subtitleCues = machine.subtitleCues
        tracks = machine.tracks
        metadata = machine.metadata
        currentChapter = machine.currentChapter
        videoSize = machine.videoSize
        variant = machine.variant
        bandwidth = machine.bandwidth
        subtitleDelay = machine.subtitleDelay
        isMuted = machine.isMuted
        volume = machine.volume
        audioEffects = machine.audioEffects
        audioDelay = machine.audioDelay
        speed = machine.speed
        effectiveSpeed = machine.effectiveSpeed
        aspectMode = machine.aspectMode
        audioDevice = machine.audioDevice
        activeAudioDevice = machine.activeAudioDevice
        lostAudioDevice = machine.lostAudioDevice
        audioFormat = machine.audioFormat
        isLive = machine.isLive
        isSeekable = machine.isSeekable
        hasVideo = machine.hasVideo
        hasAudio = machine.hasAudio
        state = machine.state
        buffering = machine.buffering
        trackPreferences = machine.trackPreferences
        hasTranscript = machine.hasTranscript
        preloadedItems = machine.preloadedItems
        streamType = machine.streamType
        isPrerolled = machine.isPrerolled
        mayStepForward = machine.mayStep(by: 1)
        mayStepBackward = machine.mayStep(by: -1)
        warningCount = machine.warningCount
        lastWarning = machine.lastWarning
        progress = Progress(
            position: machine.clamped(machine.timeline.anchor), bufferedPosition: machine.bufferedPosition,
            seekableRange: machine.seekableRange, window: machine.isOpened ? machine.window : nil,
            motion: Motion(
                isAdvancing: machine.timeline.isAdvancing, jumps: machine.jumps,
                lastStretch: machine.passage.last, stretchCount: machine.passage.number))
    }

    /// The snapshot of a new player.
    package init() { self.init(PlayerMachine()) }
}

extension PlayerSnapshot {
    /// The position on the media timeline. It never exceeds the duration. During a seek it is the target.
    public var position: Duration { progress.position }
    /// The end of the buffered media; nil if it is not known.
    public var bufferedPosition: Duration? { progress.bufferedPosition }
    /// The duration of the presented media since the load; repeated media count once.
    public var played: Duration { progress.played }

    /// The range of valid seek targets; nil if unknown or empty. In a live stream it moves, and its end
    /// leaves enough media to play until more arrives.
    public var seekableRange: Range<Duration>? { progress.seekableRange }

    /// The distance from the position to the live edge, as last reported; nil for content that is not live.
    /// It grows by the duration of a segment whenever one is added.
    public var liveOffset: Duration? {
        guard isLive, let window = progress.window else { return nil }
        return max(window.end - position, .zero)
    }

    /// The date of the media at the position in seconds since 1970, if the stream declares it.
    public var date: Double? {
        guard let window = progress.window, let date = window.date else { return nil }
        return date + (position - window.start).inSeconds
    }

    /// The locally available ranges, in order: all of a file, or the range around the position of a network
    /// stream, because a seek discards the buffer. Empty if unknown.
    public var bufferedRanges: [Range<Duration>] {
        guard let bufferedPosition, item != nil else { return [] }
        if let duration, bufferedPosition >= duration, item?.uri.hasPrefix("file:") == true {
            return [.zero..<duration]
        }
        return bufferedPosition > position ? [position..<bufferedPosition] : []
    }

    /// The visible subtitle; nil without one. Simultaneous cues are joined: their texts in order, from the
    /// latest start to the earliest end.
    public var subtitleCue: SubtitleCue? { SubtitleCue(joining: subtitleCues) }
    /// The text of ``subtitleCue``.
    public var subtitle: String? { subtitleCue?.text }
}

extension PlayerSnapshot {
    /// This snapshot at another instant: with the position on a timeline.
    package func resolved(along timeline: Timeline, at moment: Moment) -> PlayerSnapshot {
        var copy = self
        copy.progress.position = clamped(timeline.position(at: moment))
        // Presented media has arrived, although that is not reported yet.
        copy.progress.bufferedPosition = bufferedPosition.map { max($0, copy.position) }
        return copy
    }

    /// Whether another snapshot differs at most in values that change with time (contract 3.7).
    package func hasSameFacts(as other: PlayerSnapshot) -> Bool {
        self.with(Progress()) == other.with(Progress())
    }

    private func with(_ progress: Progress) -> PlayerSnapshot {
        var copy = self
        copy.progress = progress
        return copy
    }

    /// Whether there is content and playback is requested.
    package var wantsToPlay: Bool { if case .playing = state { true } else { false } }

    /// A position inside the medium, and before the end position of the item.
    package func clamped(_ position: Duration) -> Duration { position.clamped(to: duration, of: item) }

    /// Whether a step in this direction would show another frame, as far as that is known.
    package func canStep(forward: Bool) -> Bool {
        guard forward else { return mayStepBackward && position > .zero }
        return mayStepForward && status != .ended && duration.map { position < $0 } ?? true
    }
}

extension Duration {
    /// A position inside a medium, and before the end position of the item.
    func clamped(to duration: Duration?, of item: MediaItem?) -> Duration {
        let inMedium = min(self, duration ?? .farthest)
        return max(min(inMedium, item?.endPosition ?? inMedium), .zero)
    }
}
