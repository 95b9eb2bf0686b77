import Glibc

/// Restores the terminal when the process crashes, for example in a plug-in.
enum CrashGuard {
    // Written under the lock of the terminal before a handler can run, and read only by the handler.
    nonisolated(unsafe) private static var descriptor: Int32 = -1
    nonisolated(unsafe) private static var settings = termios()

    /// Installs handlers for crash signals (`sigaction` with `SA_RESETHAND`). A handler restores these
    /// settings, and then the process ends with the same signal.
    static func arm(descriptor: Int32, settings: termios) {
        let isFirst = unsafe self.descriptor < 0
        unsafe self.descriptor = descriptor
        unsafe self.settings = settings
        guard isFirst else { return }
        for number in [SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP] {
            var action = sigaction()
            unsafe action.__sigaction_handler.sa_handler = { number in
                // POSIX permits `tcsetattr` and `raise` in a signal handler. The raised signal takes effect
                // after the handler.
                unsafe tcsetattr(CrashGuard.descriptor, TCSANOW, &CrashGuard.settings)
                raise(number)
            }
            action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
            unsafe sigaction(number, &action, nil)
        }
    }
}
