internal import PlayheadCore

/// How much there is to see on a frame, by its luma.
struct FrameLook {
    /// The mean luma, 0 to 255.
    var brightness = 0.0
    private var variance = 0.0

    init(_ frame: VideoFrame) {
        let luma = frame.luma
        var (count, sum, squares) = (0.0, 0.0, 0.0)
        for index in stride(from: 0, to: luma.count, by: max(luma.count / 10_000, 1)) {
            let value = Double(luma[index])
            count += 1
            sum += value
            squares += value * value
        }
        guard count > 0 else { return }
        brightness = sum / count
        variance = squares / count - brightness * brightness
    }

    /// Whether it is neither dark nor of one colour.
    var isTelling: Bool { brightness > 40 && variance > 200 }
}
