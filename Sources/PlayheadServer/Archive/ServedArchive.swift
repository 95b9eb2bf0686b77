import FoundationEssentials

/// The recorded responses of a HAR file, as `HTTPArchive`, `playhead play --har FILE --har-bodies` or a
/// browser writes it. A ``MediaServer`` responds with them.
///
///     let archive = try ServedArchive(contentsOf: "session.har")
///     let server = try await MediaServer(har: archive, clock: clock)
///     player.load(MediaItem(uri: server.address + archive.addresses[0]), autoplay: true)
///
/// - A request gets the response that was recorded for its method, path, query and range. The host does not
///   count.
/// - Several responses to one address are given in their order. The last one repeats.
/// - A request for a range that was not recorded gets it from a whole response, or from recorded ranges.
/// - Addresses of recorded hosts in playlists, manifests and redirects lead to the server.
/// - An incomplete response ends where the recorded one did.
public struct ServedArchive: Sendable {
    /// Whether the server takes the recorded times: the wait for each response, and the duration of its
    /// transfer. Otherwise it responds at once.
    public var usesTimings: Bool
    let exchanges: [RecordedExchange]

    /// Reads a HAR file. All bodies are held in memory.
    public init(contentsOf path: String, usesTimings: Bool = true) throws(DocumentError) {
        try self.init(text: Document(path: path).text, file: path, usesTimings: usesTimings)
    }

    /// Parses the text of a HAR file. Errors name the file.
    package init(text: String, file path: String, usesTimings: Bool = true) throws(DocumentError) {
        self.usesTimings = usesTimings
        let entries: [ArchiveEntry]
        do {
            let plain = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
            entries = try JSONDecoder().decode(ArchiveDocument.self, from: Data(plain.utf8)).log.entries
        } catch {
            throw DocumentError(file: path, message: "is no HAR file: \(Self.words(of: error))")
        }
        let sorted = entries.enumerated().sorted {
            ($0.element.startedDateTime ?? "", $0.offset) < ($1.element.startedDateTime ?? "", $1.offset)
        }
        let origins = RecordedOrigins(entries.map(\.request.url))
        var exchanges: [RecordedExchange] = []
        for entry in sorted.map(\.element) {
            do throws(RecordedExchange.Damaged) {
                if let exchange = try RecordedExchange(entry, origins) { exchanges.append(exchange) }
            } catch {
                throw DocumentError(file: path, message: "the body of \(entry.request.url) is damaged base64")
            }
        }
        self.exchanges = exchanges
        if exchanges.isEmpty { throw DocumentError(file: path, message: "has no HTTP requests") }
    }

    /// The recorded addresses in the order of their first requests, relative to the address of the server.
    /// The first one is often that of the medium.
    public var addresses: [String] {
        var known: Set<String> = []
        return exchanges.map(\.reference).filter { known.insert($0).inserted }
    }

    private static func words(of error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        func place(_ context: DecodingError.Context, _ last: [any CodingKey] = []) -> String {
            let path = (context.codingPath + last).map { key in
                key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)"
            }.joined()
            return path.isEmpty ? "the document" : String(path.dropFirst())
        }
        return switch error {
        case .keyNotFound(let key, let context): "\(place(context, [key])) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(place(context)) has the wrong type"
        case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is no JSON"
        case .dataCorrupted(let context): "\(place(context)): \(context.debugDescription)"
        @unknown default: "\(error)"
        }
    }
}
