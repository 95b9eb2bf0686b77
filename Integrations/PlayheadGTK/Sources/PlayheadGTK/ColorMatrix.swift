package import Playhead

/// The conversion of components to red, green and blue: a 4×4 matrix in columns. All values are 0 to 1.
package struct ColorMatrix: Equatable, Sendable {
    package let columns: [Float]

    /// - Parameter depth: the bits of a component.
    package init(_ frame: VideoFrame, family: PlaneLayout.Family, depth: Int) {
        let color = frame.color
        let isYUV = family == .yuv
        // RGB of a decoder commonly has its full range, everything else the limited one.
        let isFullRange = color?.isFullRange ?? (family == .rgb)
        let offset = isFullRange ? 0 : Self.level(16, depth)
        let luma = isFullRange ? 1 : Self.level(219, depth)
        let chroma = isFullRange ? 1 : Self.level(224, depth)
        let middle = Self.level(128, depth)
        if isYUV {
            let (red, blue) = Self.coefficients(color?.matrix, height: frame.height)
            let green = 1 - red - blue
            let y = [1 / luma, 1 / luma, 1 / luma]
            let u = [0, -2 * blue * (1 - blue) / green / chroma, 2 * (1 - blue) / chroma]
            let v = [2 * (1 - red) / chroma, -2 * red * (1 - red) / green / chroma, 0]
            let sum = (0..<3).map { -y[$0] * offset - (u[$0] + v[$0]) * middle }
            columns = [y + [0], u + [0], v + [0], sum + [1]].flatMap { $0.map(Float.init) }
        } else {
            let gain = Float(1 / luma)
            let shift = Float(-offset / luma)
            columns = [gain, 0, 0, 0, 0, gain, 0, 0, 0, 0, gain, 0, shift, shift, shift, 1]
        }
    }

    /// A level of 8 bits as a fraction of the largest value of a depth.
    private static func level(_ level: Double, _ depth: Int) -> Double {
        level * Double(1 << (depth - 8)) / Double(1 << depth - 1)
    }

    /// The shares of red and blue in the luma (ITU-T H.273). Without a declaration, it follows from the height,
    /// as in GStreamer.
    private static func coefficients(_ matrix: String?, height: Int) -> (Double, Double) {
        switch matrix {
        case "bt709": (0.2126, 0.0722)
        case "fcc": (0.3, 0.11)
        case "smpte240m": (0.212, 0.087)
        case "bt2020", "bt2020-ncl", "bt2020-cl": (0.2627, 0.0593)
        case .some: (0.299, 0.114)
        case nil: height > 576 ? (0.2126, 0.0722) : (0.299, 0.114)
        }
    }
}
