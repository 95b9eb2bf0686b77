/// Where and for whom a ``RemoteHTTPServer`` answers.
public struct RemoteHTTPOptions: Sendable {
    /// The address or the name to listen at.
    public var host = "127.0.0.1"
    /// The port; 0 takes a free one.
    public var port = defaultPort
    /// Names by which browsers may call the server, besides addresses, `localhost` and ``host``.
    public var names: [String] = []
    /// The folders of which files may be added to the queue; none by default. Symbolic links in them that lead
    /// elsewhere are refused.
    public var folders: [String] = []
    /// The secret of clients. Nil makes a random one where others can connect, and needs none on loopback.
    public var token: String?

    /// The port of programs that name none.
    public static let defaultPort = 8466

    /// Makes options for this machine alone.
    public init() {}

    var limits = RemoteHTTPLimits()
}

/// What clients may use up.
struct RemoteHTTPLimits: Sendable {
    /// Connections at once. More wait until one ends.
    var connections = 256
    /// Clients of the event stream at once. More are refused, so that connections remain for commands.
    var eventClients = 128
    /// The bytes of a body.
    var body = 1 << 20
    /// The bytes of all header fields.
    var header = 16 << 10
    /// The time for a head, and for a connection without requests.
    var idle = Duration.seconds(20)
    /// The time for a body, and for each part of a response that the client does not read.
    var transfer = Duration.seconds(20)
    /// The time between signs of life on the event stream.
    var heartbeat = Duration.seconds(10)
}
