import Glibc

/// Writes what is buffered and ends the process without exit handlers: some libraries (X, GL) have threads that
/// still use what their handlers free.
func flushAndExit(_ code: Int32) -> Never {
    fflush(nil)
    _exit(code)
}
