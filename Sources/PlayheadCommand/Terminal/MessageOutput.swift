/// The lines for the user: on standard error, or in the text of a screen.
struct MessageOutput: Sendable {
    /// The screen; nil without one, or if standard error is no terminal.
    let screen: TerminalScreen?
    private let stream = Output(.standardError)

    init(screen: TerminalScreen? = nil) {
        self.screen = Terminal.isTerminal(.standardError) ? screen : nil
    }

    /// The width in columns.
    var columns: Int { Terminal.columns(of: stream.stream) }

    /// Prints lines that stay.
    func print(_ lines: [String]) {
        if let screen { screen.print(lines) } else { stream.print(lines) }
    }

    /// Writes text without a line feed and ignores errors.
    func draw(_ text: String) {
        if let screen { screen.draw(text) } else { try? stream.write(text) }
    }
}
