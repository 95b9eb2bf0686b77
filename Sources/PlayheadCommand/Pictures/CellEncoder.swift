/// Encodes pictures as coloured character cells. After the first picture, only cells that changed are
/// written.
struct CellEncoder {
    /// The shape of the pixels in a cell.
    enum Style: Equatable {
        /// Two pixels, one above the other: the character `▀` with a text colour and a background colour.
        case halfBlocks
        /// One pixel: a space with a background colour, for terminals without Unicode.
        case spaces

        /// The rows of pixels in a cell.
        var pixelRows: Int { self == .halfBlocks ? 2 : 1 }
    }

    private struct Cell: Equatable {
        var top: TerminalColor
        var bottom: TerminalColor
    }

    let style: Style
    let palette: TerminalColor.Palette
    /// The cells of the last picture, in rows.
    private var shown: [Cell] = []

    init(style: Style, palette: TerminalColor.Palette) {
        self.style = style
        self.palette = palette
    }

    /// The sequences that show a picture with its first cell at a column and row, from 0. Its height is a
    /// multiple of ``Style/pixelRows``.
    mutating func encode(_ picture: RGBPicture, column: Int, row: Int) -> [UInt8] {
        let cells = cells(of: picture)
        var text: [UInt8] = []
        var (front, back): (TerminalColor?, TerminalColor?)
        var next: Int?
        for (index, cell) in cells.enumerated() {
            if shown.count == cells.count, shown[index] == cell { continue }
            let (y, x) = index.quotientAndRemainder(dividingBy: picture.width)
            // The cursor does not go from the end of a row to the next one.
            if next != index || x == 0 { text += ControlSequence.place(column: column + x, row: row + y) }
            next = index + 1
            if cell.bottom != back { text += cell.bottom.background }
            back = cell.bottom
            guard style == .halfBlocks, cell.top != cell.bottom else {
                text.append(UInt8(ascii: " "))
                continue
            }
            if cell.top != front { text += cell.top.foreground }
            front = cell.top
            text += Self.upperHalf
        }
        shown = cells
        return text.isEmpty ? [] : text + ControlSequence.normalText
    }

    private func cells(of picture: RGBPicture) -> [Cell] {
        let height = style.pixelRows
        return (0..<picture.height / height).flatMap { row in
            (0..<picture.width).map { column in
                let top = TerminalColor(picture, x: column, y: row * height, palette)
                guard height > 1 else { return Cell(top: top, bottom: top) }
                return Cell(
                    top: top, bottom: TerminalColor(picture, x: column, y: row * height + 1, palette))
            }
        }
    }

    private static let upperHalf = Array("▀".utf8)
}
