internal import AdaptiveStreaming

/// The base addresses of a manifest, of which several may hold the same (`BaseURL`).
extension StreamingEngine {
    /// Under which addresses a file can be had: the one it is named by first.
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

    /// The same files elsewhere as the one that a job asks for.
    func twins(of job: StreamFetch) -> [Reference] {
        guard job.isOfFile else { return [] }
        return addresses(of: job.target.uri).dropFirst().map { uri in
            var twin = job.reference
            twin.uri = uri
            return twin
        }
    }

    /// Where a file is asked for: under the base address that worked last.
    func placed(_ uri: String) -> String {
        guard !workingBases.isEmpty, case let found = addresses(of: uri), found.count > 1 else { return uri }
        return workingBases.lazy.compactMap { base in found.first { Self.holds(base, $0) } }.first ?? uri
    }

    /// A file has come from elsewhere than it was asked for first: others are asked for there, too.
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

    /// Whether an address lies in a folder, or is the file.
    private static func holds(_ base: String, _ uri: String) -> Bool {
        base.hasSuffix("/") ? uri.hasPrefix(base) : uri == base
    }

    private static var mostAddresses: Int { 16 }
}
