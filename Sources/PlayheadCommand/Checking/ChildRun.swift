import Foundation
import PlayheadCheck
import Synchronization

/// A child process of this executable that checks one input. A crash or hang in it does not affect other
/// inputs.
final class ChildRun: Sendable {
    private struct State {
        var deadline: ContinuousClock.Instant
        var result: CheckResult?
        /// The reason why the parent ended the child; nil if it did not.
        var cause: String?
    }

    /// The time after the limit of the child at which the parent ends it.
    private static let grace: Duration = .seconds(10)
    private static let lengthOfLog = 4000
    private static let spawning = Mutex(())

    private let input: InputList.Input
    private let process = Process()
    private let state: Mutex<State>

    init(_ input: InputList.Input, _ options: CheckCommand) {
        self.input = input
        state = Mutex(State(deadline: .now + .seconds(options.limit) + Self.grace))
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = options.arguments(for: input)
    }

    /// Runs the child process to its end and returns the result.
    func result() async -> CheckResult {
        let watch = ContinuousClock.now
        let began = Date().timeIntervalSince1970.rounded()
        let (message, log) = await run()
        var result =
            state.withLock(\.result)
            ?? CheckResult(
                index: input.index, input: input.text,
                kind: input.text.isNameOfScenario ? .scenario : .medium,
                cases: [CheckCase("run", .error, state.withLock(\.cause) ?? message)],
                time: ((ContinuousClock.now - watch) / .milliseconds(1)).rounded() / 1000, began: began)
        if result.outcome == .failed || result.outcome == .error, !log.isEmpty {
            result.log = String(log.suffix(Self.lengthOfLog))
        }
        return result
    }

    /// Runs the child process. It returns a message about its end, and its standard error.
    private func run() async -> (message: String, log: String) {
        let (keepAlive, output, errors) = (Pipe(), Pipe(), Pipe())
        process.standardInput = keepAlive
        process.standardOutput = output
        process.standardError = errors
        let (ends, end) = AsyncStream<String>.makeStream()
        process.terminationHandler = { process in
            let status = process.terminationStatus
            end.yield(
                process.terminationReason == .exit
                    ? "the check ended without a result (\(status))" : "the check crashed (signal \(status))")
            end.finish()
        }
        do {
            try Self.spawning.withLock { _ in try process.run() }
        } catch {
            return ("the check cannot be started: \(error)", "")
        }
        async let reading: Void = read(output.fileHandleForReading)
        async let log = Self.text(of: errors.fileHandleForReading)
        let watchdog = Task { await watch() }
        let message = await withTaskCancellationHandler {
            await ends.first { _ in true } ?? ""
        } onCancel: {
            self.end(because: "it was interrupted")
        }
        watchdog.cancel()
        await reading
        let text = await log
        return withExtendedLifetime(keepAlive) { (message, text) }
    }

    /// Ends the process at its deadline.
    private func watch() async {
        while true {
            let rest = state.withLock(\.deadline) - .now
            if rest <= .zero { return end(because: "it hung, and was ended") }
            guard (try? await Task.sleep(for: rest)) != nil else { return }
        }
    }

    private func end(because cause: String) {
        state.withLock { $0.cause = $0.cause ?? cause }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Reads the report lines of the child.
    private func read(_ file: FileHandle) async {
        await Self.offThread {
            let reader = LineReader(file)
            while let line = reader.line() {
                switch JSONLine.read(line) {
                case .result(let result): self.state.withLock { $0.result = result }
                case .lasts(let seconds): self.state.withLock { $0.deadline += .seconds(seconds) }
                case .summary, nil: break
                }
            }
        }
    }

    private static func text(of file: FileHandle) async -> String {
        await offThread {
            var tail = Data()
            while let more = try? file.read(upToCount: 65536), !more.isEmpty {
                tail = Data((tail + more).suffix(4 * lengthOfLog))
            }
            return String(decoding: tail, as: UTF8.self)
        }
    }

    /// Performs blocking work on a dispatch queue of its own.
    private static func offThread<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "playhead.check.child").async { continuation.resume(returning: work()) }
        }
    }
}
