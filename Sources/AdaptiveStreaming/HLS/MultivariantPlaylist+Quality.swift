package import PlayheadCore

extension MultivariantPlaylist {
    /// The playlist with only the playable variants, and a warning if the limits cannot be met. The first
    /// variant is the initial one: the highest bit rate up to the start bit rate, if that is set.
    package func limited(by limits: QualityLimits) -> (
        playlist: MultivariantPlaylist, warning: PlayerWarning?
    ) {
        var result = self
        var warning: PlayerWarning?
        if let index = limits.variant, let variant = variants.first(where: { $0.index == index }) {
            result.variants = [variant]
            return (result, nil)
        } else if let index = limits.variant {
            warning = PlayerWarning("There is no variant \(index): there are \(variants.count)")
        }
        result.variants = variants.filter { limits.excess(of: $0) == 0 }
        if result.variants.isEmpty,
            let nearest = variants.min(by: {
                (limits.excess(of: $0), $0.bandwidth) < (limits.excess(of: $1), $1.bandwidth)
            })
        {
            result.variants = [nearest]
            warning = PlayerWarning(
                "No variant is within the limits of quality; the nearest one is played: \(nearest.summary)")
        }
        if let start = limits.startBitrate, let first = result.place(nearestTo: start) {
            result.variants.insert(result.variants.remove(at: first), at: 0)
        }
        return (result, warning)
    }

    private func place(nearestTo bitrate: Int) -> Int? {
        let below = variants.indices.filter { variants[$0].measure <= bitrate }
        return below.max { variants[$0].measure < variants[$1].measure }
            ?? variants.indices.min { variants[$0].measure < variants[$1].measure }
    }
}

extension QualityLimits {
    /// The excess of a variant over the limits, relative to each limit; 0 when it is within them.
    fileprivate func excess(of variant: MultivariantPlaylist.Variant) -> Double {
        let rate = Double(variant.bandwidth)
        var result = 0.0
        if let minimumBitrate {
            result += max(0, (Double(minimumBitrate) - rate) / Double(max(1, minimumBitrate)))
        }
        if let maximumBitrate {
            result += max(0, (rate - Double(maximumBitrate)) / Double(max(1, maximumBitrate)))
        }
        if let maximumHeight, let height = variant.height {
            result += max(0, Double(height) - Double(maximumHeight)) / Double(max(1, maximumHeight))
        }
        return result
    }
}

extension MultivariantPlaylist.Variant {
    /// A short description for messages.
    var summary: String {
        let rate = "\(bandwidth / 1000) kbit/s"
        guard let width, let height else { return rate }
        return "\(width)×\(height), \(rate)"
    }
}
