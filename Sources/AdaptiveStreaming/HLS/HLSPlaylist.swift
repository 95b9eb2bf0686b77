package import PlayheadCore

/// A playlist of HLS as it was written (RFC 8216 and its successor, draft-pantos-hls-rfc8216bis): addresses stay relative until they are resolved.
package enum HLSPlaylist: Sendable, Equatable {
    /// It names variants of one presentation.
    case multivariant(MultivariantPlaylist)
    /// It names segments.
    case media(MediaPlaylist)
}

/// How much of a playlist is read.
package struct HLSLimits: Sendable, Hashable {
    /// Its size, in bytes.
    var bytes: Int
    /// Its segments, or its variants and renditions together.
    var entries: Int

    package init(_ policy: NetworkPolicy = NetworkPolicy()) {
        bytes = policy.maximumPlaylistSize
        entries = policy.maximumPlaylistEntries
    }
}

extension HLSPlaylist {
    /// Reads a playlist; time and memory are proportional to its size. `address` is where it came from, for `EXT-X-DEFINE:QUERYPARAM`, and
    /// `imported` holds the variables of the multivariant playlist that named it. `itemKeys` are the keys that the item has for encrypted samples.
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
