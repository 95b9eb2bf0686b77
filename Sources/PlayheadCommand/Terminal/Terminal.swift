import Glibc
import Synchronization

/// A terminal for key input. Between ``enter()`` and ``leave()`` keys arrive one by one. `leave()` restores
/// the earlier settings.
final class Terminal: Sendable {
    private struct State: Sendable {
        /// The settings before `enter()`; nil while the terminal is not entered.
        var saved: termios?
    }

    let descriptor: Int32
    private let state = Mutex(State())

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// The terminal on standard input; nil if standard input is no terminal.
    static func onStandardInput() -> Terminal? {
        isTerminal(.standardInput) ? Terminal(descriptor: StandardStream.standardInput.rawValue) : nil
    }

    /// The controlling terminal of this process (`/dev/tty`), independent of standard input.
    static func controlling() -> Terminal? {
        let descriptor = unsafe open("/dev/tty", O_RDONLY | O_CLOEXEC)
        return descriptor >= 0 ? Terminal(descriptor: descriptor) : nil
    }

    static func isTerminal(_ stream: StandardStream) -> Bool { isatty(stream.rawValue) == 1 }

    /// Whether a stream is open. It has to be called before any file is opened, because a new file takes the
    /// descriptor of a closed stream.
    static func isOpen(_ stream: StandardStream) -> Bool { fcntl(stream.rawValue, F_GETFD) >= 0 }

    /// The size of the terminal on a stream (`TIOCGWINSZ`); 80 columns and 24 rows if it is unknown.
    static func size(of stream: StandardStream) -> TerminalSize {
        var size = winsize()
        guard unsafe ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0 else { return TerminalSize() }
        return TerminalSize(
            columns: Int(size.ws_col), rows: Int(size.ws_row), pixelWidth: Int(size.ws_xpixel),
            pixelHeight: Int(size.ws_ypixel))
    }

    /// The width of the terminal on a stream in columns; 80 if it is unknown.
    static func columns(of stream: StandardStream) -> Int { size(of: stream).columns }

    /// Whether the terminal supports cursor control.
    static var canPlaceCursor: Bool {
        guard let kind = Environment["TERM"] else { return false }
        return !kind.isEmpty && kind != "dumb"
    }

    /// Sets the terminal to unbuffered input without echo (`tcsetattr`). It has no effect in the background,
    /// where another process owns the terminal.
    func enter() {
        state.withLock { state in
            guard state.saved == nil, isForeground else { return }
            var current = termios()
            guard unsafe tcgetattr(descriptor, &current) == 0 else { return }
            var changed = current
            changed.c_lflag &= ~tcflag_t(ICANON | ECHO)
            CrashGuard.arm(descriptor: descriptor, settings: current)
            if unsafe tcsetattr(descriptor, TCSANOW, &changed) == 0 { state.saved = current }
        }
    }

    /// Restores the settings and discards unread input, so that the shell does not read it.
    func leave() {
        state.withLock { state in
            guard var saved = state.saved else { return }
            state.saved = nil
            guard isForeground else { return }
            // `TCSAFLUSH` is not used: it waits for pending output, which a terminal held with ^S never
            // accepts.
            tcflush(descriptor, TCIFLUSH)
            unsafe tcsetattr(descriptor, TCSANOW, &saved)
        }
    }

    /// Whether the terminal is entered.
    var isEntered: Bool { state.withLock { $0.saved != nil } }

    /// The unread input; empty at its end, nil while the terminal is not entered or in the background.
    func read() -> [UInt8]? {
        guard isEntered, isForeground else { return nil }
        return unsafe [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
            count = unsafe max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
    }

    private var isForeground: Bool { Self.isForeground(descriptor) }

    /// Whether the process may use a terminal without being stopped. A terminal that controls no process
    /// group stops no process.
    static func isForeground(_ descriptor: Int32) -> Bool {
        let owner = tcgetpgrp(descriptor)
        return owner < 0 || owner == getpgrp()
    }
}
