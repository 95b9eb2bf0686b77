/// The lines at the bottom of a terminal, and the control sequences (ECMA-48) that draw them in place.
///
/// The cursor stays at the end of the last line. No line uses the last column, because terminals wrap there.
enum StatusBlock {
    static func lines(_ status: StatusLine, subtitle: String?, columns: Int) -> [String] {
        let room = max(columns - 1, 1)
        let words =
            subtitle?.split(whereSeparator: \.isNewline).map {
                String($0).printable.cut(toColumns: room, status.symbols)
            }
            ?? []
        return words + [status.text(columns: room)]
    }

    /// The sequence that replaces old lines by new ones.
    static func replace(_ old: [String], by new: [String]) -> String {
        toBeginning(of: old) + new.joined(separator: "\u{1B}[K\n") + "\u{1B}[J"
    }

    /// The sequence that erases the lines and leaves the cursor at the start of the first one.
    static func erase(_ old: [String]) -> String { toBeginning(of: old) + "\u{1B}[J" }

    private static func toBeginning(of lines: [String]) -> String {
        lines.count > 1 ? "\r\u{1B}[\(lines.count - 1)A" : "\r"
    }
}
