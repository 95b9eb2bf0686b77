internal import Glibc
internal import Synchronization

/// A running child process, with pipes as its standard streams (`posix_spawn`).
///
/// The child has a process group of its own, so that it gets no signals from the keys of the terminal. Its
/// standard input ends when this value is deinitialized or this process ends.
package final class ChildProcess: Sendable {
    /// The end of a process.
    package enum End: Sendable, Hashable {
        case exit(status: Int32)
        case signal(Int32)
    }

    /// The read ends of its standard output and its standard error.
    package let output: InputFile
    package let errors: InputFile
    private let input: Int32
    private let identifier: pid_t
    /// Whether the identifier still is that of the child.
    private let isRunning = Mutex(true)

    /// Descriptors between their opening and their marking would leak into a child that starts meanwhile.
    private static let spawning = Mutex(())

    /// Starts a program. It gets the environment of this process with these variables added or replaced.
    package init(
        _ program: FilePath, arguments: [String], environment: [String: String] = [:]
    ) throws(FileFault) {
        let started = try Self.spawning.withLock { _ throws(FileFault) in
            let (input, output, errors) = (try Pipe(), try Pipe(), try Pipe())
            let (identifier, code) = Self.spawn(
                program, arguments, environment, input: input.reading, output: output.writing,
                errors: errors.writing)
            close(input.reading)
            close(output.writing)
            close(errors.writing)
            return (input: input.writing, output: output.reading, errors: errors.reading, identifier, code)
        }
        input = started.input
        output = InputFile(owning: started.output)
        errors = InputFile(owning: started.errors)
        identifier = started.3
        if started.4 != 0 { throw FileFault(code: started.4) }
    }

    /// Returns the identifier of the process, and the error number or 0.
    private static func spawn(
        _ program: FilePath, _ arguments: [String], _ environment: [String: String], input: Int32,
        output: Int32, errors: Int32
    ) -> (pid_t, Int32) {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2)
        // Dispatch blocks signals on its threads.
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        let path = (program.bytes + [0]).map { CChar(truncatingIfNeeded: $0) }
        var words = unsafe [strdup(path)] + arguments.map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var variables = unsafe Self.variables(with: environment).map { unsafe strdup($0) } + [nil]
        defer { unsafe variables.forEach { unsafe free($0) } }
        var identifier: pid_t = 0
        let code = unsafe posix_spawn(&identifier, path, &actions, &attributes, &words, &variables)
        return (identifier, code)
    }

    /// The variables of this process as `NAME=VALUE`, with some added or replaced.
    private static func variables(with others: [String: String]) -> [[CChar]] {
        var variables: [[CChar]] = []
        var next = unsafe environ
        while let entry = unsafe next.pointee {
            let bytes = unsafe Array(UnsafeBufferPointer(start: entry, count: strlen(entry) + 1))
            let name = bytes.prefix { $0 != CChar(UInt8(ascii: "=")) }.map { UInt8(bitPattern: $0) }
            if others[String(decoding: name, as: UTF8.self)] == nil { variables.append(bytes) }
            unsafe next += 1
        }
        return variables + others.map { Array("\($0.key)=\($0.value)".utf8CString) }
    }

    deinit { close(input) }

    /// Ends the process and its descendants with `SIGKILL`, if it runs.
    package func kill() {
        isRunning.withLock { isRunning in
            if isRunning { Glibc.kill(-identifier, SIGKILL) }
        }
    }

    /// Blocks until the end of the process. To be called once.
    package func wait() -> End {
        // Until `waitpid`, no other process gets the identifier.
        var facts = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(identifier), &facts, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        var status: Int32 = 0
        isRunning.withLock {
            $0 = false
            while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        }
        return status & 0x7f == 0 ? .exit(status: status >> 8 & 0xff) : .signal(status & 0x7f)
    }
}

/// A pipe whose ends no other child inherits, and that are no standard streams.
private struct Pipe {
    let reading: Int32
    let writing: Int32

    init() throws(FileFault) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw FileFault(code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        reading = Self.aboveStandardStreams(ends[0])
        writing = Self.aboveStandardStreams(ends[1])
    }

    private static func aboveStandardStreams(_ descriptor: Int32) -> Int32 {
        guard descriptor <= 2 else { return descriptor }
        defer { close(descriptor) }
        return fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    }
}
