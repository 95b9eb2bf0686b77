/// A stream of a manifest, which keeps its name over versions and periods: behind a `#` in the address of the playlist that stands for it.
package struct RepresentationAddress: Sendable, Equatable {
    var kind: DASHManifest.StreamSet.Kind
    /// Its place among the sets of its kind.
    var place: Int
    var bandwidth: Int
    var id: String

    /// As it stands behind the `#`.
    var fragment: String {
        let name = id.utf8.map { String($0, radix: 16).paddedByte }.joined()
        return "playhead-\(kind.letter)-\(place)-\(bandwidth)-\(name)"
    }

    init(_ kind: DASHManifest.StreamSet.Kind, _ place: Int, _ representation: DASHManifest.Representation) {
        (self.kind, self.place) = (kind, place)
        (bandwidth, id) = (representation.bandwidth, representation.id)
    }

    /// What an address names; nil where it is no address of ours.
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

    /// The stream in a period: of the same name, or else the one that is nearest.
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
