internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadStreaming
internal import PlayheadSystem
internal import Synchronization

/// Reads the subtitles of a file at the maximum speed, without decoding anything else.
final class SubtitleExtractor: Sendable {
    /// The subtitles of one stream.
    struct Texts: Sendable {
        var track: Track
        var schedule = CueSchedule()
        /// The bitmap subtitles, if only a range of the medium is read.
        var pieces: [TextSample] = []
        fileprivate var pad: Pad
        /// The sequence number of its last end.
        fileprivate var end: Seqnum?
    }

    private struct State {
        var pipeline: Element?
        var source: ProgressiveSource?
        var isList = false
        var outputs: [Element] = []
        var streams: [Texts] = []
        var demuxers: Set<String> = []
        /// The tracks in the header of a Matroska file.
        var matroska: [MatroskaTrack] = []
        var areComplete = false
        /// The sequence number of the seek to the start of the range.
        var seqnum: Seqnum?
        /// Whether that seek is being sent.
        var isSeeking = false
        var missing: [PluginRequest] = []
        /// The end of the last media that was read.
        var reached: Duration?
        var shortfall: PlayerError?
        /// The offset of the last bytes from a server, to detect that it sends nothing more.
        var received = 0
        var answer: (@Sendable (Result<[Texts], PlayerError>) -> Void)?
        var isGivenUp = false
    }

    private let uri: String
    private let access: NetworkAccess
    /// The range to read. Nil for the whole medium.
    private let part: Range<Duration>?
    private let queue: DispatchQueue
    private let reader: DataSourceReader?
    private let census = StreamInventory()
    private let state: Mutex<State>

    init(
        of uri: String, part: Range<Duration>? = nil, source: (any MediaDataSource)? = nil,
        access: NetworkAccess = NetworkAccess(),
        queue: DispatchQueue
    ) {
        self.uri = uri
        self.access = access
        self.part = part
        reader = source.map { DataSourceReader($0, name: uri) }
        self.queue = queue
        state = Mutex(State())
    }

    /// Starts to read, and delivers one result on the queue. It fails if a server sends nothing for the
    /// duration of `patience`.
    func begin(patience: Duration, answer: @escaping @Sendable (Result<[Texts], PlayerError>) -> Void) {
        let isGivenUp = state.withLock { state in
            state.answer = answer
            return state.isGivenUp
        }
        if isGivenUp { return giveUp() }
        queue.async {
            self.open()
            if NetworkAccess.isWeb(self.uri) { self.wait(for: patience, since: -1) }
        }
    }

    /// Whether the read has failed because the resource is a playlist or a manifest.
    var isList: Bool { state.withLock(\.isList) }

    /// The difference between the promised and the existing media, if all of it was read.
    var shortfall: PlayerError? { state.withLock(\.shortfall) }

    /// Ends the read.
    func giveUp() {
        state.withLock { $0.isGivenUp = true }
        finish { .failure(.givenUp) }
    }

    private func open() {
        if let fault = SourceCheck.fault(of: uri) { return finish { .failure(fault) } }
        if ContentSniffer.isStream(file: uri) { return giveUpList() }
        if NetworkAccess.isWeb(uri) { return load() }
        if let reader { return decode(reader.publish()) }
        if let refusal = access.policy.refusalOfDirect(uri) { return finish { .failure(refusal) } }
        decode(uri)
    }

    /// Decodes the resource at a URI. Called on `queue`.
    private func decode(_ address: String) {
        guard Runtime.startFault == nil, let decoder = Element.make("uridecodebin") else {
            return finish { .failure(PlayerError(.unknown, "GStreamer does not start")) }
        }
        let pipeline = Element.pipeline()
        let isWanted = state.withLock { state in
            state.pipeline = pipeline
            return state.answer != nil
        }
        guard isWanted else { return close() }
        decoder.set("uri", address)
        // Bitmap subtitles are not read, but they count, because tracks are named by their index.
        decoder.set("caps", text: "text/x-raw; subpicture/x-dvd; subpicture/x-pgs; subpicture/x-dvb")
        decoder.set("expose-all-streams", false)
        pipeline.onDeepElementAdded { [weak self] in self?.notice($0) }
        decoder.onPadAdded { [weak self, weak pipeline] pad in
            if let self, let pipeline { take(pad, in: pipeline) }
        }
        decoder.onNoMorePads { [weak self] in
            guard let self else { return }
            queue.async { self.complete() }
        }
        pipeline.onMessage { [weak self] in self?.hear($0) }
        pipeline.add(decoder)
        pipeline.setState(.playing)
    }

