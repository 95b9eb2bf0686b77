import Playhead

/// The part of a terminal for pictures.
struct PictureArea: Equatable, Sendable {
    var columns: Int
    var rows: Int
    /// The size of a character cell in pixels.
    var cell: CellSize
}

/// The cells of a picture area that a frame covers, and the region of the frame that they show.
struct PicturePlacement: Equatable, Sendable {
    /// The first column, from 0.
    var column: Int
    /// The first row, from 0.
    var row: Int
    var columns: Int
    var rows: Int
    var region = DisplayRegion()

    /// Places a frame in the middle of an area; nil if there is no room. `pixelLimit` limits the number of
    /// pixels.
    init?(of size: VideoSize, in area: PictureArea, mode: AspectMode, pixelLimit: Int = .max) {
        guard area.columns > 0, area.rows > 0, size.width > 0, size.height > 0 else { return nil }
        let cell = (width: Double(max(area.cell.width, 1)), height: Double(max(area.cell.height, 1)))
        let room = (width: Double(area.columns) * cell.width, height: Double(area.rows) * cell.height)
        let scales = (room.width / Double(size.width), room.height / Double(size.height))
        let pixels: (width: Double, height: Double)
        switch mode {
        case .fit:
            let scale = min(scales.0, scales.1)
            pixels = (Double(size.width) * scale, Double(size.height) * scale)
        case .fill:
            let scale = max(scales.0, scales.1)
            region.columns = Self.middle(room.width / (Double(size.width) * scale))
            region.rows = Self.middle(room.height / (Double(size.height) * scale))
            pixels = room
        case .stretch: pixels = room
        }
        let shrink = min((Double(pixelLimit) / (pixels.width * pixels.height)).squareRoot(), 1)
        columns = min(max(Int((pixels.width * shrink / cell.width).rounded()), 1), area.columns)
        rows = min(max(Int((pixels.height * shrink / cell.height).rounded()), 1), area.rows)
        column = (area.columns - columns) / 2
        row = (area.rows - rows) / 2
    }

    private static func middle(_ share: Double) -> Range<Double> {
        let share = min(share, 1)
        return (1 - share) / 2..<(1 + share) / 2
    }
}
