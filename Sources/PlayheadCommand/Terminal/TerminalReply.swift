/// A reply of a terminal to a query.
enum TerminalReply: Equatable {
    /// The reply of the graphics protocol of kitty: keys, a semicolon and `OK` or an error.
    case graphics(String)
    /// The primary device attributes (DA1). 4 is sixel graphics.
    case attributes([Int])
    /// The size of a character cell (xterm, `CSI 6 ; height ; width t`).
    case cellSize(CellSize)

    /// Parses a control sequence; nil for any other one.
    init?(parameters: String, final: UInt8) {
        let numbers = parameters.drop { $0 == "?" }.split(separator: ";").map { Int($0) ?? 0 }
        switch final {
        case UInt8(ascii: "c") where parameters.hasPrefix("?"): self = .attributes(numbers)
        case UInt8(ascii: "t") where numbers.count == 3 && numbers[0] == 6:
            guard let size = CellSize(width: numbers[2], height: numbers[1]) else { return nil }
            self = .cellSize(size)
        default: return nil
        }
    }
}
