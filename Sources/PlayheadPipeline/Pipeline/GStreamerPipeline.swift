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
    let plugged = Mutex(PluggedElements())
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
    var phase = PipelinePhase.opening
    var isPlayingWanted = false
    /// Whether a seek within the item is possible.
    var canJump = false
    /// Set while playback is to begin at a time to come, before it is commanded to play.
    var schedule: Schedule?
    /// How much later than its running time everything is presented, where audio is heard.
    var delay = AudioDevice.startDelay
    var speed = 1.0
    /// Whether a seek was sent that the outputs have not answered.
    var awaitsAnswer = false
    /// The latest seek that was sent has this number; nil while one is being prepared.
    var seekSeqnum: Seqnum?
    /// The start of the frame that a step has led to; nil when another frame was presented since.
    var steppedTo: Duration?
    var times = Timekeeper()
    var buffer = BufferMonitor()
    var ending = EndDetector()
    var faults = FaultFilter()
    var hasWarnedOfPitch = false
    /// Tells the messages of this pipeline from those of one that was built before for the same load.
    var generation = 0
    var texts = SubtitleState()
    var tracks = LoadTracks()
    var metadata = MetadataState()
    var decoder: Element?
    /// The loader of an item that is one resource on a network.
    var source: ProgressiveSource?
    /// The reader of an item whose bytes the program gives.
    var reader: DataSourceReader?
    /// The loader of an adaptive stream, and what hands its samples to the decoders.
    var stream: StreamingSource?
    var feeds: [TrackFeed] = []
    /// The seekable window of a live stream, or of a stream that was live.
    var window: StreamWindow?
    /// What was fetched and not reported yet.
    var unreportedTransfers = TransferTotals()
    /// Whether the item is a file that holds an HLS playlist or a DASH manifest.
    let isStreamFile = Atomic(false)
    /// Whether its playlists were made from a DASH manifest.
    var isPresentation = false
    let subtitleReader = SubtitleReader()
    let bitmaps = Mutex(Bitmaps())
    /// All subtitles of the tracks of which all are known.
    let transcripts = Mutex<[Track.ID: [SubtitleCue]]>([:])
    /// The state for a virtual clock, as of the end of the last work on the queue.
    let standing = Mutex(ClockStanding())

    /// A start at a time to come.
    struct Schedule {
        /// The position that it begins from.
        var from: Duration?
    }

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

    /// Takes the pipeline down; it may be built again afterwards.
    func tearDown() {
        times.stop()
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
        plugged.withLock { $0 = PluggedElements() }
        ending.forgetOutlasting()
        arrivals.clear()
        decoded.withLock { $0 = DecodedStreams() }
        census.clear()
        decoder = nil
        tracks = LoadTracks()
    }

    private func carryOut(_ command: PipelineCommand) {
        guard !isDiscarded.load(ordering: .sequentiallyConsistent), pipeline != nil, !hasFailed else {
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
            times.isTicking = ticking
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
