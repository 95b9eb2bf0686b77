/// The lines at the bottom of a terminal, and the control sequences (ECMA-48) that draw them in place.
///
/// The cursor rests at the end of the last line. No line reaches the last column: there a terminal would wrap.
enum StatusBlock {
    static func lines(_ status: StatusLine, subtitle: String?, columns: Int) -> [String] {
        let room = max(columns - 1, 1)
        let words =
            subtitle?.split(whereSeparator: \.isNewline).map { String($0).printable.cut(toColumns: room) }
            ?? []
        return words + [status.text(columns: room)]
    }

    /// Draws new lines where the old ones are.
    static func replace(_ old: [String], by new: [String]) -> String {
        toBeginning(of: old) + new.joined(separator: "\u{1B}[K\n") + "\u{1B}[J"
    }

    /// Takes the lines away and leaves the cursor where the first one began.
    static func erase(_ old: [String]) -> String { toBeginning(of: old) + "\u{1B}[J" }

    private static func toBeginning(of lines: [String]) -> String {
        lines.count > 1 ? "\r\u{1B}[\(lines.count - 1)A" : "\r"
    }
}
