extension MultivariantPlaylist {
    /// With usable renditions only, and no variant that refers to a group without any.
    package func withGroupsThatAreThere() -> MultivariantPlaylist {
        var result = self
        result.renditions = Self.usable(renditions)
        let offered = Set(result.renditions.map { [$0.kind.rawValue, $0.group] })
        for index in result.variants.indices {
            result.variants[index].keepGroups(offered)
        }
        return result
    }

    /// The variants of which one is played: those with pictures where there are some, and each once. The same under other addresses is for
    /// when it cannot be had.
    package var playable: [Variant] { Self.distinct(Self.alike(variants)) }

    /// Those with pictures where there are some, as far as their codecs say.
    private static func alike(_ variants: [Variant]) -> [Variant] {
        guard variants.contains(where: \.namesPictures) else { return variants }
        return variants.filter { $0.codecs.isEmpty || $0.namesPictures }
    }

    /// Without those that are others once more: by their address, or by bit rate, size and codecs.
    private static func distinct(_ variants: [Variant]) -> [Variant] {
        var addresses: Set<String> = []
        var facts: Set<Variant.Facts> = []
        return variants.filter { variant in
            guard !addresses.contains(variant.uri), facts.insert(variant.facts).inserted else { return false }
            addresses.insert(variant.uri)
            return true
        }
    }

    /// Without captions, which are in the pictures, texts without an address, and what comes twice.
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
    /// The group of a kind that goes with it.
    package func group(of kind: MultivariantPlaylist.Rendition.Kind) -> String? {
        switch kind {
        case .audio: audio
        case .video: video
        case .subtitles: subtitles
        case .closedCaptions: closedCaptions
        }
    }

    /// Refers to none that is not there.
    fileprivate mutating func keepGroups(_ offered: Set<[String]>) {
        func isThere(_ kind: MultivariantPlaylist.Rendition.Kind, _ group: String?) -> String? {
            group.flatMap { offered.contains([kind.rawValue, $0]) ? $0 : nil }
        }
        audio = isThere(.audio, audio)
        video = isThere(.video, video)
        subtitles = isThere(.subtitles, subtitles)
        closedCaptions = nil
    }

    /// Whether one of its codecs is one of pictures.
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
