/// Control sequences of terminals (ECMA-48, DEC STD 070 and xterm).
enum ControlSequence {
    /// Moves the cursor to a column and row, from 0.
    static func place(column: Int, row: Int) -> [UInt8] { Array("\u{1B}[\(row + 1);\(column + 1)H".utf8) }

    /// Scrolls only these rows from now on, and moves the cursor to the last one. Rows count from 0.
    static func scroll(rows: Range<Int>) -> [UInt8] {
        Array("\u{1B}[\(rows.lowerBound + 1);\(rows.upperBound)r".utf8)
            + place(column: 0, row: rows.upperBound - 1)
    }

    /// Sets the title of the terminal's window. The text has no control characters.
    static func title(_ text: String) -> String { "\u{1B}]2;\(text)\u{7}" }

    /// Remembers the title of the terminal's window, and sets it to what it was.
    static let saveTitle = "\u{1B}[22;2t"
    static let restoreTitle = "\u{1B}[23;2t"

    /// Ends colours and weights.
    static let normalText = Array("\u{1B}[m".utf8)
    static let eraseLine = Array("\u{1B}[2K".utf8)
    static let eraseScreen = Array("\u{1B}[2J".utf8)
    static let saveCursor = Array("\u{1B}7".utf8)
    static let restoreCursor = Array("\u{1B}8".utf8)
    /// The terminal shows what follows at once, when it ends.
    static let beginUpdate = Array("\u{1B}[?2026h".utf8)
    static let endUpdate = Array("\u{1B}[?2026l".utf8)
    /// Shows the alternate screen, without a cursor.
    static let enterScreen = Array("\u{1B}[?1049h\u{1B}[?25l".utf8)
    /// Shows the screen before ``enterScreen``. It begins with the end of a string or an update that a crash
    /// interrupted.
    static var leaveScreen: StaticString {
        "\u{1B}\\\u{1B}[?2026l\u{1B}[m\u{1B}[r\u{1B}[?1049l\u{1B}[?25h"
    }
}
