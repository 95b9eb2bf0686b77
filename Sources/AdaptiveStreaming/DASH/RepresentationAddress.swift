/// Identifies a representation over all versions and periods of a manifest. It is encoded after the `#` of a
/// playlist URI.
package struct RepresentationAddress: Sendable, Equatable {
    var kind: DASHManifest.StreamSet.Kind
    /// The index among the adaptation sets of its kind.
    var place: Int
    var bandwidth: Int
    var id: String

    /// The encoded form after the `#`.
    var fragment: String {
        let name = id.utf8.map { String($0, radix: 16).paddedByte }.joined()
        return "playhead-\(kind.letter)-\(place)-\(bandwidth)-\(name)"
    }

    init(_ kind: DASHManifest.StreamSet.Kind, _ place: Int, _ representation: DASHManifest.Representation) {
        (self.kind, self.place) = (kind, place)
        (bandwidth, id) = (representation.bandwidth, representation.id)
    }

    /// Decodes a URI; nil when it does not identify a representation.
    package init?(in uri: String) {
        guard let mark = uri.lastIndex(of: "#") else { return nil }
        let parts = uri[uri.index(after: mark)...].split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0] == "playhead",
            let kind = DASHManifest.StreamSet.Kind.allCases.first(where: { $0.letter == parts[1] }),
            let place = HLSNumber.integer(parts[2]), let bandwidth = HLSNumber.integer(parts[3]),
            let name = parts[4].isEmpty
                ? [] : Hexadecimal.bytes("0x" + parts[4], count: parts[4].utf8.count)
        else { return nil }
        (self.kind, self.place, self.bandwidth) = (kind, place, bandwidth)
        id = String(decoding: name.suffix(parts[4].utf8.count / 2), as: UTF8.self)
    }

    /// The representation in a period: with the same ID, or else the nearest one.
    func representation(in period: DASHManifest.Period) -> DASHManifest.Representation? {
        let sets = period.sets.filter { $0.kind == kind }
        let named = sets.lazy.flatMap(\.representations).first { $0.id == id }
        guard named == nil || id.isEmpty else { return named }
        let set = sets.indices.contains(place) ? sets[place] : sets.first
        return set?.representations.min { abs($0.bandwidth - bandwidth) < abs($1.bandwidth - bandwidth) }
    }
}

extension DASHManifest.StreamSet.Kind {
    fileprivate var letter: Substring {
        switch self {
        case .video: "v"
        case .audio: "a"
        case .subtitles: "s"
        }
    }
}

extension String {
    fileprivate var paddedByte: String { utf8.count < 2 ? "0" + self : self }
}
