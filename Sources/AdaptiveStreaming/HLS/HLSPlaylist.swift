package import PlayheadCore

/// A parsed HLS playlist (RFC 8216 and its successor, draft-pantos-hls-rfc8216bis). URIs stay relative until
/// they are resolved.
package enum HLSPlaylist: Sendable, Equatable {
    /// A playlist of the variants of one presentation.
    case multivariant(MultivariantPlaylist)
    /// A playlist of segments.
    case media(MediaPlaylist)
}

/// The limits on the size of a playlist.
package struct HLSLimits: Sendable, Hashable {
    /// The maximum size in bytes.
    var bytes: Int
    /// The maximum number of segments, or of variants and renditions together.
    var entries: Int

    package init(_ policy: NetworkPolicy = NetworkPolicy()) {
        bytes = policy.maximumPlaylistSize
        entries = policy.maximumPlaylistEntries
    }
}

extension HLSPlaylist {
    /// Parses a playlist. Time and memory are proportional to its size.
    ///
    /// - Parameters:
    ///   - address: the URI of the playlist, for `EXT-X-DEFINE:QUERYPARAM`.
    ///   - imported: the variables of the multivariant playlist that names this one.
    ///   - itemKeys: the keys of the item for encrypted samples.
    package static func parse(
        _ bytes: [UInt8], limits: HLSLimits = HLSLimits(), address: String = "",
        imported: [String: String]? = nil, itemKeys: DecryptionKeys = DecryptionKeys()
    ) throws(HLSError) -> HLSPlaylist {
        let lines = try HLSLine.all(of: bytes, limits: limits)
        let variables = HLSVariables(address: address, imported: imported, budget: limits.bytes)
        let namesVariants = lines.first { $0.tag?.isOfMultivariant ?? false }
        let namesSegments = lines.first { $0.tag?.isOfMedia ?? false }
        switch (namesVariants, namesSegments) {
        case (nil, nil): throw HLSError(.empty, "There is nothing to play in it")
        case (let variant?, let segment?):
            throw HLSError(
                .malformed, "Variants and segments are in one playlist",
                line: max(variant.number, segment.number))
        case (_?, nil):
            var reader = MultivariantPlaylistParser(limits: limits, variables: variables)
            for line in lines { try reader.take(line) }
            return .multivariant(try reader.playlist())
        case (nil, _?):
            var reader = MediaPlaylistParser(limits: limits, variables: variables, itemKeys: itemKeys)
            for line in lines { try reader.take(line) }
            return .media(try reader.playlist())
        }
    }
}
