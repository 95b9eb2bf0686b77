import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import PlayheadLoops

/// An HTTP/1.1 server on loopback that serves the files of a folder, for tests of programs that play media.
///
///     let server = try await MediaServer(folder: "media", plan: FaultPlan(rules: [
///         FaultRule("hls-ts/low-2.ts", requests: 1, .reset(at: 1000)),
///     ]))
///     player.load(MediaItem(uri: server.address(of: "hls-ts/low.m3u8")), autoplay: true)
///     try await server.log.wait(for: "hls-ts/low-2.ts", count: 2)
///     await server.close()
///
/// What it serves are the regular files of the folder, with their types, lengths, tags and dates, whole or in one part
/// (`Range`, `If-Range`), to GET and HEAD, over connections that are kept. A path that leads out of the folder, be it through
/// a link, is not found. Changes of a file show with the next request. Beyond that it does what its ``FaultPlan`` says, and delays run on
/// the clock that it is given: on a `VirtualClock`, players that wait for what it delays wait no real time, and the clock stands still
/// while it answers. It is reached from this machine alone.
///
/// It serves until it is closed, or until nobody holds it any more.
public final class MediaServer: Sendable {
    /// The port that it listens at.
    public let port: Int
    /// What it shows to clients; nil: it does not speak TLS.
    public let certificate: ServerCertificate?
    /// Every request that it got.
    public let log: RequestLog
    private let state: ServerState
    private let listener: Listener
    private let serving: Task<Void, Never>

    /// Begins to serve.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder; without one, only what the plan has is served.
    ///   - plan: Faults, live streams and documents.
    ///   - clock: What delays, rates and live streams run on.
    ///   - port: Where to listen; 0: at a port that is free.
    ///   - certificate: What to show to clients, who then have to come by TLS.
    public init(
        folder: String? = nil, plan: FaultPlan = FaultPlan(), clock: any Clock<Duration> = ContinuousClock(),
        port: Int = 0, certificate: ServerCertificate? = nil
    ) async throws(MediaServerError) {
        let security = try certificate.map { certificate throws(MediaServerError) in
            try certificate.context()
        }
        ServerLoops.attend()
        let state = try ServerState(folder: folder, plan: plan, time: ServerTime(clock))
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

    /// The address of the folder, with a slash at its end.
    public var address: String { "\(certificate == nil ? "http" : "https")://127.0.0.1:\(port)/" }

    /// The address of a path in the folder; what an address cannot have in it is encoded.
    public func address(of path: String) -> String {
        let path = path.drop { $0 == "/" }
        return address + (path.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? String(path))
    }

    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/!$&'()*+,;=:@")

    /// Ends all connections, and returns when nothing of the server is left. Its log stays.
    public func close() async {
        stop()
        await serving.value
    }
}
