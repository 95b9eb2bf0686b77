internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import PlayheadLoops
public import PlayheadRemote
internal import PlayheadSystem

/// Remote control over HTTP: a page for browsers, and a small interface for programs.
///
///     let server = try await RemoteHTTPServer(RemoteControl(player))
///     print(server.links)
///
/// `docs/http.md` lists the routes, and who may use them. On loopback no token is needed; at any other address a client
/// has to know ``token``. It listens until ``close()`` or its release. A client that does not read is disconnected after
/// 20 s, and until then loses changes that newer ones replace.
public final class RemoteHTTPServer: Sendable {
    /// The port.
    public let port: Int
    /// The secret of clients; nil if none is needed.
    public let token: String?
    /// The addresses of the page for this machine and others, with the token. The first one is the best for a phone.
    public let links: [String]
    let hub: EventHub
    private let running: Task<Void, Never>

    /// Listens at an address.
    ///
    /// - Throws: ``RemoteHTTPError`` if it cannot be listened at, or if a folder does not exist.
    public init(
        _ control: RemoteControl, options: RemoteHTTPOptions = RemoteHTTPOptions()
    ) async throws(RemoteHTTPError) {
        let sources = try ItemSources(folders: options.folders, host: control.host)
        let offers: RemoteValue = [
            "quit": .bool(control.host.quit != nil), "screenshot": .bool(control.host.screenshot != nil),
            "folders": .list(sources.folders.map { .string($0.description) }),
        ]
        let limits = options.limits
        let hub = EventHub(
            control, offers: offers, mostClients: limits.eventClients, heartbeat: limits.heartbeat)
        hub.begin()
        let pictures = PictureSource(control.player)
        let listening = try await Listening.start(options) { port, token in
            let policy = AccessPolicy(
                names: options.names + [options.host], token: token, port: port)
            let responder = Responder(
                control: control, policy: policy, sources: sources, hub: hub, pictures: pictures)
            return { request, writer, channel in
                try await responder.respond(
                    Exchange(request: request, channel: channel, limits: limits), writer)
            }
        }
        self.hub = hub
        running = listening.running
        port = listening.port
        token = listening.token?.text
        links = ServerLinks.links(
            host: options.host, address: listening.address, port: listening.port, token: listening.token)
    }

    deinit { close() }

    /// Stops listening, and disconnects all clients.
    public func close() {
        hub.close()
        running.cancel()
    }
}
