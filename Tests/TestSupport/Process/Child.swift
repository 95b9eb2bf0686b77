import Dispatch
import Glibc
import Synchronization

@testable import TestBasics

/// A process started from a program file (`posix_spawn`), with default signals whatever the tests were started with.
/// One that does not end in time is killed, which no test expects.
package final class Child: Sendable {
    struct SpawnFailure: Error { var code: Int32 }

    /// What the standard streams of a child are.
    enum Streams {
        /// Input from a file, output and errors into pipes.
        case pipes(input: String)
        /// Its controlling terminal, by its path, is all three.
        case terminal(path: String)
    }

    /// Tests that play in real time must not starve each other.
    private static let slots = Slots(free: 4)
    private static let limit = DispatchTimeInterval.seconds(90)

    let identifier: pid_t
    let output: Transcript
    let errors: Transcript
    private let exit: Task<Int32, Never>

    /// Starts it when there is room for one more, or at once in the room of a companion that only waits for it.
    static func start(
        _ program: String, _ arguments: [String], streams: Streams = .pipes(input: "/dev/null"),
        directory: String? = nil, environment: [String: String] = [:], beside companion: Child? = nil
    ) async throws -> Child {
        if companion != nil { return try Child(program, arguments, streams, directory, environment) }
        await Self.slots.take()
        do {
            let child = try Child(program, arguments, streams, directory, environment)
            Task {
                _ = await child.exitCode()
                await Self.slots.give()
            }
            return child
        } catch {
            await Self.slots.give()
            throw error
        }
    }

    private init(
        _ program: String, _ arguments: [String], _ streams: Streams, _ directory: String?,
        _ environment: [String: String]
    ) throws {
        let (identifier, output, errors) = try Self.spawning.withLock { _ in
            try spawn([program] + arguments, streams: streams, directory: directory, environment: environment)
        }
        self.identifier = identifier
        self.output = Transcript(of: output)
        self.errors = Transcript(of: errors)
        exit = Task {
            await withCheckedContinuation { continuation in
                DispatchQueue(label: "child").async { continuation.resume(returning: wait(for: identifier)) }
            }
        }
        // Where cores are kept, it leaves one that tells what it waited for.
        let watchdog = DispatchWorkItem {
            kill(identifier, SIGABRT)
            sleep(5)
            kill(identifier, SIGKILL)
        }
        DispatchQueue(label: "watchdog").asyncAfter(deadline: .now() + Self.limit, execute: watchdog)
        nonisolated(unsafe) let item = watchdog
        // Dispatch guards its items itself.
        Task { [exit] in
            _ = await exit.value
            unsafe item.cancel()
        }
    }

    func signal(_ number: Int32) { kill(identifier, number) }

    /// The exit code; minus the number of the signal that ended the process, if one did.
    func exitCode() async -> Int32 { await exit.value }

    // Descriptors between their opening and their marking would leak into a child that is started meanwhile.
    private static let spawning = Mutex(())
}

private func wait(for identifier: pid_t) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
}

private func spawn(
    _ words: [String], streams: Child.Streams, directory: String?, environment: [String: String]
) throws -> (pid_t, output: Int32, errors: Int32) {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
        unsafe posix_spawn_file_actions_destroy(&actions)
        unsafe posix_spawnattr_destroy(&attributes)
    }
    var all = sigset_t()
    var none = sigset_t()
    unsafe sigfillset(&all)
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    var flags = Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
    var output = (reading: Int32(-1), writing: Int32(-1))
    var errors = (reading: Int32(-1), writing: Int32(-1))
    switch streams {
    case .pipes(let input):
        output = openPipe()
        errors = openPipe()
        unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output.writing, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, errors.writing, 2)
    case .terminal(let path):
        // The first terminal that the leader of a session opens becomes its controlling one.
        flags |= 0x80  // POSIX_SPAWN_SETSID
        unsafe posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    unsafe posix_spawnattr_setflags(&attributes, flags)
    // A socket of this process that a child held too would not be closed when this process closes it.
    for descriptor in 3..<min(getdtablesize(), 1024) {
        unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
    }

    var variables = inheritedEnvironment()
    for (name, value) in environment { variables[name] = value }
    // `env` changes the directory and becomes the program.
    let words = directory.map { ["/usr/bin/env", "-C", $0] + words } ?? words
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var settings = unsafe variables.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer { unsafe (arguments + settings).forEach { unsafe free($0) } }
    var identifier: pid_t = 0
    let code = unsafe posix_spawn(&identifier, words[0], &actions, &attributes, &arguments, &settings)
    close(output.writing)
    close(errors.writing)
    guard code == 0 else { throw Child.SpawnFailure(code: code) }
    return (identifier, output.reading, errors.reading)
}

private func openPipe() -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    unsafe pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
}

/// What programs need to run, also under the thread sanitizer (`scripts/thread-sanitizer`) and without
/// workarounds (`scripts/try-workarounds`).
private func inheritedEnvironment() -> [String: String] {
    var result: [String: String] = [:]
    let names = [
        "PATH", "HOME", "LD_LIBRARY_PATH", "XDG_CACHE_HOME", "TMPDIR", "LD_PRELOAD",
        "PLAYHEAD_WORKAROUNDS_OFF",
    ]
    for name in names {
        if let value = unsafe getenv(name) { result[name] = unsafe String(cString: value) }
    }
    // The configuration of whoever runs the tests must not matter. Sound libraries make folders there, where they can.
    result["XDG_CONFIG_HOME"] = "/proc/none"
    // What would print a trace of a program that crashed may outlive it, and holds its output open.
    result["SWIFT_BACKTRACE"] = "enable=no"
    return result
}

/// How a run came out.
package struct RunResult {
    package var code: Int32
    package var output: String
    package var errors: String

    /// Waits for the end.
    package init(_ child: Child) async {
        code = await child.exitCode()
        output = await child.output.whole()
        errors = await child.errors.whole()
    }
}
