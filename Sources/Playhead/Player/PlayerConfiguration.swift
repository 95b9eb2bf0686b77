/// What a player is made with. Nothing of it can change later.
public struct PlayerConfiguration: Sendable {
    /// Where pictures go.
    public enum VideoOutput: String, Sendable, Hashable, CaseIterable {
        /// A window where there is a display; otherwise a synchronising fake, said in a warning.
        case auto
        /// A synchronising fake: frames are decoded and timed, and shown nowhere.
        case none
        /// A window; without a display the load fails.
        case window
    }

    /// Where sound goes.
    public enum AudioOutput: String, Sendable, Hashable, CaseIterable {
        /// A sound server or device where there is one; otherwise a synchronising fake, said in a warning.
        case auto
        /// A synchronising fake: samples are decoded and timed, and heard nowhere.
        case none
    }

    /// Where pictures go.
    public var video: VideoOutput = .auto
    /// Where sound goes.
    public var audio: AudioOutput = .auto
    /// The clock that playback and deadlines run on. On a virtual one sound is decoded and timed, and heard nowhere.
    public var clock: PlaybackClock = .system
    /// Who sees and hears what is presented; kept as long as the player.
    public var presentationTap: (any PresentationTap)?
    /// How many of the items that come next are opened ahead of their turn, 0 to 3, so that they begin at once.
    public var preloadedItems = 1
    /// How many bytes the items that are opened ahead may take before another one is: what was fetched of them, what their decoders need by the
    /// size of their pictures, and 5 MB each. 0 opens none ahead.
    public var preloadBudget = 100_000_000
    /// How long a load may take to show its first frame before it fails with ``PlayerError/Code/timedOut``. The time that GStreamer takes to
    /// start, once in a process, does not count, up to a minute.
    public var loadTimeout: Duration = .seconds(20)
    /// How long a seek or a step may take before it is given up with ``SeekResult/timedOut``.
    public var seekTimeout: Duration = .seconds(10)
    /// How long playback may stand still, asked to play and without content to show, before it fails
    /// with ``PlayerError/Code/timedOut``.
    public var stallTimeout: Duration = .seconds(30)
    /// How much of what comes from a network is held ahead.
    public var buffer = BufferOptions()
    /// How items are fetched that do not say it themselves.
    public var network = NetworkOptions()
    /// What may be fetched from a network.
    public var networkPolicy = NetworkPolicy()
    /// What is done where a network fails.
    public var networkRecovery = NetworkRecovery()
    /// Asked for another address when a server does not let in any more who asks for one (401, 403, 410): a token has expired, say. Called
    /// on any thread, once for each request; nil as an answer: there is none.
    public var refreshExpiredURI: (@Sendable (String) async -> String?)?
    /// Which variants of adaptive streams may be played.
    public var quality = QualityLimits()
    /// How far behind its newest part a live stream is begun; nil for what the stream asks for, or else three times the length of its longest
    /// part.
    public var liveOffset: Duration?
    /// How fast a live stream is played, with its own pitch, to be again as far behind its newest part as it is wanted, after a pause or a stall: above 1
    /// and 1.5 at most; nil leaves it where it is. It is wanted where ``liveOffset`` says, or as far behind as a caller has sought. Told as
    /// ``PlayerSnapshot/effectiveSpeed``, ``PlayerSnapshot/speed`` stays as it was asked. It ends where less than a second is held ahead, with a pause, a seek
    /// and where another speed is asked for; a stream that did not come in time is not gone as near to again.
    public var catchUpSpeed: Double?
    /// Whether an item of which parts are missing may come to a natural end. They are told in any case (``PlayerSnapshot/gaps``).
    public var allowsGaps = false
    /// How long a player that is closed with `kill` waits for a pipeline to go down before it is abandoned.
    public var killTimeout: Duration = .seconds(1)
    /// How often the position is reported while media advances and somebody listens, in media time.
    public var positionInterval: Duration = .milliseconds(100)

    /// Whether subtitle files that lie beside a medium and are named after it are shown with it (``SubtitleFile/beside(_:)``).
    public var findsSubtitleFiles = false
    /// Whether subtitles are drawn into the pictures of a window, besides being told.
    public var drawsSubtitles = false

    /// The defaults.
    public init() {}

    /// How fast the clock of a live stream may run, if it may.
    package var pace: Double? {
        catchUpSpeed.flatMap { $0 > 1 ? min($0, Self.catchUpSpeeds.upperBound) : nil }
    }

    /// What ``catchUpSpeed`` may be.
    package static let catchUpSpeeds = 1.0...1.5
}
