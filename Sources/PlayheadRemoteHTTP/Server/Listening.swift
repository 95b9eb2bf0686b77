internal import Glibc
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import PlayheadLoops
internal import PlayheadSystem
internal import Synchronization

/// A server that listens.
struct Listening: Sendable {
    let running: Task<Void, Never>
    let address: SocketAddress?
    let token: AccessToken?

    var port: Int { address?.port ?? 0 }

    typealias MakeResponder = @Sendable (_ port: Int, _ token: AccessToken?) -> HTTPChannelHandler.Responder

    /// Listens, and decides about the token before the first request is answered.
    ///
    /// All work runs on one event loop, so that it takes no more than one processor, and no thread of Swift's pool.
    static func start(
        _ options: RemoteHTTPOptions, _ make: @escaping MakeResponder
    ) async throws(RemoteHTTPError) -> Listening {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let limits = options.limits
        let found = ResponderBox()
        let channel = HTTP1Channel(
            responder: { request, writer, channel in
                guard let responder = found.responder else { return }
                try await responder(request, writer, channel)
            },
            configuration: .init(
                idleTimeout: TimeAmount(limits.idle),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: limits.header, maxHeaderListSize: limits.header,
                    maxHeaderFieldCount: 100)))
        let quiet = Logger(label: "playhead.http") { _ in SwiftLogNoOpLogHandler() }
        let (outcomes, report) = AsyncStream<Result<(SocketAddress?, AccessToken?), any Error>>.makeStream()
        let server = Server(
            childChannelSetup: channel,
            configuration: ServerConfiguration(
                address: .hostname(options.host, port: options.port), backlog: 64,
                availableConnectionsDelegate: .maximum(limits.connections, logger: quiet)),
            onServerRunning: { channel in
                let address = channel.localAddress
                let isLocal = address?.isLoopback ?? false
                let token = options.token.map(AccessToken.init) ?? (isLocal ? nil : .random())
                found.set(make(address?.port ?? 0, token))
                report.yield(.success((address, token)))
            }, eventLoopGroup: loop, logger: quiet)
        let running = Task(executorPreference: LoopExecutor(loop)) {
            do { try await server.run() } catch { report.yield(.failure(error)) }
            report.finish()
        }
        var outcome = outcomes.makeAsyncIterator()
        switch await outcome.next() {
        case .success(let (address, token)):
            return Listening(running: running, address: address, token: token)
        case .failure(let error): throw RemoteHTTPError(error, options)
        case nil: throw .refused(address: options.address, reason: "the server has ended")
        }
    }
}

/// The responder, which is made when the port is known.
private final class ResponderBox: Sendable {
    private let value = Mutex<HTTPChannelHandler.Responder?>(nil)

    var responder: HTTPChannelHandler.Responder? { value.withLock(\.self) }
    func set(_ responder: @escaping HTTPChannelHandler.Responder) { value.withLock { $0 = responder } }
}

extension SocketAddress {
    fileprivate var isLoopback: Bool {
        guard let bytes = ipAddress.flatMap(NumericHost.bytes) else { return false }
        return bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }
}

extension RemoteHTTPOptions {
    /// The address as `HOST:PORT`.
    var address: String { "\(ServerLinks.bracketed(host)):\(port)" }
}

extension RemoteHTTPError {
    init(_ error: any Error, _ options: RemoteHTTPOptions) {
        guard let error = error as? IOError else {
            self = .noSuchAddress(options.host)
            return
        }
        switch error.errnoCode {
        case EADDRINUSE: self = .inUse(address: options.address)
        case EADDRNOTAVAIL: self = .noSuchAddress(options.host)
        default:
            let reason = unsafe strerror(error.errnoCode).map { unsafe String(cString: $0) }
            self = .refused(address: options.address, reason: reason ?? "error \(error.errnoCode)")
        }
    }
}
