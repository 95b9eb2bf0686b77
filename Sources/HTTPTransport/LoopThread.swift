internal import CCurl
internal import Glibc

/// Starts the POSIX thread of a client.
enum LoopThread {
    private final class Start: Sendable {
        let mailbox: LoopMailbox
        let wakeup: Int32

        init(_ mailbox: LoopMailbox, _ wakeup: Int32) { (self.mailbox, self.wakeup) = (mailbox, wakeup) }
    }

    /// Starts a thread; nil if the system cannot create one.
    static func start(_ mailbox: LoopMailbox, wakeup: Int32) -> pthread_t? {
        let start = unsafe Unmanaged.passRetained(Start(mailbox, wakeup))
        // The thread blocks all signals, which belong to the program. SIGPIPE is reported by the results of
        // calls. The new thread inherits the mask.
        var (all, before) = (sigset_t(), sigset_t())
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                LoopThread.run(unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue())
                return nil
            }, start.toOpaque())
        if result == 0 { return thread }
        unsafe start.release()
        return nil
    }

    private static func run(_ start: Start) {
        unsafe pthread_setname_np(pthread_self(), "playhead-http")
        // Host names that are not ASCII are converted with the charset of the thread's locale. The default is
        // the program's locale.
        let locale = unsafe newlocale(Int32(LC_CTYPE_MASK), "C.UTF-8", nil)
        if let locale = unsafe locale { unsafe uselocale(locale) }
        do {
            let loop = TransferLoop(start.mailbox, wakeup: start.wakeup)
            loop.run()
        }
        if let locale = unsafe locale {
            unsafe uselocale(playhead_global_locale())
            unsafe freelocale(locale)
        }
        start.mailbox.threadEnds()
    }
}
