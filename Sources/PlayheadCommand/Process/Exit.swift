import Glibc

/// Flushes all streams and ends the process without exit handlers. Some libraries (X, GL) have threads that
/// still use what their exit handlers free.
func flushAndExit(_ code: Int32) -> Never {
    fflush(nil)
    _exit(code)
}
