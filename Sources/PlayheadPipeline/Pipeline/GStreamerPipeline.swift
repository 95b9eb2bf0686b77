internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork
internal import Synchronization

/// The real pipeline of one load: a `GstPipeline` of our own around a decoder, with our own sink branches.
///
/// Every call into GStreamer that may block is made on `queue`, which belongs to this load alone: a source that hangs
/// in `open` blocks nobody else. Callbacks from GStreamer's threads copy what they hear and enqueue it.
final class GStreamerPipeline: MediaPipeline, @unchecked Sendable {
    // All variables are touched on `queue` only, but for those behind a lock of their own.
    let queue: DispatchQueue
    let request: OpenRequest
    let meter: PresentationMeter
    let arrivals = BufferTracker()
    let configuration: PlayerConfiguration
    let time: any PlayerTime
    private let post: @Sendable (PipelineEvent) -> Void
    private let isDiscarded = Atomic(false)
    /// The branches that were linked, by the threads that find the streams.
    private let linked = Mutex<[SinkBranch]>([])
    /// What has been plugged in, by the threads that do so.
    let plugged = Mutex(Plugged())
    /// What has been decoded, by the threads that find it.
    let decoded = Mutex(DecodedStreams())
    let census = StreamInventory()
    /// How streams are to be presented; read by the threads that find them.
    let presentation: Mutex<Presentation>
    /// What all loads of a player are seen and heard through.
    let devices: MediaOutputs
    /// Whether this load is seen and heard, and not only prepared.
    let isPresented: Atomic<Bool>

    var pipeline: Element?
    var sourceKind: SourceKind
    var isOpened = false
    /// Whether it can be led elsewhere in place.
    var canJump = false
    var isPlayingWanted = false
    var isRunning = false
    /// Whether it has been set going for a time to come, before it is asked to play.
    var isScheduled = false
    /// Where it would begin then.
    var scheduledFrom: Duration?
    /// Whether a seek has been sent that the outputs have not answered.
    var awaitsAnswer = false
    /// How much later than its running time says everything is presented, where it is heard.
    var delay = AudioDevice.startDelay
    var isTicking = false
    /// The interval of the last position that was reported, counted from the beginning.
    var lastTick = 0
    /// The media times that somebody waits for, and up to where they were reported; nil when that has to be said anew.
    var watched = TimeSubscriptions()
    var watchedUntil: Duration?
    var speed = 1.0
    var isStarved = false
    /// What there was when that was last seen.
    var supplyWhenStarved = Supply()
    var levels = BufferLevels()
    /// Up to where media was last said to be held.
    var reportedBuffer: Duration?
    var hasWarnedOfPitch = false
    /// Tells the messages of this pipeline from those of one that was built before for the same load.
    var generation = 0
    /// Whether the end of the item has to be watched for, because no seek can set it.
    var watchesEnd = false
    /// Where the content ends at the latest; nil while its length is not known.
    var overrun: Duration?
    /// Up to where media has been presented beyond the length that was told; one that is no longer than that is not true.
    var outlasted: Duration?
    var seekInFlight: SeekRequest?
    /// What the seek in flight leads to has this number, or a later one.
    var seekSeqnum: Seqnum?
    /// How it was sent last, and whether that was to reveal a picture.
    var lastLanding = Element.Landing.accurate
    var hasRevealed = false
    /// Whether something came before the first seek, which is not counted as presented.
    var hasMedia = false
    /// Where the seek in flight has landed so far.
    var landings: [Duration] = []
    /// A step in flight.
    var walk: Walk?
    /// Where the frame begins that a step has led to; nil when something else has come since.
    var steppedTo: Duration?
    var missing: [PluginRequest] = []
    /// A fault that ends the input, while what was read before it is still being played.
    var deferredFault: PlayerError?
    var isFinished = false
    var texts = SubtitleState()
    var tracks = LoadTracks()
    var decoder: Element?
    /// What loads the item, if that is one resource on a network.
    var source: ProgressiveSource?
    /// What reads the item, if the program gives its bytes.
    var reader: DataSourceReader?
    /// What loads the segments of an adaptive stream, and what hands its samples on.
    var stream: StreamingSource?
    var feeds: [TrackFeed] = []
    /// What a stream that goes on, or did, has of itself.
    var window: StreamWindow?
    /// What was fetched and has not been told.
    var untold = TransferTotals()
    /// Whether it is a file that is a playlist of HLS or a manifest of DASH.
    let isStreamFile = Atomic(false)
    /// Whether its playlists were made of a manifest of DASH, whatever its name is.
    var isPresentation = false
    /// Why a part of a stream was left out last.
    var lostPart: PlayerError?
    /// Where parts were left out.
    var lostIntervals: [Range<Duration>] = []
    var metadata = MetadataState()
    let subtitleReader = SubtitleReader()
    /// All subtitles of tracks of which all are known.
    let bitmaps = Mutex(Bitmaps())
    let transcripts = Mutex<[Track.ID: [SubtitleCue]]>([:])
    var wait: PlayerTimer?
    /// For a virtual clock, as it was when the queue last came to rest.
    let standing = Mutex(ClockStanding())
    /// Counts the waits, so that a late call of an earlier one is known for what it is.
    var waits = 0

    /// The factory that real players use, each with devices of its own.
    static func factory(_ devices: MediaOutputs) -> PipelineFactory {
        { request, meter, configuration, post in
            let pipeline = GStreamerPipeline(request, meter, configuration, devices, post)
            pipeline.enqueue { $0.open() }
            return pipeline
        }
    }

