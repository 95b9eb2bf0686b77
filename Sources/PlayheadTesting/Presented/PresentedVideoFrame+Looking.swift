internal import Playhead

extension PresentedVideoFrame {
    /// Whether at least a fraction `share` of the pixels is at most as bright as `brightness`.
    func isDark(_ share: Double, upTo brightness: UInt8) -> Bool {
        let luma = luma
        let allowed = Int((Double(luma.count) * (1 - share)).rounded(.down))
        var bright = 0
        for value in luma where value > brightness {
            bright += 1
            if bright > allowed { return false }
        }
        return !luma.isEmpty
    }

    /// Whether the mean difference to another frame is at most `difference`, where 1 is black against white.
    /// Frames of different sizes differ.
    func isSame(as other: PresentedVideoFrame, within difference: Double) -> Bool {
        let (luma, others) = (luma, other.luma)
        guard width == other.width, height == other.height, luma.count == others.count else { return false }
        let allowed = Int(Double(luma.count) * 255 * difference)
        var sum = 0
        for index in luma.indices {
            sum += abs(Int(luma[index]) - Int(others[index]))
            if sum > allowed { return false }
        }
        return true
    }
}
