import Playhead

/// Paints frames on a screen, with the protocol of the terminal.
struct PicturePainter {
    private enum Encoder {
        case cells(CellEncoder)
        case kitty(KittyEncoder)
        case sixel(SixelEncoder)
    }

    /// What a painted picture depends on beside its frame.
    private struct Setting: Equatable {
        var graphics: GraphicsProtocol
        var arrangement: Int
        var placement: PicturePlacement
    }

    private let image: Int
    private var encoder: Encoder?
    private var setting: Setting?

    /// Makes a painter. `image` identifies its pictures in the terminal.
    init(image: Int) { self.image = image }

    /// The sequence that removes the picture.
    var erasure: [UInt8] {
        if case .kitty(let encoder) = encoder { encoder.erasure } else { [] }
    }

    /// The sequences that show a frame; empty without room for it.
    mutating func paint(
        _ frame: VideoFrame, _ graphics: GraphicsProtocol, in arrangement: TerminalScreen.Arrangement,
        cell: CellSize, mode: AspectMode
    ) -> [UInt8] {
        let area = PictureArea(
            columns: arrangement.size.columns, rows: arrangement.pictureRows, cell: cell)
        let limit = graphics == .sixel ? Self.mostSixels : .max
        guard
            let placement = PicturePlacement(
                of: frame.displaySize, in: area, mode: mode, pixelLimit: limit)
        else { return [] }
        var text: [UInt8] = []
        let setting = Setting(
            graphics: graphics, arrangement: arrangement.number, placement: placement)
        if setting != self.setting {
            text = clear(rows: area.rows)
            self.setting = setting
        }
        return text + encode(frame, graphics, placement, cell)
    }

    /// The sequences that remove the picture. The next frame is painted as a whole.
    mutating func clear(rows: Int) -> [UInt8] {
        guard setting != nil else { return [] }
        let rows = (0..<rows).flatMap {
            ControlSequence.place(column: 0, row: $0) + ControlSequence.eraseLine
        }
        let text = erasure + rows
        setting = nil
        encoder = nil
        return text
    }

    private mutating func encode(
        _ frame: VideoFrame, _ graphics: GraphicsProtocol, _ placement: PicturePlacement, _ cell: CellSize
    ) -> [UInt8] {
        let (width, height) = (placement.columns * cell.width, placement.rows * cell.height)
        let start = ControlSequence.place(column: placement.column, row: placement.row)
        switch graphics {
        case .cells(let style, let palette):
            var cells = CellEncoder(style: style, palette: palette)
            if case .cells(let encoder) = encoder { cells = encoder }
            let picture = frame.picture(
                width: placement.columns, height: placement.rows * style.pixelRows, region: placement.region)
            let text = cells.encode(picture, column: placement.column, row: placement.row)
            encoder = .cells(cells)
            return text
        case .kitty:
            // The terminal enlarges it.
            let kitty = KittyEncoder(image: image)
            let size = frame.displaySize
            let limit = min(Double(size.width * size.height), Self.mostPixels)
            let scale = min((limit / Double(width * height)).squareRoot(), 1)
            let picture = frame.picture(
                width: max(Int(Double(width) * scale), 1), height: max(Int(Double(height) * scale), 1),
                region: placement.region)
            encoder = .kitty(kitty)
            return start + kitty.encode(picture, columns: placement.columns, rows: placement.rows)
        case .sixel:
            let sixel = SixelEncoder()
            // A part of a band would reach into the next row of cells.
            let picture = frame.picture(
                width: width, height: max(height / 6 * 6, 6), region: placement.region)
            encoder = .sixel(sixel)
            return start + sixel.encode(picture)
        }
    }

    /// The maximum number of pixels that are sent for a picture: 1.2 MB in base64.
    private static let mostPixels = 300_000.0
    /// The maximum number of pixels of a sixel picture, which the terminal cannot enlarge.
    private static let mostSixels = 1_000_000
}
