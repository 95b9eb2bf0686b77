import Glibc
import Synchronization

/// A terminal that keys come from. Keys are taken one by one while it is ``enter()``ed; whoever had it before
/// gets it back as it was.
final class Terminal: Sendable {
    private struct State: Sendable {
        /// How it was before it was entered; nil while it is not.
        var saved: termios?
    }

    let descriptor: Int32
    private let state = Mutex(State())

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// The terminal on standard input, if that is one.
    static func onStandardInput() -> Terminal? {
        isTerminal(.standardInput) ? Terminal(descriptor: StandardStream.standardInput.rawValue) : nil
    }

    /// The terminal that controls this process, whatever standard input is (`/dev/tty`).
    static func controlling() -> Terminal? {
        let descriptor = unsafe open("/dev/tty", O_RDONLY | O_CLOEXEC)
        return descriptor >= 0 ? Terminal(descriptor: descriptor) : nil
    }

    static func isTerminal(_ stream: StandardStream) -> Bool { isatty(stream.rawValue) == 1 }

    /// Whether a stream is open at all. To be asked before anything is opened, which would take the place of a closed one.
    static func isOpen(_ stream: StandardStream) -> Bool { fcntl(stream.rawValue, F_GETFD) >= 0 }

    /// The width of the terminal on a stream in columns (`TIOCGWINSZ`); 80 when it does not say.
    static func columns(of stream: StandardStream) -> Int {
        var size = winsize()
        let isKnown = unsafe ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0
        return isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// Whether the terminal can place its cursor.
    static var canPlaceCursor: Bool {
        guard let name = unsafe getenv("TERM") else { return false }
        let kind = unsafe String(cString: name)
        return !kind.isEmpty && kind != "dumb"
    }

    /// Hands keys over one by one and unechoed (`tcsetattr`). In the background nothing happens: the terminal
    /// belongs to somebody else then.
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

    /// Puts the terminal right again. What was typed meanwhile is not left to the shell.
    func leave() {
        state.withLock { state in
            guard var saved = state.saved else { return }
            state.saved = nil
            guard isForeground else { return }
            // Not TCSAFLUSH: that waits for output, which a held terminal (^S) never takes.
            tcflush(descriptor, TCIFLUSH)
            unsafe tcsetattr(descriptor, TCSANOW, &saved)
        }
    }

    /// Whether keys are taken one by one.
    var isEntered: Bool { state.withLock { $0.saved != nil } }

    /// What was typed; empty at the end, nil while the terminal is not ours.
    func read() -> [UInt8]? {
        guard isEntered, isForeground else { return nil }
        return unsafe [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
            count = unsafe max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
    }

    /// Whether using the terminal would not stop this process. One that controls nobody stops nobody.
    private var isForeground: Bool {
        let owner = tcgetpgrp(descriptor)
        return owner < 0 || owner == getpgrp()
    }
}
