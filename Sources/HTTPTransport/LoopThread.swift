internal import CCurl
internal import Glibc
internal import PlayheadSystem

/// Starts the POSIX thread of a client.
enum LoopThread {
    /// Starts a thread; nil if the system cannot create one. SIGPIPE, which it blocks as all signals, is reported by
    /// the results of calls.
    static func start(_ mailbox: LoopMailbox, wakeup: Int32) -> pthread_t? {
        SystemThread.start { run(mailbox, wakeup) }
    }

    private static func run(_ mailbox: LoopMailbox, _ wakeup: Int32) {
        unsafe pthread_setname_np(pthread_self(), "playhead-http")
        // Host names that are not ASCII are converted with the charset of the thread's locale. The default is
        // the program's locale.
        let locale = unsafe newlocale(Int32(LC_CTYPE_MASK), "C.UTF-8", nil)
        if let locale = unsafe locale { unsafe uselocale(locale) }
        do {
            let loop = TransferLoop(mailbox, wakeup: wakeup)
            loop.run()
        }
        if let locale = unsafe locale {
            unsafe uselocale(playhead_global_locale())
            unsafe freelocale(locale)
        }
        mailbox.threadEnds()
    }
}
