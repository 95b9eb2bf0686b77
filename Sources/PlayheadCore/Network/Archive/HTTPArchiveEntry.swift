internal import FoundationEssentials
internal import PlayheadSystem

/// An entry of a HAR 1.2 file. Names that begin with an underscore are additions of Playhead.
package struct HTTPArchiveEntry: Encodable, Sendable {
    package struct Field: Encodable, Sendable {
        package var name: String
        package var value: String

        package init(name: String, value: String) { (self.name, self.value) = (name, value) }
    }

    package struct Request: Encodable, Sendable {
        package var method: String
        package var url: String
        package var httpVersion = "HTTP/1.1"
        package var headers: [Field]
        var queryString: [Field] = []
        /// Cookies are in the header field only.
        private var cookies: [Field] = []
        private var headersSize = -1
        private var bodySize = 0

        package init(method: String, url: String, headers: [Field]) {
            (self.method, self.url, self.headers) = (method, url, headers)
            let query = url.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1).dropFirst().first
            queryString = (query ?? "").split(separator: "&").map { pair in
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return Field(
                    name: Self.plain(parts[0]), value: parts.count > 1 ? Self.plain(parts[1]) : "")
            }
        }

        private static func plain(_ text: Substring) -> String {
            let spaced = text.map { $0 == "+" ? " " : String($0) }.joined()
            return PercentEncoding.strictlyDecoded(spaced) ?? spaced
        }
    }

    package struct Content: Encodable, Sendable {
        /// The size of the decoded body in bytes.
        var size = 0
        /// The number of bytes that compression saved; nil without compression.
        var compression: Int?
        var mimeType = ""
        var text: String?
        /// `base64` if the text is encoded.
        var encoding: String?
        var comment: String?
    }

    package struct Response: Encodable, Sendable {
        var status = 0
        var statusText = ""
        var httpVersion = ""
        var headers: [Field] = []
        private var cookies: [Field] = []
        var content = Content()
        var redirectURL = ""
        private var headersSize = -1
        /// The number of body bytes on the network; -1 without a response.
        var bodySize = -1
    }

    /// The phases in milliseconds; -1 for a phase that did not occur or is not known. `connect` includes
    /// `ssl`.
    package struct Timings: Encodable, Sendable {
        var blocked = -1.0
        var dns = -1.0
        var connect = -1.0
        var ssl = -1.0
        var send = 0.0
        var wait = 0.0
        var receive = 0.0
    }

    /// What HAR calls the cache: unknown, because the player has none.
    private struct Cache: Encodable {}

    var startedDateTime: String
    /// The sum of the timings in milliseconds, without `ssl`.
    var time = 0.0
    var request: Request
    var response = Response()
    var timings = Timings()
    var serverIPAddress: String?
    /// The reason why the response is missing or incomplete; nil for a complete one.
    var error: String?
    /// The part of `receive` in which the player did not read, because its buffer was full, in milliseconds.
    var held: Double?

    init(_ request: Request, date: Date) {
        startedDateTime = date.formatted(
            Date.ISO8601FormatStyle(includingFractionalSeconds: true, timeZone: .gmt))
        self.request = request
    }

    private enum Key: String, CodingKey {
        case startedDateTime, time, request, response, cache, timings, serverIPAddress
        case error = "_error"
        case held = "_held"
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(startedDateTime, forKey: .startedDateTime)
        try object.encode(time, forKey: .time)
        try object.encode(request, forKey: .request)
        try object.encode(response, forKey: .response)
        try object.encode(Cache(), forKey: .cache)
        try object.encode(timings, forKey: .timings)
        try object.encodeIfPresent(serverIPAddress, forKey: .serverIPAddress)
        try object.encodeIfPresent(error, forKey: .error)
        try object.encodeIfPresent(held, forKey: .held)
    }

    /// The entry as JSON on one line.
    var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { Array($0) } ?? Array("{}".utf8)
    }
}
