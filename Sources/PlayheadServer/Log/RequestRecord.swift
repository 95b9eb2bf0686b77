/// A request, and how it was answered.
public struct RequestRecord: Sendable, Hashable, Identifiable {
    /// How an answer ended.
    public enum End: String, Sendable, Hashable, Codable {
        /// All of it was sent.
        case complete
        /// A fault closed the connection.
        case cut
        /// A fault reset the connection.
        case reset
        /// The client went before it had everything.
        case clientLeft
        /// The server was closed.
        case serverClosed
    }

    /// The number of the request, from 1 in the order of arrival.
    public let id: Int
    /// The number of the connection that it came on, from 1.
    public let connection: Int
    /// The method.
    public let method: String
    /// The path, decoded and without the slash at its beginning.
    public let path: String
    /// What follows the question mark, as it came.
    public let query: String?
    /// The headers, in order.
    public let headers: [Header]
    /// When it arrived: the time since the server was made, on its clock.
    public let arrived: Duration
    /// The faults that it met.
    public internal(set) var faults: [Fault] = []
    /// The status that was sent; nil as long as, or if, none was.
    public internal(set) var status: Int?
    /// How many bytes of the body were sent.
    public internal(set) var bytesSent = 0
    /// How the answer ended; nil until it has.
    public internal(set) var end: End?
    /// When the answer ended: the time since the server was made, on its clock.
    public internal(set) var ended: Duration?

    /// A header of a request.
    public struct Header: Sendable, Hashable {
        /// Its name, as it was sent.
        public var name: String
        /// Its value.
        public var value: String
    }

    /// The header `Range`.
    public var range: String? { header("range") }

    /// The value of a header, whatever the case of its name; of several the first.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
