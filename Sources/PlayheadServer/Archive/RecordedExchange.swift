import FoundationEssentials

/// A recorded request and its response, as they are served.
struct RecordedExchange: Sendable {
    /// The text of a body is not valid base64.
    struct Damaged: Error {}

    /// What distinguishes requests.
    struct Address: Hashable {
        var method: String
        var path: String
        var query: String?
    }

    /// How the response ends.
    enum End {
        case complete
        /// The connection ends.
        case cut
        /// Nothing more comes until the client leaves.
        case silent
    }

    var address: Address
    /// The address as it was recorded.
    var uri: String
    /// The value of the header `Range`.
    var range: String?
    /// 0 without a response.
    var status: Int
    var type: String
    /// The headers, without those that describe the connection or the encoding.
    var headers: [(name: String, value: String)] = []
    /// The decoded body; nil if it was not recorded.
    var body: [UInt8]?
    /// The size that a response without its end has declared.
    var declaredSize: Int?
    var end = End.complete
    /// Whether the client ended the request.
    var wasCancelled = false
    var wait: Duration
    /// The duration of the transfer of the body.
    var transfer: Duration

    /// Nil for what is not HTTP, such as `data:`.
    init?(_ entry: ArchiveEntry, _ origins: RecordedOrigins) throws(Damaged) {
        let isHTTP = ["http://", "https://"].contains { entry.request.url.lowercased().hasPrefix($0) }
        guard isHTTP, let target = RequestTarget(entry.request.url) else { return nil }
        address = Address(method: entry.request.method, path: target.path, query: target.query)
        uri = entry.request.url
        range = entry.requestHeader("range")
        // A client of this server has no cache.
        status = entry.response.status == 304 ? 200 : max(entry.response.status, 0)
        let content = entry.response.content
        let declaredType = entry.header("content-type") ?? content?.mimeType ?? ""
        type = declaredType.isEmpty ? MediaType.name(for: target.path) : declaredType
        headers = Self.headers(of: entry, origins)
        body = try Self.body(of: entry)
        let receive = (entry.timings?.receive ?? 0) - (entry.held ?? 0)
        wait = .milliseconds(max(entry.timings?.wait ?? 0, 0))
        transfer = .milliseconds(max(receive, 0))
        noteEnd(of: entry)
        if let bytes = body, namesResources, let text = String(validating: bytes, as: UTF8.self) {
            body = Array(origins.removed(from: text).utf8)
        }
    }

    private mutating func noteEnd(of entry: ArchiveEntry) {
        wasCancelled = entry.error == "cancelled"
        let wasSilent = entry.error?.hasPrefix("no data for") == true
        if status == 0 {
            end = wasSilent ? .silent : .cut
            return
        }
        if address.method == "HEAD" {
            declaredSize = entry.header("content-length").flatMap { Int($0) }
            return
        }
        guard status < 300, let body else { return }
        let isCoded = entry.header("content-encoding").map { $0.lowercased() != "identity" } ?? false
        let size = isCoded ? nil : entry.header("content-length").flatMap { Int($0) }
        if let size, size > body.count {
            declaredSize = size
            end = wasSilent ? .silent : .cut
        } else if size == nil, entry.error != nil {
            end = wasSilent ? .silent : .cut
        }
    }

    /// The address without its origin, as it was recorded.
    var reference: String {
        guard let scheme = uri.firstRange(of: "://") else { return uri }
        return String(uri[scheme.upperBound...].drop { !"/?#".contains($0) }.drop { $0 == "/" })
    }

    /// Whether a response with a body was recorded without it.
    var lacksBody: Bool {
        body == nil && address.method == "GET" && (200..<300).contains(status) && status != 204
    }

    /// Whether the body is a playlist or a manifest.
    private var namesResources: Bool {
        let type = type.prefix { $0 != ";" }.lowercased()
        let path = address.path.lowercased()
        return type.hasSuffix("mpegurl") || type.hasSuffix("dash+xml") || path.hasSuffix(".m3u8")
            || path.hasSuffix(".mpd")
    }

    private static func body(of entry: ArchiveEntry) throws(Damaged) -> [UInt8]? {
        guard let content = entry.response.content else { return nil }
        guard let text = content.text else {
            let declared = entry.header("content-length").flatMap { Int($0) }
            return content.size ?? 0 <= 0 && declared ?? 0 == 0 ? [] : nil
        }
        guard content.encoding?.lowercased() == "base64" else { return Array(text.utf8) }
        guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else { throw Damaged() }
        return Array(data)
    }

    private static func headers(
        of entry: ArchiveEntry, _ origins: RecordedOrigins
    ) -> [(name: String, value: String)] {
        (entry.response.headers ?? []).compactMap { field in
            let name = field.name.lowercased()
            // HTTP/2 has fields such as `:status`. A redacted cookie is none.
            guard !dropped.contains(name), !name.hasPrefix(":"), !name.hasPrefix("proxy-"),
                name != "set-cookie" || field.value != "(redacted)"
            else { return nil }
            let value = name == "location" ? origins.removed(from: field.value) : field.value
            return value.contains(where: \.isNewline) ? nil : (field.name, value)
        }
    }

    /// Headers of the connection, of the encoding and of other servers.
    private static let dropped: Set = [
        "connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "content-length",
        "content-encoding", "content-type", "content-md5", "digest", "alt-svc", "strict-transport-security",
        "content-security-policy",
    ]
}
