internal import Playhead

extension PresentedVideoFrame {
    /// Whether so large a share of the pixels, 0 to 1, is at most so bright.
    func isDark(_ share: Double, upTo brightness: UInt8) -> Bool {
        let allowed = Int((Double(luma.count) * (1 - share)).rounded(.down))
        var bright = 0
        for value in luma where value > brightness {
            bright += 1
            if bright > allowed { return false }
        }
        return !luma.isEmpty
    }

    /// Whether it differs from another picture by at most so much, on the average of all pixels: 1 is black against white. Pictures
    /// of another size differ.
    func isSame(as other: PresentedVideoFrame, within difference: Double) -> Bool {
        guard width == other.width, height == other.height, luma.count == other.luma.count else {
            return false
        }
        let allowed = Int(Double(luma.count) * 255 * difference)
        var sum = 0
        for index in luma.indices {
            sum += abs(Int(luma[index]) - Int(other.luma[index]))
            if sum > allowed { return false }
        }
        return true
    }
}