    private init(
        _ request: OpenRequest, _ meter: PresentationMeter, _ configuration: PlayerConfiguration,
        _ devices: MediaOutputs, _ post: @escaping @Sendable (PipelineEvent) -> Void
    ) {
        self.request = request
        self.meter = meter
        self.configuration = configuration
        self.devices = devices
        isPresented = Atomic(!request.isPrepared)
        self.post = post
        time = configuration.clock.time
        queue = DispatchQueue(label: "playhead.pipeline", qos: .userInitiated)
        sourceKind = .progressive
        presentation = Mutex(
            Presentation(settings: request.output, hidesFrames: request.hidesFirstFrame))
    }

    func perform(_ command: PipelineCommand) {
        // Also of a load that is given up with the next breath: the clock is not its own.
        if case .setPace(let pace) = command { return setPace(pace) }
        enqueue { $0.carryOut(command) }
    }

    /// Does something on the pipeline's queue; a virtual clock stands still until it has been done.
    private func enqueue(_ work: @escaping @Sendable (GStreamerPipeline) -> Void) {
        time.beginWork()
        queue.async { [self] in
            work(self)
            publishDuty()
            time.endWork()
        }
    }

    func discard(completion: @escaping @Sendable () -> Void) {
        isDiscarded.store(true, ordering: .sequentiallyConsistent)
        leaveDevices()
        queue.async {
            self.subtitleReader.cancel()
            self.texts.lookBack?.giveUp()
            self.bitmaps.withLock(\.reading)?.giveUp()
            self.tearDown()
            completion()
        }
    }

    /// Does something on the pipeline's queue, if the pipeline is still there then.
    func later(_ work: @escaping @Sendable (GStreamerPipeline) -> Void) {
        time.beginWork()
        queue.async { [weak self, time] in
            if let self {
                work(self)
                publishDuty()
            }
            time.endWork()
        }
    }

    /// The same, after a while of real time.
    func later(after delay: Duration, _ work: @escaping @Sendable (GStreamerPipeline) -> Void) {
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(delay.inNanoseconds))) { [weak self] in
            if let self {
                work(self)
                publishDuty()
            }
        }
    }

    /// Whether the load has been given up.
    var isGivenUp: Bool { isDiscarded.load(ordering: .sequentiallyConsistent) }

    /// Whether the item is loaded by the player: over HTTP, and as a stream in files.
    var isRemote: Bool { NetworkAccess.isWeb(request.item.uri) || isStreamFile.load(ordering: .relaxed) }

    /// Whether the item comes bit by bit: over HTTP, through a pipe or from the program.
    var isStreamed: Bool { isRemote || request.item.uri.hasPrefix("fd:") || request.item.source != nil }

    /// The branches that present a stream, in the order in which they were linked.
    var branches: [SinkBranch] { linked.withLock { $0 } }

    /// Keeps a branch, unless there is one of its kind; from any thread.
    func keep(_ branch: SinkBranch) -> Bool {
        linked.withLock { linked in
            let isFree = !linked.contains { $0.kind == branch.kind }
            if isFree { linked.append(branch) }
            return isFree
        }
    }

    /// Reports, unless the load has been given up.
    func report(_ event: PipelineEvent) {
        if !isDiscarded.load(ordering: .sequentiallyConsistent) { post(event) }
    }

    /// Reports a fault that playback cannot survive; what comes after it is an echo.
    func fail(_ error: PlayerError) {
        guard !isFinished else { return }
        isFinished = true
        report(.failed(error))
    }

    /// Takes the pipeline down; it may be built again afterwards.
    func tearDown() {
        wait?.cancel()
        wait = nil
        defer {
            source?.close()
            reader?.close()
            (source, reader) = (nil, nil)
        }
        guard let pipeline else { return }
        configuration.clock.virtualClock?.leave(self)
        pipeline.silenceBus()
        leaveDevices()
        beginEndOfStream()
        pipeline.setState(.null)
        endStream()
        // What was handed over on the way down.
        leaveDevices()
        self.pipeline = nil
        linked.withLock { $0 = [] }
        plugged.withLock { $0 = Plugged() }
        outlasted = nil
        arrivals.clear()
        decoded.withLock { $0 = DecodedStreams() }
        census.clear()
        decoder = nil
        tracks = LoadTracks()
    }

    private func carryOut(_ command: PipelineCommand) {
        guard !isDiscarded.load(ordering: .sequentiallyConsistent), pipeline != nil, !isFinished else {
            // Whoever asks is answered even where there is nothing to measure.
            if case .measure(let id) = command { report(.measured(id: id)) }
            return
        }
        switch command {
        case .setPlaying(let playing): setPlaying(playing)
        case .start(let time): start(at: time)
        case .seek(let request): seek(request)
        case .step(let serial, let frames): step(serial, by: frames)
        case .setOutput(let settings):
            presentation.withLock { $0.settings = settings }
            present()
            refreshPicture()
        case .setPace: break
        case .present: presentOnDevices()
        case .measure(let id): measure(for: id)
        case .hideFirstFrame:
            presentation.withLock { $0.hidesFrames = true }
            for branch in branches { branch.showsFirstFrame(false) }
        case .setTicking(let ticking):
            isTicking = ticking
            keepTime()
        case .watchTimes(let times): watch(times)
        case .selectTracks(let selection): select(selection)
        case .delaySubtitles(let delay): delayTexts(by: delay)
        }
    }
}

/// How the streams of a load are to be presented.
struct Presentation: Sendable {
    var choice = OutputChoice()
    var settings: OutputSettings
    /// The speed of what comes next.
    var speed = 1.0
    /// Whether the first frame comes before a seek and must not be seen.
    var hidesFrames: Bool
}