    /// Loads a resource from a network.
    private func load() {
        do throws(PlayerError) {
            let source = try ProgressiveSource(access.order(for: uri)) { [weak self] report in
                switch report {
                case .failed(let error): self?.finish { .failure(error) }
                case .list: self?.giveUpList()
                default: break
                }
            } notify: { [weak self] notice in
                guard let self else { return }
                state.withLock { $0.received += 1 }
                guard case .opened = notice, let source = state.withLock(\.source) else { return }
                queue.async { self.decode(source.publish()) }
            }
            let isWanted = state.withLock { state in
                if state.answer != nil { state.source = source }
                return state.answer != nil
            }
            if isWanted { source.start() }
        } catch {
            finish { .failure(error) }
        }
    }

    /// Gives up an adaptive stream: reading it like a file would miss some or all of its subtitles.
    private func giveUpList() {
        state.withLock { $0.isList = true }
        finish { [uri] in
            .failure(PlayerError(.unknownFormat, "It is a stream of several parts", uri: uri))
        }
    }

    private func notice(_ element: Element) {
        if SourceKind.followsAddresses(element.factoryName) {
            element.pad("sink")?.passData { false }
            return finish { [uri] in .failure(NetworkPolicy.unheldMedium(uri)) }
        }
        SubtitleWorkarounds.apply(to: element)
        if TimelineOrigin.demuxers.contains(element.factoryName) { TimelineOrigin.follow(element) }
        if element.factoryName == "multiqueue" { census.watch(element) }
        if element.factoryName == "matroskademux", !uri.hasPrefix("file:") {
            element.pad("sink")?.onHead(upTo: MatroskaTracks.largestHead) { [weak self] head, _ in
                guard let tracks = MatroskaTracks.read(head: head) else { return false }
                self?.state.withLock { $0.matroska = tracks }
                return true
            }
        }
        if element.kind.contains("Demuxer") {
            state.withLock { _ = $0.demuxers.insert(element.factoryName) }
            // The end of all streams counts: a medium may end long after its last subtitle.
            if part == nil {
                element.onPadAdded { [weak self] pad in
                    pad.followEnd { [weak self] end in
                        self?.state.withLock { $0.reached = max($0.reached ?? end, end) }
                    }
                }
            }
        }
    }

    /// All of the medium was read. Checks whether it is as long as promised.
    private func noteShortfall() {
        let (output, reached) = state.withLock { ($0.outputs.first, $0.reached) }
        guard part == nil, let reached, let promised = output?.duration else { return }
        state.withLock { $0.shortfall = .shortfall(of: reached, promised: promised, uri: uri) }
    }

    private func take(_ pad: Pad, in pipeline: Element) {
        guard let sink = Element.make("fakesink"), let entry = sink.pad("sink") else { return }
        let index = state.withLock { state in
            let number = state.streams.count
            let track = Track(id: Track.ID(.subtitles, number + 1), kind: .subtitles)
            state.streams.append(Texts(track: track, pad: pad))
            state.outputs.append(sink)
            return number
        }
        let isText = BitmapDrawing.factory(for: pad.mediaType) == nil
        pad.takeText { [weak self] sample in
            self?.state.withLock { state in
                // A pipeline that is being stopped may still output subtitles.
                guard state.streams.indices.contains(index) else { return }
                if !isText {
                    if self?.part != nil { state.streams[index].pieces.append(sample) }
                    return
                }
                guard let cue = SubtitleCue(sample, of: state.streams[index].track.id)
                else { return }
                state.streams[index].schedule.add(cue)
            }
        } onEnd: { [weak self] _, seqnum in
            self?.end(index, seqnum)
        }
        sink.set("sync", false)
        sink.set("async", false)
        pipeline.add(sink)
        sink.syncStateWithParent()
        pad.link(to: entry)
    }

    /// All streams are known.
    private func complete() {
        let demuxers = state.withLock(\.demuxers)
        let path = demuxers.contains("matroskademux") ? FileAddress.path(uri: uri) : nil
        let matroska = path.map { MatroskaTracks.read(path: $0) }
        let output = state.withLock { state in
            state.matroska = matroska ?? state.matroska
            nameTracks(&state)
            if part == nil { state.areComplete = true }
            return state.outputs.first
        }
        guard let part, let output else { return finishIfEnded() }
        state.withLock { $0.isSeeking = true }
        let seqnum = output.seek(
            to: part.lowerBound, until: part.upperBound, landing: Element.Landing.keyframeBefore)
        state.withLock { $0.isSeeking = false }
        guard let seqnum else {
            return finish { [uri] in .failure(PlayerError(.notSeekable, "This content cannot seek", uri: uri))
            }
        }
        state.withLock { state in
            state.seqnum = seqnum
            state.areComplete = true
        }
        finishIfEnded()
    }

