internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import PlayheadLoops
internal import PlayheadSystem

/// An HTTP/1.1 server on the loopback interface that serves a folder, for tests of media players.
///
///     let server = try await MediaServer(folder: "media", plan: FaultPlan(rules: [
///         FaultRule("hls-ts/low-2.ts", requests: 1, .reset(at: 1000)),
///     ]))
///     player.load(MediaItem(uri: server.address(of: "hls-ts/low.m3u8")), autoplay: true)
///     try await server.log.wait(for: "hls-ts/low-2.ts", count: 2)
///     await server.close()
///
/// The server responds as follows:
///
/// - It serves regular files of the folder, with their types, lengths, entity tags and dates.
/// - It accepts GET and HEAD, and single ranges (`Range`, `If-Range`).
/// - It keeps connections open between requests.
/// - It responds with status 404 to a symbolic link out of the folder, and with 400 to a path with `..`.
/// - A change of a file is visible in the next request.
/// - It applies the faults of its ``FaultPlan``.
/// - With a ``ServedArchive``, it responds to recorded requests as recorded.
/// - It accepts connections from this machine alone.
///
/// Delays run on the clock of the server. On a `VirtualClock` the players wait no real time for delayed
/// responses, and the clock is stopped while the server works on a response.
///
/// The server runs until `close()`, or until the last reference to it is released.
public final class MediaServer: Sendable {
    /// The port of the listening socket.
    public let port: Int
    /// The certificate of the server; nil without TLS.
    public let certificate: ServerCertificate?
    /// The log of all requests.
    public let log: RequestLog
    private let state: ServerState
    /// The addresses of the archive.
    private let recorded: Set<String>
    private let listener: Listener
    private let serving: Task<Void, Never>

    /// Starts the server.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder; nil serves only the archive, and the documents and streams of the
    ///     plan.
    ///   - har: The recorded responses. They have precedence over the folder. Bodies that were not recorded
    ///     are files of the folder.
    ///   - plan: The faults, live streams and documents.
    ///   - clock: The clock of delays, rates and live streams.
    ///   - port: The port to listen at; 0 selects a free port.
    ///   - certificate: The certificate of the server. With one, clients have to use TLS.
    public init(
        folder: String? = nil, har: ServedArchive? = nil, plan: FaultPlan = FaultPlan(),
        clock: any Clock<Duration> = ContinuousClock(),
        port: Int = 0, certificate: ServerCertificate? = nil
    ) async throws(MediaServerError) {
        let security = try certificate.map { certificate throws(MediaServerError) in
            try certificate.context()
        }
        ServerLoops.attend()
        let state = try ServerState(folder: folder, archive: har, plan: plan, time: ServerTime(clock))
        let listener: Listener
        do {
            listener = try await Listener(port: port, security, for: state)
        } catch {
            throw .cannotListen(port: port, reason: "\(error)")
        }
        self.listener = listener
        self.port = listener.port
        self.state = state
        self.certificate = certificate
        recorded = Set(har?.addresses ?? [])
        log = state.log
        state.time.open(port: listener.port)
        serving = Task(executorPreference: LoopExecutor(MultiThreadedEventLoopGroup.singleton.next())) {
            await listener.serve()
            state.log.close()
        }
    }

    deinit { stop() }

    private func stop() {
        state.isClosing = true
        listener.stop()
        state.time.close(port: port)
    }

    /// The base URL of the folder, with a trailing slash.
    public var address: String { "\(certificate == nil ? "http" : "https")://127.0.0.1:\(port)/" }

    /// The URL of a path in the folder, percent-encoded. A recorded address of the archive is taken as it is,
    /// with its query.
    public func address(of path: String) -> String {
        if recorded.contains(path) { return address + path }
        let bytes = path.utf8.drop { $0 == UInt8(ascii: "/") }
        return address + PercentEncoding.encoded(Array(bytes)) { Self.plain.contains($0) }
    }

    private static let plain = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/!$&'()*+,;=:@".utf8)

    /// Ends all connections, and returns after the server has stopped. The log stays available.
    public func close() async {
        stop()
        await serving.value
    }
}
