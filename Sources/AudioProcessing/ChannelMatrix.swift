/// The gains with which the channels of one layout are heard in another one.
///
/// Fewer channels follow ITU-R BS.775-3, annex 4: the centre and each surround go to left and right at -3 dB, and the
/// low-frequency channel is left out. The gains are divided by the greatest sum for one loudspeaker, so that nothing
/// exceeds full scale. With more channels, those that the sound does not have are silent.
package struct ChannelMatrix: Sendable, Equatable {
    /// The gains of all channels that enter, for each channel that leaves.
    package let gains: [[Float]]

    /// - Parameter swapsSides: whether what belongs to one side is heard on the other one.
    package init(from source: SpeakerLayout, to target: SpeakerLayout, swapsSides: Bool = false) {
        let (entering, leaving) = (source.places, target.places)
        var sums = leaving.map { _ in entering.map { _ in 0.0 } }
        for (channel, place) in entering.enumerated() {
            for (heard, gain) in Self.fold(place, from: source, to: target) {
                let out = swapsSides ? heard.mirrored : heard
                guard let row = leaving.firstIndex(of: out) ?? leaving.firstIndex(of: heard) else { continue }
                sums[row][channel] += gain
            }
        }
        let most = max(sums.map { $0.reduce(0, +) }.max() ?? 1, 1)
        gains = sums.map { row in row.map { Float($0 / most) } }
    }

    /// Mixes interleaved samples.
    package func mix(_ samples: [Float]) -> [Float] {
        guard let width = gains.first?.count, width > 0 else { return [] }
        let frames = samples.count / width
        var mixed = [Float](repeating: 0, count: frames * gains.count)
        for (row, gains) in gains.enumerated() {
            for (channel, gain) in gains.enumerated() where gain != 0 {
                for frame in 0..<frames {
                    mixed[frame * self.gains.count + row] += samples[frame * width + channel] * gain
                }
            }
        }
        return mixed
    }

    /// -3 dB.
    private static let half = 0.5.squareRoot()

    /// The loudspeakers of a layout on which a channel is heard, with its gains there.
    private static func fold(_ place: Loudspeaker, from source: SpeakerLayout, to target: SpeakerLayout)
        -> [(Loudspeaker, Double)]
    {
        if target.contains(place) { return [(place, 1)] }
        return substitutes(for: place, from: source, to: target).flatMap { next, gain in
            fold(next, from: source, to: target).map { ($0.0, $0.1 * gain) }
        }
    }

    /// The loudspeakers that take over from one that a layout lacks. None of them leads back to it.
    private static func substitutes(
        for place: Loudspeaker, from source: SpeakerLayout, to target: SpeakerLayout
    ) -> [(Loudspeaker, Double)] {
        /// The other pair of surrounds, or the front. A pair that has its own sound gets the other at -3 dB.
        func surround(_ others: [Loudspeaker], _ front: Loudspeaker) -> [(Loudspeaker, Double)] {
            let other = others.first(where: target.contains)
            return other.map { [($0, source.contains($0) ? half : 1)] } ?? [(front, half)]
        }
        switch place {
        case .frontCenter:
            guard target.contains(.frontLeft), target.contains(.frontRight) else { return [] }
            // Mono is as loud as the same sound on both sides.
            let gain = source == .mono ? 1 : half
            return [(.frontLeft, gain), (.frontRight, gain)]
        case .frontLeft, .frontRight: return target.contains(.frontCenter) ? [(.frontCenter, half)] : []
        case .sideLeft: return surround([.rearLeft, .surroundLeft], .frontLeft)
        case .sideRight: return surround([.rearRight, .surroundRight], .frontRight)
        case .rearLeft: return surround([.sideLeft, .surroundLeft], .frontLeft)
        case .rearRight: return surround([.sideRight, .surroundRight], .frontRight)
        case .surroundLeft: return surround([.sideLeft, .rearLeft], .frontLeft)
        case .surroundRight: return surround([.sideRight, .rearRight], .frontRight)
        case .rearCenter: return [(.rearLeft, half), (.rearRight, half)]
        case .secondLowFrequency: return target.contains(.lowFrequency) ? [(.lowFrequency, 1)] : []
        case .lowFrequency: return []
        case .frontLeftOfCenter, .wideLeft: return [(.frontLeft, 1)]
        case .frontRightOfCenter, .wideRight: return [(.frontRight, 1)]
        case .topFrontLeft, .bottomFrontLeft: return [(.frontLeft, half)]
        case .topFrontRight, .bottomFrontRight: return [(.frontRight, half)]
        case .topFrontCenter, .bottomFrontCenter: return [(.frontCenter, half)]
        case .topCenter: return [(.frontLeft, 0.5), (.frontRight, 0.5)]
        case .topSideLeft: return [(.sideLeft, half)]
        case .topSideRight: return [(.sideRight, half)]
        case .topRearLeft: return [(.rearLeft, half)]
        case .topRearRight: return [(.rearRight, half)]
        case .topRearCenter: return [(.rearCenter, half)]
        }
    }
}
