internal import NIOHTTP1
internal import NIOPosix
internal import Synchronization

/// The state that all connections of a server share.
final class ServerState: Sendable {
    let time: ServerTime
    let log = RequestLog()
    private let folder: ServedFolder?
    private let documents: [String: String]
    private let streams: LiveStreams
    private let archive: RecordedResponses?
    private let counter: Mutex<RuleCounter>
    private let closing = Mutex(false)

    init(
        folder: String?, archive: ServedArchive?, plan: FaultPlan, time: ServerTime
    ) throws(MediaServerError) {
        self.time = time
        documents = plan.documents
        counter = Mutex(RuleCounter(plan.rules))
        self.folder = try folder.map { path throws(MediaServerError) in
            guard let folder = ServedFolder(path) else { throw .noFolder(path) }
            return folder
        }
        self.archive = archive.map { [folder = self.folder] in RecordedResponses($0, folder: folder) }
        if let uri = self.archive?.missingBody { throw .missingBody(uri: uri) }
        var sources: [(path: String, stream: LiveStream, source: StreamSource)] = []
        for (path, stream) in plan.streams {
            let text = documents[stream.source] ?? self.folder?.file(at: stream.source)?.text
            guard let text else { throw .badStream(path: stream.source, reason: "it is not there") }
            do throws(StreamSource.Refusal) {
                sources.append((path, stream, try StreamSource(text, at: stream.source)))
            } catch {
                throw .badStream(path: stream.source, reason: error.reason)
            }
        }
        streams = LiveStreams(sources)
    }

    /// Whether connections end because the server closes.
    var isClosing: Bool {
        get { closing.withLock(\.self) }
        set { closing.withLock { $0 = newValue } }
    }

    /// Counts a request and returns the faults that apply to it.
    func faults(for request: HTTPRequestHead, at path: String) -> ActiveFaults {
        counter.withLock { $0.faults(for: request.method.rawValue, path, at: time.now) }
    }

    /// The recorded response to a request; nil without one, and for a document of the plan.
    func recorded(for request: HTTPRequestHead, at target: RequestTarget) -> RecordedResponse? {
        if documents[target.path] != nil { return nil }
        return archive?.response(
            to: request.method.rawValue, target, range: request.headers.first(name: "Range"))
    }

    /// The current content at a path.
    func resource(at path: String, with faults: ActiveFaults) async throws -> Resource? {
        if let text = documents[path] { return Resource(text: text, type: MediaType.name(for: path)) }
        switch streams.content(at: path, with: faults, at: time.now) {
        case .playlist(let text): return Resource(text: text, type: MediaType.name(for: path))
        case .file(let file): return try await self.file(at: file)
        case nil: return try await file(at: path)
        }
    }

    private func file(at path: String) async throws -> Resource? {
        guard let folder else { return nil }
        // A thread of the pool blocks on the disk, instead of the event loop.
        let file = try await NIOThreadPool.singleton.runIfActive { folder.file(at: path) }
        return file.map { Resource(file: $0, path: path) }
    }
}
