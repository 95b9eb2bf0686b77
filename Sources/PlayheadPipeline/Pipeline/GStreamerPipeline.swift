internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork
internal import Synchronization

/// The real pipeline of one load: a `GstPipeline` of the player around a decoder, with its own sink branches.
///
/// Every call into GStreamer that may block is made on `queue`, which belongs to this load alone. A source
/// that hangs in `open` blocks no other load. Callbacks on GStreamer's threads copy their data and enqueue
/// it.
final class GStreamerPipeline: MediaPipeline, @unchecked Sendable {
    // All variables are used on `queue` only, except those behind a lock of their own.
    let queue: DispatchQueue
    let request: OpenRequest
    let meter: PresentationMeter
    let arrivals = BufferTracker()
    let configuration: PlayerConfiguration
    let time: any PlayerTime
    private let post: @Sendable (PipelineEvent) -> Void
    private let isDiscarded = Atomic(false)
    /// The linked branches. Used by the threads that find the streams.
    private let linked = Mutex<[SinkBranch]>([])
    /// The elements that were plugged in. Used by the threads that plug them in.
    let plugged = Mutex(PluggedElements())
    /// The decoded streams. Used by the threads that find them.
    let decoded = Mutex(DecodedStreams())
    let census = StreamInventory()
    let decoderFormats = DecoderFormats()
    /// The decoders that this load uses.
    let decoders: DecoderPreference
    /// How streams are presented. Read by the threads that find them.
    let presentation: Mutex<Presentation>
    /// The outputs that all loads of a player share.
    let devices: MediaOutputs
    /// Takes what is decoded, if the medium is read and not played.
    let reading: ReadingOutputs?
    /// Whether this load is visible and audible, and not only preloaded.
    let isPresented: Atomic<Bool>

    /// Takes the bytes of the item as they are received. Set before the pipeline is built.
    var byteTap: (any ByteTap)?
    var pipeline: Element?
    var sourceKind: SourceKind
    var phase = PipelinePhase.opening
    var isPlayingWanted = false
    /// Whether a seek within the item is possible.
    var canJump = false
    /// Set while playback is scheduled for a later time, before it is commanded.
    var schedule: Schedule?
    /// The time from the running time of media to its presentation, with an audio device.
    var delay = AudioDevice.startDelay
    var speed = 1.0
    /// Whether the outputs have not answered a seek that was sent.
    var awaitsAnswer = false
    /// The number of the latest seek that was sent. Nil while one is being prepared.
    var seekSeqnum: Seqnum?
    /// The start of the frame that a step has shown. Nil when another frame was presented since.
    var steppedTo: Duration?
    var times = Timekeeper()
    var buffer = BufferMonitor()
    var ending = EndDetector()
    var faults = FaultFilter()
    var hasWarnedOfPitch = false
    var hasWarnedOfLoudness = false
    var hasWarnedOfShift = false
    /// The number of this pipeline. It identifies messages of an earlier pipeline of the same load.
    var generation = 0
    /// The number of pipelines that were built anew because of a late link.
    var rebuilds = 0
    var texts = SubtitleState()
    var tracks = LoadTracks()
    var metadata = MetadataState()
    var cover = CoverDisplay()
    var decoder: Element?
    /// The loader of an item that is a single network resource.
    var source: ProgressiveSource?
    /// The reader of an item whose bytes the program provides.
    var reader: DataSourceReader?
    /// The loader of an adaptive stream, which hands its samples to the decoders.
    var stream: StreamingSource?
    var feeds: [TrackFeed] = []
    /// The seekable window of a live stream, or of a stream that was live.
    var window: StreamWindow?
    /// The transfers that were not reported yet.
    var unreportedTransfers = TransferTotals()
    /// Whether the item is a file that holds an HLS playlist or a DASH manifest.
    let isStreamFile = Atomic(false)
    /// Whether its playlists were made from a DASH manifest.
    var isPresentation = false
    let subtitleReader = SubtitleReader()
    let bitmaps = Mutex(Bitmaps())
    /// The complete subtitles, by track.
    let transcripts = Mutex<[Track.ID: [SubtitleCue]]>([:])
    /// The state for a virtual clock, as of the end of the last work on the queue.
    let standing = Mutex(ClockStanding())

    /// A start at a later time.
    struct Schedule {
        /// The position at which it begins.
        var from: Duration?
    }

    /// The factory for real players. Each has outputs of its own.
    static func factory(_ devices: MediaOutputs) -> PipelineFactory {
        { request, meter, configuration, post in
            ResolvingPipeline.pipeline(request, configuration, post) { request, post in
                let pipeline = GStreamerPipeline(request, meter, configuration, devices, post)
                pipeline.enqueue { $0.open() }
                return pipeline
            }
        }
    }

