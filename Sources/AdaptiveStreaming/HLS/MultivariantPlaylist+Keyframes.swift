package import PlayheadCore

extension MultivariantPlaylist {
    /// The playlist with the smallest keyframes (`EXT-X-I-FRAME-STREAM-INF`) from which pictures of a size can be
    /// made, as its only variant. Nil if there are none, or if the limits name a variant.
    ///
    /// - Parameter size: the size of pictures; nil for that of the largest variant. A picture is never larger.
    package func keyframes(for size: FrameSize?, _ limits: QualityLimits) -> MultivariantPlaylist? {
        guard limits.variant == nil else { return nil }
        let largest = limited(by: limits).playlist.variants.map(\.pixels).max() ?? 0
        let sufficient = iFrameStreams.filter { $0.pixels >= largest || $0.suffices(for: size) }
        guard
            let stream = sufficient.min(by: { ($0.pixels, $0.bandwidth) < ($1.pixels, $1.bandwidth) })
        else { return nil }
        var result = self
        result.renditions = []
        result.variants = [
            Variant(
                index: variants.count, uri: stream.uri, bandwidth: stream.bandwidth, width: stream.width,
                height: stream.height)
        ]
        return result
    }
}

extension MultivariantPlaylist.Variant {
    fileprivate var pixels: Int { (width ?? 0) * (height ?? 0) }
}

extension MultivariantPlaylist.IFrameStream {
    fileprivate var pixels: Int { (width ?? 0) * (height ?? 0) }

    /// Whether pictures of a size need not be enlarged.
    fileprivate func suffices(for size: FrameSize?) -> Bool {
        guard let width, let height else { return false }
        return switch size {
        case nil: false
        case .exact(let wanted, let rows): width >= wanted && height >= rows
        case .fitting(let wanted, let rows): width >= wanted || height >= rows
        }
    }
}
