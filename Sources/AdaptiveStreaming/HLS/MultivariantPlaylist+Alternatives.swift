package import PlayheadCore

extension MultivariantPlaylist {
    /// The substitutes for a variant: first the same variant under other URIs, then variants within the
    /// limits, by similar bit rate. Each has the same kinds of streams and renditions as the variant.
    package func alternatives(to variant: Variant, _ limits: QualityLimits) -> [Variant] {
        let variants = withGroupsThatAreThere().variants
        guard let variant = variants.first(where: { $0.index == variant.index }) else { return [] }
        var addresses: Set = [variant.uri]
        let others = variants.filter { $0.isLike(variant) && addresses.insert($0.uri).inserted }
        let same = others.filter { $0.facts == variant.facts }
        guard limits.variant == nil else { return limits.variant == variant.index ? same : [] }
        let fitting = Set(limited(by: limits).playlist.variants.map(\.index))
        let near = others.filter { fitting.contains($0.index) && $0.facts != variant.facts }
        return same
            + near.sorted {
                (abs($0.measure - variant.measure), $0.index) < (abs($1.measure - variant.measure), $1.index)
            }
    }

    /// The substitutes for a rendition: first the same language, then the same group, then others. Subtitles
    /// have no substitutes.
    package func alternatives(to rendition: Rendition) -> [Rendition] {
        guard rendition.kind != .subtitles else { return [] }
        let others = renditions.filter {
            $0.kind == rendition.kind && $0.uri != nil && $0.uri != rendition.uri
        }
        func distance(_ other: Rendition) -> Int {
            (other.group == rendition.group ? 0 : 1) + (other.language == rendition.language ? 0 : 2)
        }
        return others.sorted { (distance($0), $0.index) < (distance($1), $1.index) }
    }
}

extension MultivariantPlaylist.Variant {
    /// The properties that distinguish variants.
    struct Facts: Hashable {
        var measure: Int
        var width: Int?
        var height: Int?
        var codecs: [String]
    }

    var facts: Facts { Facts(measure: measure, width: width, height: height, codecs: codecs) }

    /// Whether both variants have the same kinds of streams, as far as the playlist declares.
    fileprivate func isLike(_ other: Self) -> Bool {
        let hasSamePictures = codecs.isEmpty || other.codecs.isEmpty || namesPictures == other.namesPictures
        return hasSamePictures && (audio == nil) == (other.audio == nil)
            && (video == nil) == (other.video == nil)
    }
}
