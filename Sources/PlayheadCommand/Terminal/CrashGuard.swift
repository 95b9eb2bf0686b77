import Glibc

/// Puts the terminal right also when the process crashes, be it in a plug-in.
enum CrashGuard {
    // Written under the terminal's lock before a handler can run; read only by the handler.
    nonisolated(unsafe) private static var descriptor: Int32 = -1
    nonisolated(unsafe) private static var settings = termios()

    /// From now on, a crash restores these settings first (`sigaction` with `SA_RESETHAND`), and then ends the process
    /// as it would have without.
    static func arm(descriptor: Int32, settings: termios) {
        let isFirst = unsafe self.descriptor < 0
        unsafe self.descriptor = descriptor
        unsafe self.settings = settings
        guard isFirst else { return }
        for number in [SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP] {
            var action = sigaction()
            unsafe action.__sigaction_handler.sa_handler = { number in
                // POSIX allows both in a signal handler; what is raised here takes effect behind it.
                unsafe tcsetattr(CrashGuard.descriptor, TCSANOW, &CrashGuard.settings)
                raise(number)
            }
            action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
            unsafe sigaction(number, &action, nil)
        }
    }
}
