import Dispatch
import Glibc

/// The signals that this command answers, taken on a thread of their own: one that waits for nothing else, so that
/// they are heard also when everything else hangs.
enum Signals {
    enum Signal: Sendable, Equatable {
        /// To end: `SIGINT`, `SIGTERM`, `SIGHUP`, `SIGQUIT`.
        case end(Int32)
        /// To stop for a while: `SIGTSTP`.
        case suspend
        /// To go on: `SIGCONT`.
        case resume
        /// The size of the terminal changed: `SIGWINCH`.
        case resize
    }

    static let brokenPipe = SIGPIPE

    /// Keeps a closed output from ending the process; writing to it says so.
    static func ignoreBrokenPipe() { signal(SIGPIPE, SIG_IGN) }

    /// Calls for each signal, on the thread that waits for them.
    static func watch(_ handler: @escaping @Sendable (Signal) -> Void) {
        guard let reading = openPipe() else { return }
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH] where !isIgnored(number)
        {
            take(number)
        }
        DispatchQueue(label: "playhead.signals", qos: .userInteractive).async {
            while let number = next(reading) {
                switch number {
                case SIGTSTP: handler(.suspend)
                case SIGCONT: handler(.resume)
                case SIGWINCH: handler(.resize)
                default: handler(.end(number))
                }
            }
        }
    }

    /// Stops this process as if `SIGTSTP` had not been taken; returns when it goes on.
    static func suspendProcess() {
        signal(SIGTSTP, SIG_DFL)
        // Dispatch blocks signals on its threads; this one has to take effect before the next line.
        var set = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, SIGTSTP)
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, &before)
        raise(SIGTSTP)
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        take(SIGTSTP)
    }

    // Written before a handler can run; read only by handlers.
    nonisolated(unsafe) private static var writingEnd: Int32 = -1

    /// Opens the pipe through which signals come out of their handlers; gives the end to read.
    private static func openPipe() -> Int32? {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        unsafe writingEnd = ends[1]
        return ends[0]
    }

    /// Has a signal written into the pipe (`sigaction`); `write` is allowed in a handler.
    private static func take(_ number: Int32) {
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { number in
            let before = errno
            var byte = UInt8(truncatingIfNeeded: number)
            unsafe write(Signals.writingEnd, &byte, 1)
            errno = before
        }
        action.sa_flags = SA_RESTART
        unsafe sigaction(number, &action, nil)
    }

    private static func next(_ descriptor: Int32) -> Int32? {
        var byte: UInt8 = 0
        while true {
            let count = unsafe read(descriptor, &byte, 1)
            if count == 1 { return Int32(byte) }
            if count == 0 || errno != EINTR { return nil }
        }
    }

    /// Signals that whoever started us chose to ignore stay ignored (`nohup`, a shell's `&`).
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        unsafe sigaction(number, nil, &action)
        let handler = unsafe action.__sigaction_handler.sa_handler
        return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
