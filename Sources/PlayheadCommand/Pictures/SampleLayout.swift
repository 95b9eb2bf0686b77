import Playhead

/// The places of the components of a pixel format in memory.
struct SampleLayout {
    /// The place of one component.
    struct Component {
        var plane: Int
        /// The bytes of a row before the first sample.
        var offset = 0
        /// The distance between two samples of a row, in bytes.
        var step = 1
        /// The binary logarithm of the horizontal subsampling.
        var columnShift = 0
        /// The binary logarithm of the vertical subsampling.
        var rowShift = 0
    }

    enum Model { case gray, rgb, yCbCr }

    let model: Model
    /// One component of gray; red, green and blue; or Y, Cb and Cr.
    let components: [Component]
    /// The bits of a sample. Samples of more than 8 bits are 16-bit little-endian words.
    var depth = 8
    /// The number of unused lower bits of a word.
    var unusedBits = 0

    /// The layout of a format; nil for other formats than these.
    init?(_ format: PixelFormat) {
        switch format {
        case .gray8: self.init(.gray, [Component(plane: 0)])
        case .rgb: self.init(packed: [0, 1, 2], step: 3)
        case "BGR": self.init(packed: [2, 1, 0], step: 3)
        case .rgba, "RGBx": self.init(packed: [0, 1, 2], step: 4)
        case .bgra, "BGRx": self.init(packed: [2, 1, 0], step: 4)
        case "GBR": self.init(.rgb, [2, 0, 1].map { Component(plane: $0) })
        case .i420: self.init(planar: (1, 1))
        case .y42b: self.init(planar: (1, 0))
        case .y444: self.init(planar: (0, 0))
        case .i420P10: self.init(planar: (1, 1), depth: 10)
        case "I422_10LE": self.init(planar: (1, 0), depth: 10)
        case "Y444_10LE": self.init(planar: (0, 0), depth: 10)
        case .nv12: self.init(interleavedChroma: 1)
        case .p010: self.init(interleavedChroma: 2, depth: 10, unusedBits: 6)
        default: return nil
        }
    }

    private init(_ model: Model, _ components: [Component], depth: Int = 8, unusedBits: Int = 0) {
        self.model = model
        self.components = components
        self.depth = depth
        self.unusedBits = unusedBits
    }

    /// Red, green and blue in one plane, with their places in a pixel.
    private init(packed places: [Int], step: Int) {
        self.init(.rgb, places.map { Component(plane: 0, offset: $0, step: step) })
    }

    /// Y, Cb and Cr in three planes.
    private init(planar shift: (column: Int, row: Int), depth: Int = 8) {
        let size = depth > 8 ? 2 : 1
        let chroma = [1, 2].map {
            Component(plane: $0, step: size, columnShift: shift.column, rowShift: shift.row)
        }
        self.init(.yCbCr, [Component(plane: 0, step: size)] + chroma, depth: depth)
    }

    /// Y in one plane, and Cb and Cr in another, both subsampled in both directions.
    private init(interleavedChroma size: Int, depth: Int = 8, unusedBits: Int = 0) {
        let chroma = [0, size].map {
            Component(plane: 1, offset: $0, step: 2 * size, columnShift: 1, rowShift: 1)
        }
        self.init(
            .yCbCr, [Component(plane: 0, step: size)] + chroma, depth: depth, unusedBits: unusedBits)
    }
}
