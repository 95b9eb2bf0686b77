package import Playhead

/// Where a frame is drawn in an area, and from where its pixels come.
package struct FrameLayout: Equatable, Sendable {
    /// The part of the area that the frame covers in each direction, around its middle; above 1 it is cropped.
    package var scale: (x: Float, y: Float)
    /// From a point of the shown frame to the point of the stored one, both measured from the middle with y
    /// down: the columns of a 2×2 matrix.
    package var orientation: [Float]

    package static func == (one: FrameLayout, other: FrameLayout) -> Bool {
        one.scale == other.scale && one.orientation == other.orientation
    }

    package init(_ frame: VideoFrame, in area: (width: Int, height: Int), mode: AspectMode) {
        self.init(
            display: frame.displaySize, rotation: frame.rotation, isMirrored: frame.isMirrored, in: area,
            mode: mode)
    }

    package init(
        display: VideoSize, rotation: Int, isMirrored: Bool, in area: (width: Int, height: Int),
        mode: AspectMode
    ) {
        let wide = Float(max(display.width, 1)) / Float(max(area.width, 1))
        let high = Float(max(display.height, 1)) / Float(max(area.height, 1))
        let largest =
            switch mode {
            case .fit: max(wide, high)
            case .fill: min(wide, high)
            case .stretch: Float(0)
            }
        scale = mode == .stretch ? (1, 1) : (wide / largest, high / largest)
        orientation =
            switch rotation {
            case 90: [0, -1, 1, 0]
            case 180: [-1, 0, 0, -1]
            case 270: [0, 1, -1, 0]
            default: [1, 0, 0, 1]
            }
        if isMirrored {
            orientation[0] *= -1
            orientation[2] *= -1
        }
    }
}