    private func end(_ index: Int, _ seqnum: Seqnum) {
        state.withLock { state in
            guard state.streams.indices.contains(index) else { return }
            state.streams[index].end = seqnum
        }
        finishIfEnded()
    }

    /// Whether all requested subtitles of a stream have arrived. Those from before the seek do not count. The
    /// end may arrive before the sequence number of the seek is known.
    private func hasEnded(_ stream: Texts, _ seek: Seqnum?) -> Bool {
        guard let end = stream.end else { return false }
        return part == nil || seek?.isAnswered(by: end) == true
    }

    private func finishIfEnded() {
        let streams: [Texts]? = state.withLock { state in
            guard state.areComplete, state.streams.allSatisfy({ hasEnded($0, state.seqnum) }) else {
                return nil
            }
            // Tags of streams may arrive after the last stream was found, but before the streams end.
            nameTracks(&state)
            return state.streams
        }
        guard let streams else { return }
        noteShortfall()
        finish { .success(streams) }
    }

    private func nameTracks(_ state: inout State) {
        for index in state.streams.indices {
            let pad = state.streams[index].pad
            let name = pad.streamID ?? ""
            var track = Track(
                id: state.streams[index].track.id, kind: .subtitles,
                facts: census.facts(of: name) ?? StreamInfo(id: name), decoded: pad.caps,
                isNamed: !state.demuxers.isDisjoint(with: MetadataCollector.namers))
            if let entry = state.matroska.first(where: { $0.isStream(name) }) { track.take(entry) }
            state.streams[index].track = track
        }
    }

    private func hear(_ message: BusMessage) {
        switch message {
        case .missingPlugin(let description, let caps):
            state.withLock { $0.missing.append(PluginRequest(describing: description, caps: caps)) }
        case .error(let fault):
            let (missing, demuxers, isSeeking) = state.withLock { ($0.missing, $0.demuxers, $0.isSeeking) }
            // A tag event fails if the flush of the seek overtakes it, and the queue takes that for an error
            // (1.22.0). The flush ends this state, and a real error of the medium would occur again.
            if isSeeking, Workaround.textErrorDuringSeek.isNeeded { return }
            // For a valid medium the error means that none of its streams is text.
            let isMedium = !demuxers.isEmpty && fault.element.contains("decodebin")
            finish { [uri] in
                isMedium
                    ? .success([])
                    : .failure(PlayerError(fault, uri: uri, missing: missing, hasPresented: false))
            }
        default: break
        }
    }

    private func wait(for patience: Duration, since arrivals: Int) {
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(patience.inNanoseconds))) { [weak self] in
            guard let self, let now = state.withLock({ $0.answer == nil ? nil : $0.received }) else { return }
            if now != arrivals { return wait(for: patience, since: now) }
            finish { [uri] in
                .failure(
                    PlayerError(.timedOut, "Nothing comes any more", hint: "check the network", uri: uri))
            }
        }
    }

    private func finish(_ result: @escaping @Sendable () -> Result<[Texts], PlayerError>) {
        let answer = state.withLock { state in
            defer { state.answer = nil }
            return state.answer
        }
        guard let answer else { return }
        queue.async {
            self.close()
            answer(result())
        }
    }

    private func close() {
        let (pipeline, source) = state.withLock { state in
            defer { (state.pipeline, state.source, state.streams, state.outputs) = (nil, nil, [], []) }
            return (state.pipeline, state.source)
        }
        pipeline?.silenceBus()
        source?.close()
        reader?.close()
        pipeline?.setState(.null)
    }
}

extension SubtitleCue {
    /// Creates a cue from a text sample. Nil if it contains no text.
    init?(_ sample: TextSample, of track: Track.ID?) {
        let text = MarkupText.plain(sample.text)
        let end = sample.end ?? sample.start + CueSchedule.defaultLength
        guard !text.isEmpty, sample.start < end else { return nil }
        self.init(text: text, markup: sample.text, start: sample.start, end: end, track: track)
    }
}
