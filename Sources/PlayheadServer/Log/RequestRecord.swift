/// A request to a server and the outcome of its response.
public struct RequestRecord: Sendable, Hashable, Identifiable {
    /// How a response ended.
    public enum End: String, Sendable, Hashable, Codable {
        /// The whole response was sent.
        case complete
        /// A fault closed the connection.
        case cut
        /// A fault reset the connection.
        case reset
        /// The client closed the connection before the end of the response.
        case clientLeft
        /// The server was closed.
        case serverClosed
    }

    /// The number of the request, from 1 in the order of arrival.
    public let id: Int
    /// The number of its connection, from 1.
    public let connection: Int
    /// The HTTP method.
    public let method: String
    /// The decoded path without the leading slash.
    public let path: String
    /// The query as received, without the question mark.
    public let query: String?
    /// The headers in the order of the request.
    public let headers: [Header]
    /// The time of arrival, since the start of the server, on the clock of the server.
    public let arrived: Duration
    /// The faults that were applied to the request.
    public internal(set) var faults: [Fault] = []
    /// The status that was sent; nil if none was sent yet.
    public internal(set) var status: Int?
    /// The number of body bytes that were sent.
    public internal(set) var bytesSent = 0
    /// How the response ended; nil before its end.
    public internal(set) var end: End?
    /// The time at which the response ended, since the start of the server, on the clock of the server.
    public internal(set) var ended: Duration?

    /// A header of a request.
    public struct Header: Sendable, Hashable {
        /// The name as received.
        public var name: String
        /// The value.
        public var value: String
    }

    /// The value of the header `Range`.
    public var range: String? { header("range") }

    /// The value of the first header with a name, regardless of upper and lower case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
