import Dispatch
import Synchronization

/// The alternate screen of a terminal on standard output: a picture above some rows of text, which scroll
/// alone.
///
/// Text is written to standard error. ``leave()`` prints the messages once more on the normal screen.
final class TerminalScreen: Sendable {
    /// The arrangement of the screen.
    struct Arrangement: Equatable, Sendable {
        var size: TerminalSize
        /// The rows of the picture.
        var pictureRows: Int
        /// The number of the arrangement. Each change needs the whole picture again.
        var number: Int
    }

    private struct State {
        /// Nil while the screen is not shown.
        var arrangement: Arrangement?
        var number = 0
        var textRows = TerminalScreen.textRows
        var messages: [String] = []
        var erasure: [UInt8] = []
        var changed: @Sendable () -> Void = {}
    }

    private let state = Mutex(State())
    private let output = Output(.standardOutput)
    private let text = Output(.standardError)
    /// The status line, and room for subtitles or messages.
    private static let textRows = 4
    /// The maximum number of messages that are printed once more.
    private static let mostMessages = 1000

    /// Calls the closure after each new arrangement, on any thread.
    func onChange(_ changed: @escaping @Sendable () -> Void) { state.withLock { $0.changed = changed } }

    /// The arrangement; nil while the screen is not shown.
    var arrangement: Arrangement? { state.withLock(\.arrangement) }

    /// Shows the screen. It has no effect in the background, where another process owns the terminal.
    func enter() {
        let changed: (@Sendable () -> Void)? = state.withLock { state in
            guard state.arrangement == nil, Terminal.isForeground(output.stream.rawValue) else { return nil }
            CrashGuard.arm(screen: output.stream)
            arrange(&state, after: ControlSequence.enterScreen)
            return state.changed
        }
        changed?()
    }

    /// Adapts the screen to the size of the terminal. `textRows` are the rows of text; nil for the usual
    /// number.
    func rearrange(textRows: Int? = nil) {
        let changed = state.withLock { state in
            state.textRows = textRows ?? Self.textRows
            if state.arrangement != nil { arrange(&state, after: state.erasure) }
            return state.changed
        }
        changed()
    }

    /// Shows the screen before ``enter()`` again, with the messages.
    func leave() {
        state.withLock { state in
            guard state.arrangement != nil else { return }
            try? output.write(state.erasure)
            try? output.write("\(ControlSequence.leaveScreen)")
            CrashGuard.arm(screen: nil)
            state.arrangement = nil
            state.textRows = Self.textRows
            text.print(state.messages)
            state.messages = []
        }
    }

    /// Leaves the screen, but does not wait long for a terminal that accepts no output.
    func leaveSoon() {
        let isLeft = DispatchSemaphore(value: 0)
        DispatchQueue(label: "playhead.screen", qos: .userInteractive).async {
            self.leave()
            isLeft.signal()
        }
        _ = isLeft.wait(timeout: .now() + .milliseconds(300))
    }

    /// Shows a change of the picture, unless the arrangement is no longer this one. The sequence that removes
    /// the picture is kept.
    func show(_ picture: [UInt8], in arrangement: Arrangement, erasure: [UInt8]) {
        state.withLock { state in
            guard state.arrangement == arrangement else { return }
            state.erasure = erasure
            try? output.write(
                ControlSequence.beginUpdate + ControlSequence.saveCursor + picture
                    + ControlSequence.restoreCursor + ControlSequence.endUpdate)
        }
    }

    /// Sends a query to the terminal.
    func ask(_ query: String) { state.withLock { _ in try? output.write(query) } }

    /// Prints lines above the status line.
    func print(_ lines: [String]) {
        state.withLock { state in
            if state.arrangement != nil {
                state.messages = (state.messages + lines).suffix(Self.mostMessages)
            }
            text.print(lines)
        }
    }

    /// Draws text at the cursor, unless the screen is not shown.
    func draw(_ drawing: String) {
        state.withLock { state in
            if state.arrangement != nil { try? text.write(drawing) }
        }
    }

    private func arrange(_ state: inout State, after sequence: [UInt8]) {
        let size = Terminal.size(of: output.stream)
        // Terminals scroll two rows at least.
        let textRows = max(min(state.textRows, size.rows / 2), 2)
        let pictureRows = max(size.rows - textRows, 0)
        state.number += 1
        state.arrangement = Arrangement(size: size, pictureRows: pictureRows, number: state.number)
        try? output.write(
            ControlSequence.beginUpdate + sequence + ControlSequence.eraseScreen
                + ControlSequence.scroll(rows: pictureRows..<max(size.rows, 2)) + ControlSequence.endUpdate)
    }
}
