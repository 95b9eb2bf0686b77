package import AdaptiveStreaming
internal import MediaFormats
package import PlayheadCore
package import PlayheadNetwork

/// An adaptive presentation (HLS, DASH) as a state machine: playlists, bytes and time go in, requests and
/// samples come out.
///
/// The engine is a value without input and output, so that tests need neither media nor a network.
/// ``StreamingSource`` drives it.
package struct StreamingEngine: LoadMachine {
    /// The parameters of a presentation.
    package struct Order: Sendable {
        package var uri: String
        package var policy = NetworkPolicy()
        package var recovery = NetworkRecovery()
        package var quality = QualityLimits()
        /// The keys of the item.
        package var keys = DecryptionKeys()
        package var stallTimeout: Duration = .seconds(30)
        package var loadTimeout: Duration = .seconds(20)
        /// The distance of the start from the live edge; nil uses the value of the stream.
        package var liveOffset: Duration?
        /// Whether the presentation runs on a virtual clock.
        package var isVirtual = false
        /// Whether the program can supply fresh URIs.
        package var mayRefresh = false
        /// The kinds of streams that are loaded.
        package var kinds = Set(Track.Kind.allCases)
        /// The pictures that are made of keyframes alone; nil to load everything.
        package var keyframes: KeyframePictures?
        /// The jitter of retry pauses, from -1 to 1.
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

    /// Pictures that are made of keyframes alone.
    package struct KeyframePictures: Sendable {
        /// Their size; nil for that of the medium.
        package var size: FrameSize?

        package init(size: FrameSize?) { self.size = size }
    }

    let order: Order
    private(set) var now: Duration
    /// The pending actions for the driver.
    package var actions: [StreamAction] = []
    var jobs: [Int: StreamFetch] = [:]
    private var nextRequest = 0
    let opened: Duration

    // The presentation.
    package var multivariant: (playlist: MultivariantPlaylist, address: HTTPURL)?
    /// The playable variants. The first one is the initial variant.
    package var variants: [MultivariantPlaylist.Variant] = []
    var variant: MultivariantPlaylist.Variant?
    /// Whether a playlist of keyframes is loaded in place of the variants.
    package internal(set) var isOfKeyframes = false
    /// The variant to load from the next segment on.
    var nextVariant: MultivariantPlaylist.Variant?
    var manifest: StreamManifest?
    var indexes: [DASHManifest.IndexedFile: SegmentIndex] = [:]
    /// Files without a segment index.
    var wholeFiles: Set<DASHManifest.IndexedFile> = []
    var numberings: [StreamPlace: DASHNumbering] = [:]
    /// WebM indexes that wait for the beginning of their file, without which they cannot be parsed.
    var cues: [DASHManifest.IndexedFile: HeldCues] = [:]
    /// The server time since 1970 when ``now`` is zero; nil before a clock has responded.
    var serverClock: Duration?
    /// Base URLs that worked in place of others, the latest first.
    var workingBases: [String] = []
    /// The timed metadata of the stream.
    var metadata = StreamMetadataLog()
    var loaders: [StreamRole: StreamLoader] = [:]
    var clocks = StreamTimestampOffsets()
    var keys: [String: [UInt8]] = [:]
    var maps: [(map: MediaPlaylist.Map, bytes: [UInt8])] = []
    var wishes: TrackSelectionParameters
    package var tracks: [StreamTrack] = []
    var isReady = false
    /// Whether any segment has arrived, of any rendition.
    var hasSegments = false
    /// The position up to which all renditions are loaded and played, because a segment of one of them is
    /// missing there and nothing is played after it.
    var loadLimit: Duration?
    /// Whether the stream is live, or was live when it was opened.
    package var wasLive = false
    /// The duration of audio at the beginning that is only decoded, for streams without video.
    var leadIn: Int64 = 0
    /// Cues that wait for the video timestamps.
    var heldTexts: [HeldTexts] = []
    /// The time of the last media bytes.
    package var lastArrival: Duration = .zero
    /// The indexes of renditions whose playlists are unavailable.
    var deadRenditions: Set<Int> = []
    /// The error of the last unavailable segment.
    var lastLoss: PlayerError?
    var hasFailed = false
    var warnings: Set<String> = []
    var bandwidth: Double?
    var told: StreamVariant?
    /// The playlist of the next variant, once it has arrived.
    var nextPlaylist: (playlist: MediaPlaylist, address: HTTPURL, reference: Reference)?
    /// The times until which variants with a failed playlist are not used.
    var unusable: [Int: Duration] = [:]
    /// The variant that is replaced by another one because its playlist is unavailable.
    package var displaced: MultivariantPlaylist.Variant?
    /// The timeline of the previous variant, to which the next one is aligned.
    var keptTimeline: PlaylistTimeline?
    /// The start of the next variant.
    package var resumeAt: Duration?
    /// The detour for a segment that is taken from another variant.
    var detour: Detour?
    /// The variants with a warning about a detour.
    var detoured: Set<Int> = []
    /// Playlists that do not change any more, by their URIs.
    var playlists: [String: (playlist: MediaPlaylist, address: HTTPURL)] = [:]

    // The delivery.
    package var queues: [StreamTrack.ID: SampleQueue] = [:]
    package var outputs: [PresentationMeter.Output: StreamOutput] = [:]
    /// The start position or the seek target; nil before it is known.
    var target: Target?
    /// The duration to load ahead of playback.
    package var forward: Duration = .seconds(30)
    /// The end of the delivered samples, in nanoseconds on the media timeline.
    package var position: Int64 = 0

    /// The substitution of a segment that a variant lacks by a segment of another variant.
    package struct Detour: Sendable {
        /// The variant before and after the detour.
        var home: MultivariantPlaylist.Variant
        var interval: Range<Duration>
        /// The indexes of the variants tried so far.
        var tried: Set<Int>
        var fault: FetchFault
        /// The segment to report if no variant supplies it.
        var part: SegmentInterval?
    }

    /// The target of a seek.
    package struct Target: Sendable, Equatable {
        var time: Int64
        var landing = StreamLanding.exact
        var speed = 1.0
        /// The actual start, once it is known.
        var start: Int64?
        /// The end of playback; nil for the end of the medium.
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

    /// Takes an input.
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

    /// The job of a try; nil when a later try has replaced it.
    private func job(of attempt: Int) -> Int? {
        jobs.first { $0.value.attempt == attempt && $0.value.isUnderWay }?.key
    }

    /// Handles everything that is due.
    private mutating func wake() {
        for (request, job) in jobs.sorted(by: { $0.key < $1.key }) {
            if let due = job.retryAt, due <= now { askAgain(request) }
        }
        for (role, loader) in loaders.sorted(by: { $0.key.order < $1.key.order }) {
            if let due = loader.reloadAt, due <= now { fetchPlaylist(role) }
        }
    }

    /// Appends an action for the driver.
    mutating func act(_ action: StreamAction) { actions.append(action) }

    mutating func act(_ request: RequestAction) { act(.request(request)) }

    mutating func newRequest() -> Int {
        nextRequest += 1
        return nextRequest
    }

    /// Reports a warning once for the whole presentation.
    mutating func warn(_ warning: PlayerWarning) {
        if warnings.insert(warning.message).inserted { act(.report(.warning(warning))) }
    }

    mutating func fail(_ error: PlayerError) {
        guard !hasFailed else { return }
        hasFailed = true
        act(.report(.failed(error)))
    }

    /// Ends the load early. Buffered media is still played, if the tracks are known by now.
    mutating func breakOff(_ error: PlayerError) {
        guard isReady else { return fail(error) }
        guard !hasFailed else { return }
        hasFailed = true
        act(.report(.broken(error)))
        for role in StreamRole.allCases { complete(role) }
    }
}

extension StreamRole {
    /// The processing order of the roles.
    var order: Int { StreamRole.allCases.firstIndex(of: self) ?? 0 }
}

/// The landing mode of a seek.
package enum StreamLanding: Sendable, Equatable { case exact, keyframeBefore, keyframeAfter }

/// A DASH manifest with the circumstances of its response.
package struct StreamManifest: Sendable {
    var manifest: DASHManifest
    var address: HTTPURL
    /// The server time of the response, since 1970.
    var date: Duration
    var bytes: [UInt8]
}

/// The delivery state of one output.
package struct StreamOutput: Sendable {
    /// The delivered track, and the track that replaces it as soon as possible.
    package var track: StreamTrack.ID?
    var wanted: StreamTrack.ID?
    /// Whether a segment start precedes the next sample.
    var isBeginning = true
    var isEnded = false
    /// The last delivered format.
    var format: MediaFormat?
    /// The end of the reported gaps.
    var gapUntil: Int64?
    /// The end of the last delivered sample.
    var end: Int64?
}
