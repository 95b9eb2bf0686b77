package import Playhead

/// How the components of a pixel format lie in planes that are textures of 1 to 4 bytes for each pixel.
package struct PlaneLayout: Equatable, Sendable {
    package enum Family: Sendable { case yuv, rgb, gray }

    /// A component: the plane in which it lies, and the weights of the bytes of a pixel.
    package struct Component: Equatable, Sendable {
        var plane: Int
        var weights: [Float]
    }

    package let family: Family
    /// The bits of a component.
    package let depth: Int
    /// The bytes of a pixel in each plane.
    package let pixelBytes: [Int]
    package let components: [Component]

    /// Nil for a format that is not one of the common ones.
    package init?(_ format: PixelFormat) {
        switch format.rawValue {
        case "I420", "Y42B", "Y444": self.init(.yuv, planes: [0, 1, 2])
        case "YV12": self.init(.yuv, planes: [0, 2, 1])
        case "NV12", "NV16": self.init(.yuv, pairs: [0, 1])
        case "NV21", "NV61": self.init(.yuv, pairs: [1, 0])
        case "I420_10LE", "I422_10LE", "Y444_10LE": self.init(.yuv, planes: [0, 1, 2], depth: 10)
        case "I420_12LE", "I422_12LE", "Y444_12LE": self.init(.yuv, planes: [0, 1, 2], depth: 12)
        case "P010_10LE": self.init(.yuv, pairs: [0, 1], depth: 10, shift: 6)
        case "GBR": self.init(.rgb, planes: [2, 0, 1])
        case "GRAY8": self.init(.gray, packed: [0, 0, 0], bytes: 1)
        case "RGBA", "RGBx": self.init(.rgb, packed: [0, 1, 2], bytes: 4)
        case "BGRA", "BGRx": self.init(.rgb, packed: [2, 1, 0], bytes: 4)
        case "ARGB", "xRGB": self.init(.rgb, packed: [1, 2, 3], bytes: 4)
        case "ABGR", "xBGR": self.init(.rgb, packed: [3, 2, 1], bytes: 4)
        case "RGB": self.init(.rgb, packed: [0, 1, 2], bytes: 3)
        case "BGR": self.init(.rgb, packed: [2, 1, 0], bytes: 3)
        default: return nil
        }
    }

    /// A plane for each component.
    private init(_ family: Family, planes: [Int], depth: Int = 8) {
        self.family = family
        self.depth = depth
        pixelBytes = Array(repeating: depth > 8 ? 2 : 1, count: 3)
        components = planes.map { Component(plane: $0, weights: Self.weights(at: 0, depth: depth)) }
    }

    /// The first component in one plane, the others in turn in the next.
    private init(_ family: Family, pairs: [Int], depth: Int = 8, shift: Int = 0) {
        self.family = family
        self.depth = depth
        let size = depth > 8 ? 2 : 1
        pixelBytes = [size, 2 * size]
        components =
            [Component(plane: 0, weights: Self.weights(at: 0, depth: depth, shift: shift))]
            + pairs.map {
                Component(plane: 1, weights: Self.weights(at: $0 * size, depth: depth, shift: shift))
            }
    }

    /// All components in one plane, each in the byte that is named.
    private init(_ family: Family, packed: [Int], bytes: Int) {
        self.family = family
        depth = 8
        pixelBytes = [bytes]
        components = packed.map { Component(plane: 0, weights: Self.weights(at: $0, depth: 8)) }
    }

    /// Words of 16 bits are textures of two bytes: OpenGL ES has no others that can be filtered.
    private static func weights(at byte: Int, depth: Int, shift: Int = 0) -> [Float] {
        var weights: [Float] = [0, 0, 0, 0]
        guard depth > 8 else {
            weights[byte] = 1
            return weights
        }
        let largest = Float((1 << depth - 1) << shift)
        weights[byte] = 255 / largest
        weights[byte + 1] = 255 * 256 / largest
        return weights
    }
}
