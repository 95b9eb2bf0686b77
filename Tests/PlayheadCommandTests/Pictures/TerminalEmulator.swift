@testable import PlayheadCommand

/// The part of a terminal that shows pictures: cells with colours, and the strings of graphics protocols.
struct TerminalEmulator {
    struct Cell: Equatable {
        var character: Character = " "
        var foreground = RGBColor.white
        var background = RGBColor.black
    }

    private(set) var cells: [[Cell]]
    /// The strings after `ESC _` and `ESC P`.
    private(set) var strings: [String] = []
    /// The number of characters that were written.
    private(set) var written = 0
    private var pen = Cell()
    private var (column, row) = (0, 0)
    private var saved = (0, 0)
    private var scrolled: ClosedRange<Int>

    init(columns: Int = 80, rows: Int = 24) {
        cells = [[Cell]](repeating: [Cell](repeating: Cell(), count: columns), count: rows)
        scrolled = 0...rows - 1
    }

    /// The two pixels of a cell.
    func pixels(column: Int, row: Int) -> (top: RGBColor, bottom: RGBColor) {
        let cell = cells[row][column]
        return (cell.character == "▀" ? cell.foreground : cell.background, cell.background)
    }

    /// The picture of half blocks in a part of the terminal.
    func halfBlocks(columns: Range<Int>, rows: Range<Int>) -> RGBPicture {
        RGBPicture(
            rows.flatMap { row in
                let pixels = columns.map { self.pixels(column: $0, row: row) }
                return [pixels.map(\.top), pixels.map(\.bottom)]
            })
    }

    /// The text of a row.
    func text(row: Int) -> String { String(cells[row].map(\.character)) }

    mutating func write(_ bytes: [UInt8]) { write(String(decoding: bytes, as: UTF8.self)) }

    mutating func write(_ text: String) {
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\u{1B}": escape(&rest)
            case "\r": column = 0
            case "\n": feed()
            default: put(Character(scalar))
            }
        }
    }

    private mutating func escape(_ rest: inout Substring.UnicodeScalarView) {
        switch rest.popFirst() {
        case "[":
            let parameters = rest.prefix { ("0"..."?").contains($0) }
            rest.removeFirst(parameters.count)
            if let final = rest.popFirst() { control(String(parameters), final) }
        case "_", "P":
            let string = rest.prefix { $0 != "\u{1B}" }
            rest.removeFirst(min(string.count + 2, rest.count))
            strings.append(String(string))
        case "7": saved = (column, row)
        case "8": (column, row) = saved
        default: break
        }
    }

    private mutating func control(_ parameters: String, _ final: Unicode.Scalar) {
        let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
        let first = numbers.first ?? 0
        switch final {
        case "H":
            row = min(max(first, 1), cells.count) - 1
            column = min(numbers.count > 1 ? numbers[1] : 1, cells[0].count) - 1
        case "A": row = max(row - max(first, 1), 0)
        case "J":
            if first == 0 { erase(row, from: column) }
            for row in (first == 0 ? row + 1 : 0)..<cells.count { erase(row, from: 0) }
        case "K": erase(row, from: first == 2 ? 0 : column)
        case "r":
            scrolled = numbers.count == 2 ? numbers[0] - 1...numbers[1] - 1 : 0...cells.count - 1
            (column, row) = (0, 0)
        case "m": setPen(numbers)
        default: break
        }
    }

    private mutating func setPen(_ numbers: [Int]) {
        guard numbers.count > 2 else {
            if numbers.isEmpty || numbers == [0] { pen = Cell() }
            return
        }
        let color =
            numbers[1] == 2
            ? RGBColor(
                red: UInt8(numbers[2]), green: UInt8(numbers[3]), blue: UInt8(numbers[4]))
            : Self.color(index: numbers[2])
        if numbers[0] == 38 { pen.foreground = color } else { pen.background = color }
    }

    /// The 256 colours of xterm, from 16.
    private static func color(index: Int) -> RGBColor {
        func level(_ step: Int) -> UInt8 { UInt8(step == 0 ? 0 : 55 + 40 * step) }
        let gray = UInt8(clamping: 8 + 10 * (index - 232))
        return index >= 232
            ? RGBColor(red: gray, green: gray, blue: gray)
            : RGBColor(
                red: level((index - 16) / 36), green: level((index - 16) / 6 % 6),
                blue: level((index - 16) % 6))
    }

    private mutating func put(_ character: Character) {
        written += 1
        if column == cells[0].count {
            column = 0
            feed()
        }
        cells[row][column] = Cell(
            character: character, foreground: pen.foreground, background: pen.background)
        column += 1
    }

    private mutating func feed() {
        guard row == scrolled.upperBound else {
            row = min(row + 1, cells.count - 1)
            return
        }
        cells.insert([Cell](repeating: Cell(), count: cells[0].count), at: scrolled.upperBound + 1)
        cells.remove(at: scrolled.lowerBound)
    }

    private mutating func erase(_ row: Int, from column: Int) {
        for column in column..<cells[row].count { cells[row][column] = Cell() }
    }
}
