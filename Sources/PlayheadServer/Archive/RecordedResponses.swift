internal import Synchronization

/// Chooses the recorded response to each request, and counts the requests of each address.
final class RecordedResponses: Sendable {
    private struct Key: Hashable {
        var address: RecordedExchange.Address
        var range: String?
    }

    private let exchanges: [RecordedExchange.Address: [RecordedExchange]]
    private let folder: ServedFolder?
    private let usesTimings: Bool
    private let counts = Mutex<[Key: Int]>([:])

    /// The first address whose body is missing in the archive and in the folder; nil if there is none.
    let missingBody: String?

    init(_ archive: ServedArchive, folder: ServedFolder?) {
        self.folder = folder
        usesTimings = archive.usesTimings
        exchanges = Dictionary(grouping: archive.exchanges, by: \.address)
        missingBody =
            archive.exchanges.first { exchange in
                exchange.lacksBody && folder?.recorded(exchange.address.path) == nil
            }?.uri
    }

    /// The next response to a request; nil for an address that was not recorded.
    func response(to method: String, _ target: RequestTarget, range: String?) -> RecordedResponse? {
        var address = RecordedExchange.Address(method: method, path: target.path, query: target.query)
        if exchanges[address] == nil, method == "HEAD" { address.method = "GET" }
        guard let all = exchanges[address] else { return nil }
        guard var response = choice(from: all, Key(address: address, range: range)) else { return nil }
        if !usesTimings { (response.wait, response.transfer) = (.zero, .zero) }
        return response
    }

    private func choice(from all: [RecordedExchange], _ key: Key) -> RecordedResponse? {
        let same = all.filter { $0.range == key.range }
        if let exchange = next(of: same, key) {
            if exchange.lacksBody { return file(of: exchange) }
            // The client left, and may not do so this time.
            if exchange.wasCancelled, let rest = RecordedPieces(all).response(to: key.range) { return rest }
            return RecordedResponse(exchange)
        }
        let whole = all.filter { $0.range == nil && $0.status == 200 && $0.end == .complete }
        if let exchange = next(of: whole, key) {
            return exchange.lacksBody ? file(of: exchange) : RecordedResponse(offering: exchange)
        }
        if let response = RecordedPieces(all).response(to: key.range) { return response }
        if let exchange = all.first(where: \.lacksBody) { return file(of: exchange) }
        // A response that depends on no range, such as an error or a redirect.
        return next(of: all.filter { $0.status != 206 && $0.status != 200 }, key).map { RecordedResponse($0) }
    }

    /// The next of several responses to one request; the last one repeats.
    private func next(of exchanges: [RecordedExchange], _ key: Key) -> RecordedExchange? {
        guard let last = exchanges.last else { return nil }
        let count = counts.withLock { counts in
            defer { counts[key, default: 0] += 1 }
            return counts[key, default: 0]
        }
        return count < exchanges.count ? exchanges[count] : last
    }

    /// The response with a file of the folder as its body.
    private func file(of exchange: RecordedExchange) -> RecordedResponse? {
        folder?.recorded(exchange.address.path).map { file in
            var resource = Resource(file: file, path: exchange.address.path)
            resource.type = exchange.type
            return RecordedResponse(offering: resource, like: exchange)
        }
    }
}

extension ServedFolder {
    /// The file of a recorded path: the whole path in the folder, or as much of its end as there is.
    fileprivate func recorded(_ path: String) -> OpenFile? {
        var rest = Substring(path)
        while true {
            if let file = file(at: String(rest)) { return file }
            guard let slash = rest.firstIndex(of: "/") else { return nil }
            rest = rest[rest.index(after: slash)...]
        }
    }
}
