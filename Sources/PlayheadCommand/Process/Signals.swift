import Dispatch
import Glibc

/// Receives signals of the process on a thread that does nothing else, so that they work even if all other
/// threads hang.
///
/// Signals are received from the return of `watch` on. Signal sources of Dispatch begin some time after they
/// are resumed, and lose signals before that.
enum Signals {
    /// Ignores `SIGPIPE`. A write to a closed output then returns an error instead of ending the process.
    static func ignoreBrokenPipe() { signal(SIGPIPE, SIG_IGN) }

    /// Calls `handler` for each signal with one of these numbers, on the signal thread. It may be called once
    /// per process. A signal that the parent process set to be ignored stays ignored (`nohup`, `&` in a
    /// shell).
    static func watch(_ numbers: [Int32], _ handler: @escaping @Sendable (Int32) -> Void) {
        guard let reading = openPipe() else { return }
        for number in numbers where !isIgnored(number) { take(number) }
        DispatchQueue(label: "playhead.signals", qos: .userInteractive).async {
            while let number = next(reading) { handler(number) }
        }
    }

    /// Ends the process at each signal that asks for it, after some last work on the signal thread.
    static func exitWhenAsked(_ cleanUp: @escaping @Sendable () -> Void = {}) {
        watch([SIGINT, SIGTERM, SIGHUP, SIGQUIT]) { number in
            cleanUp()
            _exit(ExitStatus.code(forSignal: number))
        }
    }

    /// Stops this process with the default action of `SIGTSTP`, and returns when it continues.
    static func suspendProcess() {
        signal(SIGTSTP, SIG_DFL)
        // Dispatch blocks signals on its threads. The signal has to take effect before the next line.
        var set = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, SIGTSTP)
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, &before)
        raise(SIGTSTP)
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        take(SIGTSTP)
    }

    // Written before a handler can run, and read only by handlers.
    nonisolated(unsafe) private static var writingEnd: Int32 = -1

    /// Opens the pipe from the signal handlers to the signal thread, and returns its read end.
    private static func openPipe() -> Int32? {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        unsafe writingEnd = ends[1]
        return ends[0]
    }

    /// Installs a handler with `sigaction` that writes the signal into the pipe. `write` is
    /// async-signal-safe.
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
