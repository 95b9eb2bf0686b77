import Dispatch
import Glibc

/// Signals of the process, taken on a thread of their own: one that waits for nothing else, so that they are heard
/// also when everything else hangs. Each is taken from the moment `watch` returns: dispatch's own signal sources
/// begin some time after they are resumed, and what comes in between is lost.
enum Signals {
    /// Keeps a closed output from ending the process; writing to it says so.
    static func ignoreBrokenPipe() { signal(SIGPIPE, SIG_IGN) }

    /// Calls for each signal of these numbers, on the thread that waits for them; once in a process. A signal that
    /// whoever started us chose to ignore stays ignored (`nohup`, a shell's `&`).
    static func watch(_ numbers: [Int32], _ handler: @escaping @Sendable (Int32) -> Void) {
        guard let reading = openPipe() else { return }
        for number in numbers where !isIgnored(number) { take(number) }
        DispatchQueue(label: "playhead.signals", qos: .userInteractive).async {
            while let number = next(reading) { handler(number) }
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

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        unsafe sigaction(number, nil, &action)
        let handler = unsafe action.__sigaction_handler.sa_handler
        return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
