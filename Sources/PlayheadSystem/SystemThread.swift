package import Glibc

/// POSIX threads of the library.
package enum SystemThread {
    private final class Start: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread that has to be joined or detached; nil if the system cannot create one. It blocks all signals,
    /// which belong to the program.
    package static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        let start = unsafe Unmanaged.passRetained(Start(body))
        // The new thread inherits the mask.
        var (all, before) = (sigset_t(), sigset_t())
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, start.toOpaque())
        if result == 0 { return thread }
        unsafe start.release()
        return nil
    }
}
