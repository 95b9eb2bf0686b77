extension MultivariantPlaylist {
    /// The playlist with only usable renditions, and without references to empty groups.
    package func withGroupsThatAreThere() -> MultivariantPlaylist {
        var result = self
        result.renditions = Self.usable(renditions)
        let offered = Set(result.renditions.map { [$0.kind.rawValue, $0.group] })
        for index in result.variants.indices {
            result.variants[index].keepGroups(offered)
        }
        return result
    }

    /// The distinct variants for playback. If any variant has video, variants without video are left out.
    /// Duplicates under other URIs are only substitutes.
    package var playable: [Variant] { Self.distinct(Self.alike(variants)) }

    /// The variants with video if there are any, as far as their codecs show.
    private static func alike(_ variants: [Variant]) -> [Variant] {
        guard variants.contains(where: \.namesPictures) else { return variants }
        return variants.filter { $0.codecs.isEmpty || $0.namesPictures }
    }

    /// Removes duplicates with the same URI, or with the same bit rate, size and codecs.
    private static func distinct(_ variants: [Variant]) -> [Variant] {
        var addresses: Set<String> = []
        var facts: Set<Variant.Facts> = []
        return variants.filter { variant in
            guard !addresses.contains(variant.uri), facts.insert(variant.facts).inserted else { return false }
            addresses.insert(variant.uri)
            return true
        }
    }

    /// Removes closed captions, which are in the video, subtitles without a URI, and duplicates.
    private static func usable(_ renditions: [Rendition]) -> [Rendition] {
        var known: Set<[String]> = []
        return renditions.filter { rendition in
            switch rendition.kind {
            case .closedCaptions: return false
            case .subtitles where rendition.uri == nil: return false
            default: return known.insert([rendition.kind.rawValue, rendition.group, rendition.name]).inserted
            }
        }
    }
}

extension MultivariantPlaylist.Variant {
    /// The group of a kind for this variant.
    package func group(of kind: MultivariantPlaylist.Rendition.Kind) -> String? {
        switch kind {
        case .audio: audio
        case .video: video
        case .subtitles: subtitles
        case .closedCaptions: closedCaptions
        }
    }

    /// Removes references to missing groups.
    fileprivate mutating func keepGroups(_ offered: Set<[String]>) {
        func isThere(_ kind: MultivariantPlaylist.Rendition.Kind, _ group: String?) -> String? {
            group.flatMap { offered.contains([kind.rawValue, $0]) ? $0 : nil }
        }
        audio = isThere(.audio, audio)
        video = isThere(.video, video)
        subtitles = isThere(.subtitles, subtitles)
        closedCaptions = nil
    }

    /// Whether a codec of the variant is a video codec.
    var namesPictures: Bool {
        codecs.contains { codec in
            Self.pictures.contains { codec.lowercased().hasPrefix($0) }
        }
    }

    private static let pictures = [
        "avc", "hvc", "hev", "dvh", "dva", "dvav", "vp8", "vp9", "vp08", "vp09", "vp10", "av01", "mp4v",
        "vvc", "vvi",
        "h264", "theora", "mjpg", "s263",
    ]
}
