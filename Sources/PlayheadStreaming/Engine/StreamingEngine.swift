package import AdaptiveStreaming
internal import MediaFormats
package import PlayheadCore
package import PlayheadNetwork

/// An adaptive presentation (HLS, DASH) as a state machine: playlists, bytes and time go in, requests and samples come out. A value without input
/// and output, so that everything about it can be tested without media and without a network; ``StreamingSource`` drives it.
package struct StreamingEngine: LoadMachine {
    /// What the presentation is loaded with.
    package struct Order: Sendable {
        package var uri: String
        package var policy = NetworkPolicy()
        package var recovery = NetworkRecovery()
        package var quality = QualityLimits()
        /// The keys that the item has.
        package var keys = DecryptionKeys()
        package var stallTimeout: Duration = .seconds(30)
        package var loadTimeout: Duration = .seconds(20)
        /// How far behind its end a live stream begins; nil for what it asks for itself.
        package var liveOffset: Duration?
        /// Whether time does not pass by itself.
        package var isVirtual = false
        /// Whether the program can be asked for fresh addresses.
        package var mayRefresh = false
        /// By how much the pauses before requests that are sent again vary, from -1 to 1.
        package var chance: @Sendable () -> Double = { 0 }

        package init(
            uri: String, policy: NetworkPolicy = NetworkPolicy(),
            recovery: NetworkRecovery = NetworkRecovery(), quality: QualityLimits = QualityLimits(),
            keys: DecryptionKeys = DecryptionKeys(), stallTimeout: Duration = .seconds(30),
            loadTimeout: Duration = .seconds(20), liveOffset: Duration? = nil, isVirtual: Bool = false,
            mayRefresh: Bool = false, chance: @escaping @Sendable () -> Double = { 0 }
        ) {
            self.uri = uri
            self.policy = policy
            self.recovery = recovery
            self.quality = quality
            self.keys = keys
            self.stallTimeout = stallTimeout
            self.loadTimeout = loadTimeout
            self.liveOffset = liveOffset
            self.isVirtual = isVirtual
            self.mayRefresh = mayRefresh
            self.chance = chance
        }

        package init(uri: String) { self.uri = uri }
    }

    let order: Order
    private(set) var now: Duration
    /// What the driver has to do next.
    package var actions: [StreamAction] = []
    var jobs: [Int: StreamFetch] = [:]
    private var nextRequest = 0
    let opened: Duration

    // What is known of the presentation.
    package var multivariant: (playlist: MultivariantPlaylist, address: HTTPURL)?
    /// The variants that may be played, the one to begin with first.
    package var variants: [MultivariantPlaylist.Variant] = []
    var variant: MultivariantPlaylist.Variant?
    /// The variant whose segments are to be loaded from the next one on.
    var nextVariant: MultivariantPlaylist.Variant?
    var manifest: StreamManifest?
    var indexes: [DASHManifest.IndexedFile: SegmentIndex] = [:]
    /// Files that have none.
    var wholeFiles: Set<DASHManifest.IndexedFile> = []
    var numberings: [StreamPlace: DASHNumbering] = [:]
    /// Indexes of WebM whose files' beginnings are on their way, which they need to be read.
    var cues: [DASHManifest.IndexedFile: HeldCues] = [:]
    /// The time at the server, since 1970, when ``now`` is zero; nil where no clock has told it.
    var serverClock: Duration?
    /// Base addresses that were found in the place of others, the latest first.
    var workingBases: [String] = []
    /// What the stream says of itself at times.
    var metadata = StreamMetadataLog()
    var loaders: [StreamRole: StreamLoader] = [:]
    var clocks = StreamTimestampOffsets()
    var keys: [String: [UInt8]] = [:]
    var maps: [(map: MediaPlaylist.Map, bytes: [UInt8])] = []
    var wishes: TrackSelectionParameters
    package var tracks: [StreamTrack] = []
    var isReady = false
    /// Whether a segment has come, of any rendition.
    var hasSegments = false
    var isStopped = false
    /// Whether it goes on, or did when it was opened.
    package var wasLive = false
    /// How much of the beginning is only there to be decoded, where it is sound alone.
    var leadIn: Int64 = 0
    /// Texts that wait for the clock of the pictures.
    var heldTexts: [HeldTexts] = []
    /// When bytes of media came last.
    package var lastArrival: Duration = .zero
    /// Renditions whose playlists cannot be had, by their places.
    var deadRenditions: Set<Int> = []
    /// Why a segment could not be had, the last time.
    var lastLoss: PlayerError?
    var hasFailed = false
    var warnings: Set<String> = []
    var bandwidth: Double?
    var told: StreamVariant?
    /// Its playlist, when it has come.
    var nextPlaylist: (playlist: MediaPlaylist, address: HTTPURL, reference: Reference)?
    /// Until when variants are left alone whose playlists could not be had.
    var unusable: [Int: Duration] = [:]
    /// The variant that another one stands in for, because its playlist could not be had.
    package var displaced: MultivariantPlaylist.Variant?
    /// The timeline of the variant before, on which that of the next one lies too.
    var keptTimeline: PlaylistTimeline?
    /// Where the next variant goes on.
    package var resumeAt: Duration?
    /// A segment that is taken from another variant.
    var detour: Detour?
    /// Variants of which that was said.
    var detoured: Set<Int> = []
    /// Playlists that do not change any more, by their addresses.
    var playlists: [String: (playlist: MediaPlaylist, address: HTTPURL)] = [:]

    // What is given out.
    package var queues: [StreamTrack.ID: SampleQueue] = [:]
    package var outputs: [PresentationMeter.Output: StreamOutput] = [:]
    /// Where playback begins or was sent to; nil before that is known.
    var target: Target?
    /// How much is loaded ahead of playback.
    package var forward: Duration = .seconds(30)
    /// Up to where samples have been given out, in nanoseconds on the media timeline.
    package var position: Int64 = 0

    /// A segment that the variant lacks, and another one may have.
    package struct Detour: Sendable {
        /// The variant that is played before and after.
        var home: MultivariantPlaylist.Variant
        var interval: Range<Duration>
        /// The variants that have been asked, by their places.
        var tried: Set<Int>
        var fault: FetchFault
        /// What is told where none has it.
        var part: SegmentInterval?
    }

    /// Where playback is to go on.
    package struct Target: Sendable, Equatable {
        var time: Int64
        var landing = StreamLanding.exact
        var speed = 1.0
        /// Where that is, once it is known.
        var start: Int64?
        /// Where it ends, if not at the end of the medium.
        var stop: Int64?

        package init(
            time: Int64, landing: StreamLanding = .exact, speed: Double = 1.0, start: Int64? = nil,
            stop: Int64? = nil
        ) {
            self.time = time
            self.landing = landing
            self.speed = speed
            self.start = start
            self.stop = stop
        }
    }

    package init(_ order: Order, wishes: TrackSelectionParameters, at now: Duration) {
        self.order = order
        self.wishes = wishes
        self.now = now
        opened = now
    }

    /// Begins to load the item.
    package mutating func start() {
        let item = Reference(uri: order.uri, kind: .medium)
        begin(.item, item)
    }

    /// Takes something that has happened.
    package mutating func take(_ input: StreamInput, at time: Duration) {
        now = max(now, time)
        switch input {
        case .responded(let attempt, let response): job(of: attempt).map { responded($0, response) }
        case .received(let attempt, let bytes): job(of: attempt).map { received($0, bytes) }
        case .finished(let attempt, let address): job(of: attempt).map { finished($0, at: address) }
        case .failed(let attempt, let fault): job(of: attempt).map { failed($0, fault) }
        case .refreshed(let request, let uri): refreshed(request, uri)
        case .bandwidth(let found):
            bandwidth = found
            act(.report(.bandwidth(found)))
        case .woke: wake()
        }
        pump()
    }

    /// The job whose try this is; nil where there has been another one since.
    private func job(of attempt: Int) -> Int? {
        jobs.first { $0.value.attempt == attempt && $0.value.isUnderWay }?.key
    }

    /// The time has come for what waits for it.
    private mutating func wake() {
        for (request, job) in jobs.sorted(by: { $0.key < $1.key }) {
            if let due = job.retryAt, due <= now { askAgain(request) }
        }
        for (role, loader) in loaders.sorted(by: { $0.key.order < $1.key.order }) {
            if let due = loader.reloadAt, due <= now { fetchPlaylist(role) }
        }
    }

    /// Has the driver do something.
    mutating func act(_ action: StreamAction) { actions.append(action) }

    mutating func act(_ request: RequestAction) { act(.request(request)) }

    mutating func newRequest() -> Int {
        nextRequest += 1
        return nextRequest
    }

    /// Says something of the whole presentation, once.
    mutating func warn(_ warning: PlayerWarning) {
        if warnings.insert(warning.message).inserted { act(.report(.warning(warning))) }
    }

    mutating func fail(_ error: PlayerError) {
        guard !hasFailed else { return }
        hasFailed = true
        isStopped = true
        act(.report(.failed(error)))
    }

    /// Nothing more comes; what is held is played.
    mutating func breakOff(_ error: PlayerError) {
        guard hasSegments else { return fail(error) }
        guard !hasFailed else { return }
        (hasFailed, isStopped) = (true, true)
        act(.report(.broken(error)))
        for role in StreamRole.allCases { complete(role) }
    }
}

extension StreamRole {
    /// In which order roles are looked after.
    var order: Int { StreamRole.allCases.firstIndex(of: self) ?? 0 }
}

/// How a seek lands.
package enum StreamLanding: Sendable, Equatable { case exact, keyframeBefore, keyframeAfter }

/// A manifest of DASH as it was fetched.
package struct StreamManifest: Sendable {
    var manifest: DASHManifest
    var address: HTTPURL
    /// The time at its server when it was sent, since 1970.
    var date: Duration
    var bytes: [UInt8]
}

/// What is given out for one output.
package struct StreamOutput: Sendable {
    /// The track that is given out, and the one that is to follow it as soon as it can.
    package var track: StreamTrack.ID?
    var wanted: StreamTrack.ID?
    /// Whether a segment has to be begun before the next sample.
    var isBeginning = true
    var isEnded = false
    /// The format that was told last.
    var format: MediaFormat?
    /// Up to where gaps have been told.
    var gapUntil: Int64?
    /// Where the last sample ended that was given out.
    var end: Int64?
}
