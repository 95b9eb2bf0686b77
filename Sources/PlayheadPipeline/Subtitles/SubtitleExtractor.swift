internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadStreaming
internal import PlayheadSystem
internal import Synchronization

/// Reads the texts of a file without decoding anything else, as fast as the file can be read.
final class SubtitleExtractor: Sendable {
    /// The texts of a stream.
    struct Texts: Sendable {
        var track: Track
        var schedule = CueSchedule()
        /// Those that are pictures, where a part of the medium is read.
        var pieces: [TextSample] = []
        fileprivate var pad: Pad
        /// The number of its last end.
        fileprivate var end: Seqnum?
    }

    private struct State {
        var pipeline: Element?
        var source: ProgressiveSource?
        var isList = false
        var outputs: [Element] = []
        var streams: [Texts] = []
        var demuxers: Set<String> = []
        /// What a Matroska file says of its tracks.
        var matroska: [MatroskaTrack] = []
        var areComplete = false
        /// Where what is read began with a seek, that has this number.
        var seqnum: Seqnum?
        /// Whether that seek is being sent.
        var isSeeking = false
        var missing: [PluginRequest] = []
        /// Up to where there is anything in the medium.
        var reached: Duration?
        var shortfall: PlayerError?
        /// What comes from a server, where the last of it stood, to tell that nothing does any more.
        var received = 0
        var answer: (@Sendable (Result<[Texts], PlayerError>) -> Void)?
        var isGivenUp = false
    }

    private let uri: String
    private let access: NetworkAccess
    /// What is read; nil for all.
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

    /// Begins, and answers once, on the queue. A server from which nothing comes for so long has failed.
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

    /// Whether it has failed because it is a playlist or a manifest.
    var isList: Bool { state.withLock(\.isList) }

    /// What the medium promised and did not have, where all of it was read.
    var shortfall: PlayerError? { state.withLock(\.shortfall) }

    /// Gives up.
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

    /// Decodes what stands at an address; on `queue`.
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
        // Pictures of text are not read, but they count: tracks are called by their places.
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

    /// Loads what is on a network.
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

    /// It is a stream: what reads files finds not all of its texts, or none.
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
        if element.factoryName == "multiqueue" { census.watch(element) }
        if element.factoryName == "tsdemux" { TimestampNormalizer.follow(element) }
        if element.factoryName == "matroskademux", !uri.hasPrefix("file:") {
            element.pad("sink")?.onHead(upTo: MatroskaTracks.largestHead) { [weak self] head, _ in
                guard let tracks = MatroskaTracks.read(head: head) else { return false }
                self?.state.withLock { $0.matroska = tracks }
                return true
            }
        }
        if element.kind.contains("Demuxer") {
            state.withLock { _ = $0.demuxers.insert(element.factoryName) }
            // Also of what is not read: a medium may end long after its last text.
            if part == nil { element.onPadAdded { [weak self] in self?.measure($0) } }
        }
    }

    private func measure(_ pad: Pad) {
        let segment = Mutex<Segment?>(nil)
        pad.watch { [weak self] passage in
            switch passage {
            case .segment(let new): segment.withLock { $0 = new }
            case .buffer(let start?, let duration):
                guard let segment = segment.withLock(\.self), segment.isTime,
                    let end = segment.unboundedStreamTime(start + (duration ?? .zero))
                else { return }
                self?.state.withLock { $0.reached = max($0.reached ?? end, end) }
            default: break
            }
        }
    }

    /// Everything was read: whether that is all that was promised.
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
                // What is being taken down may still give something out.
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

    /// Every stream is known.
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

    /// Whether what was asked for of a stream has come: what was read before the seek is not that, and its end may come before it is known
    /// which number the seek has.
    private func hasEnded(_ stream: Texts, _ seek: Seqnum?) -> Bool {
        guard let end = stream.end else { return false }
        return part == nil || seek?.isAnswered(by: end) == true
    }

    private func finishIfEnded() {
        let streams: [Texts]? = state.withLock { state in
            guard state.areComplete, state.streams.allSatisfy({ hasEnded($0, state.seqnum) }) else {
                return nil
            }
            // What streams say of themselves may pass after it was said that these are all; before they end, it has.
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
            // What a stream says of itself fails where the flush of the seek overtakes it, and the queue before it takes that for an error (1.22.0).
            // It is over with the flush; what is wrong with the medium fails once more.
            if isSeeking, Workaround.textErrorDuringSeek.isNeeded { return }
            // Where there is a medium, what is wrong with it is that nothing in it is text.
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
    /// A text that has come; nil when there is nothing to read in it.
    init?(_ sample: TextSample, of track: Track.ID?) {
        let text = MarkupText.plain(sample.text)
        let end = sample.end ?? sample.start + CueSchedule.defaultLength
        guard !text.isEmpty, sample.start < end else { return nil }
        self.init(text: text, markup: sample.text, start: sample.start, end: end, track: track)
    }
}