    /// The pipeline of a medium that is read. It has no clock: what is decoded goes to `reading` at once. Nothing
    /// happens before ``beginReading()``.
    static func reader(
        _ request: OpenRequest, for reading: ReadingOutputs, _ configuration: PlayerConfiguration,
        post: @escaping @Sendable (PipelineEvent) -> Void
    ) -> GStreamerPipeline {
        GStreamerPipeline(
            request, PresentationMeter(), configuration, MediaOutputs(), reading: reading, post)
    }

    /// Opens the medium.
    func beginReading() { enqueue { $0.open() } }

    private init(
        _ request: OpenRequest, _ meter: PresentationMeter, _ configuration: PlayerConfiguration,
        _ devices: MediaOutputs, reading: ReadingOutputs? = nil,
        _ post: @escaping @Sendable (PipelineEvent) -> Void
    ) {
        self.request = request
        self.meter = meter
        self.configuration = configuration
        self.devices = devices
        self.reading = reading
        isPresented = Atomic(!request.isPrepared)
        self.post = post
        decoders = DecoderPreference(configuration)
        time = configuration.clock.time
        queue = DispatchQueue(label: "playhead.pipeline", qos: .userInitiated)
        sourceKind = .progressive
        presentation = Mutex(
            Presentation(settings: request.output, hidesFrames: request.hidesFirstFrame))
    }

    func perform(_ command: PipelineCommand) {
        // Also for a load that is being discarded, because all loads share this clock.
        if case .setPace(let pace) = command { return setPace(pace) }
        enqueue { $0.carryOut(command) }
    }

    /// Runs work on the pipeline's queue. A virtual clock stands still until it is done.
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

    /// Runs work on the pipeline's queue, if the pipeline still exists then.
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

    /// Runs work on the pipeline's queue after a delay in real time.
    func later(after delay: Duration, _ work: @escaping @Sendable (GStreamerPipeline) -> Void) {
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(delay.inNanoseconds))) { [weak self] in
            if let self {
                work(self)
                publishDuty()
            }
        }
    }

    /// Whether the load has been discarded.
    var isGivenUp: Bool { isDiscarded.load(ordering: .sequentiallyConsistent) }

    /// Whether the player itself loads the item: over HTTP, or as a stream in local files.
    var isRemote: Bool { NetworkAccess.isWeb(request.item.uri) || isStreamFile.load(ordering: .relaxed) }

    /// Whether the item arrives piece by piece: over HTTP, through a pipe or from the program.
    var isStreamed: Bool { isRemote || request.item.uri.hasPrefix("fd:") || request.item.source != nil }

    /// The branches that present a stream, in the order in which they were linked.
    var branches: [SinkBranch] { linked.withLock { $0 } }

    /// Keeps a branch, unless there is one of its kind. May be called from any thread.
    func keep(_ branch: SinkBranch) -> Bool {
        linked.withLock { linked in
            let isFree = !linked.contains { $0.kind == branch.kind }
            if isFree { linked.append(branch) }
            return isFree
        }
    }

    /// Reports an event, unless the load has been discarded.
    func report(_ event: PipelineEvent) {
        if !isDiscarded.load(ordering: .sequentiallyConsistent) { post(event) }
    }

    /// Stops and removes the pipeline. Another one may be built afterwards.
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
        // Takes back media that was handed over during the stop.
        leaveDevices()
        self.pipeline = nil
        linked.withLock { $0 = [] }
        plugged.withLock { $0 = PluggedElements() }
        ending.forgetOutlasting()
        arrivals.clear()
        decoded.withLock { $0 = DecodedStreams() }
        census.clear()
        decoderFormats.clear()
        decoder = nil
        tracks = LoadTracks()
    }

    private func carryOut(_ command: PipelineCommand) {
        guard !isDiscarded.load(ordering: .sequentiallyConsistent), pipeline != nil, !hasFailed else {
            // The caller gets a result even if there is nothing to measure.
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

/// How the streams of a load are presented.
struct Presentation: Sendable {
    var choice = OutputChoice()
    var settings: OutputSettings
    /// The metadata, whose gains change the sound.
    var metadata = MediaMetadata()
    /// The loudness of the audio track, and the track for which it was looked up.
    var loudness: Loudness?
    var loudnessTrack: Track.ID?
    /// The speed of the next media.
    var speed = 1.0
    /// Whether the first frame precedes a seek and must not be visible.
    var hidesFrames: Bool
}
