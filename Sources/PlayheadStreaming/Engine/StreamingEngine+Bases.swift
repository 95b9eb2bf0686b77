internal import AdaptiveStreaming

/// Alternative base URLs of a manifest that serve the same files (`BaseURL`).
extension StreamingEngine {
    /// The URIs at which a file is available. The first one is the declared URI.
    func addresses(of uri: String) -> [String] {
        var found = [uri]
        for row in manifest?.manifest.bases ?? [] {
            for address in found {
                guard let base = row.first(where: { Self.holds($0, address) }) else { continue }
                for other in row where found.count < Self.mostAddresses {
                    let twin = other + address.dropFirst(base.count)
                    if !found.contains(twin) { found.append(twin) }
                }
            }
        }
        return found
    }

    /// References to copies of the requested file under other base URLs.
    func twins(of job: StreamFetch) -> [Reference] {
        guard job.isOfFile else { return [] }
        return addresses(of: job.target.uri).dropFirst().map { uri in
            var twin = job.reference
            twin.uri = uri
            return twin
        }
    }

    /// The URI for a request: under the base URL that worked last.
    func placed(_ uri: String) -> String {
        guard !workingBases.isEmpty, case let found = addresses(of: uri), found.count > 1 else { return uri }
        return workingBases.lazy.compactMap { base in found.first { Self.holds(base, $0) } }.first ?? uri
    }

    /// Notes that a file came from another base URL. Later requests use that base URL too.
    mutating func noteWorking(_ job: StreamFetch) {
        guard job.isOfFile, job.target.uri != job.reference.uri else { return }
        for row in manifest?.manifest.bases ?? [] {
            guard let base = row.first(where: { Self.holds($0, job.target.uri) }),
                let failed = row.first(where: { Self.holds($0, job.reference.uri) }), base != failed
            else { continue }
            workingBases.removeAll { $0 == base || $0 == failed }
            workingBases.insert(base, at: 0)
        }
        if workingBases.count > Self.mostAddresses { workingBases.removeLast() }
    }

    /// Whether a URI is in a folder, or equals the base URL of a file.
    private static func holds(_ base: String, _ uri: String) -> Bool {
        base.hasSuffix("/") ? uri.hasPrefix(base) : uri == base
    }

    private static var mostAddresses: Int { 16 }
}
