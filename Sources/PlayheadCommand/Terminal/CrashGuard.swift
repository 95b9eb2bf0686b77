import Glibc

/// Restores the terminal when the process crashes, for example in a plug-in.
enum CrashGuard {
    // Written under the lock of the terminal or of its screen, and read only by the handler.
    nonisolated(unsafe) private static var descriptor: Int32 = -1
    nonisolated(unsafe) private static var settings = termios()
    nonisolated(unsafe) private static var screen: Int32 = -1

    /// Restores these settings at a crash.
    static func arm(descriptor: Int32, settings: termios) {
        unsafe self.settings = settings
        unsafe self.descriptor = descriptor
        _ = installed
    }

    /// Leaves the alternate screen on a stream at a crash; nil while it is not shown.
    static func arm(screen: StandardStream?) {
        unsafe self.screen = screen?.rawValue ?? -1
        _ = installed
    }

    /// Handlers for crash signals (`sigaction` with `SA_RESETHAND`). After a handler, the process ends with
    /// the same signal.
    private static let installed: Void = {
        for number in [SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP] {
            var action = sigaction()
            unsafe action.__sigaction_handler.sa_handler = { number in
                // POSIX permits `write`, `tcsetattr` and `raise` in a signal handler. The raised signal takes
                // effect after the handler.
                if unsafe CrashGuard.screen >= 0 {
                    let bytes = ControlSequence.leaveScreen
                    _ = unsafe write(CrashGuard.screen, bytes.utf8Start, bytes.utf8CodeUnitCount)
                }
                if unsafe CrashGuard.descriptor >= 0 {
                    unsafe tcsetattr(CrashGuard.descriptor, TCSANOW, &CrashGuard.settings)
                }
                raise(number)
            }
            action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
            unsafe sigaction(number, &action, nil)
        }
    }()
}
