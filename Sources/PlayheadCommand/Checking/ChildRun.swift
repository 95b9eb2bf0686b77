import FoundationEssentials
import PlayheadCheck
import PlayheadSystem
import Synchronization

/// A child process of this executable that checks one input. A crash or hang in it does not affect other
/// inputs.
final class ChildRun: Sendable {
    private struct State {
        var deadline: ContinuousClock.Instant
        var result: CheckResult?
        var timeline: MediaTimeline?
        /// The reason why the parent ended the child; nil if it did not.
        var cause: String?
    }

    /// The time after the limit of the child at which the parent ends it.
    private static let grace: Duration = .seconds(10)
    private static let lengthOfLog = 4000

    private let input: InputList.Input
    private let arguments: [String]
    private let state: Mutex<State>

    init(_ input: InputList.Input, _ options: CheckCommand) {
        self.input = input
        arguments = options.arguments(for: input)
        state = Mutex(State(deadline: .now + .seconds(options.limit) + Self.grace))
    }

    /// The pictures and the sound of the medium, if the options ask for them.
    var timeline: MediaTimeline? { state.withLock(\.timeline) }

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
        let child: ChildProcess
        do {
            child = try ChildProcess(Self.program, arguments: arguments)
        } catch {
            return ("the check cannot be started: \(error.message)", "")
        }
        async let reading: Void = read(child.output)
        async let log = Self.text(of: child.errors)
        let watchdog = Task { await watch(child) }
        let end = await withTaskCancellationHandler {
            await BlockingWork.run { child.wait() }
        } onCancel: {
            self.end(child, because: "it was interrupted")
        }
        watchdog.cancel()
        await reading
        let text = await log
        let message =
            switch end {
            case .exit(let status): "the check ended without a result (\(status))"
            case .signal(let number): "the check crashed (signal \(number))"
            }
        return (message, text)
    }

    /// The path of this executable.
    static var program: FilePath { LocalFile.resolved("/proc/self/exe") ?? "/proc/self/exe" }

    /// Ends the process at its deadline.
    private func watch(_ child: ChildProcess) async {
        while true {
            let rest = state.withLock(\.deadline) - .now
            if rest <= .zero { return end(child, because: "it hung, and was ended") }
            guard (try? await Task.sleep(for: rest)) != nil else { return }
        }
    }

    private func end(_ child: ChildProcess, because cause: String) {
        state.withLock { $0.cause = $0.cause ?? cause }
        child.kill()
    }

    /// Reads the report lines of the child.
    private func read(_ file: InputFile) async {
        await BlockingWork.run {
            let reader = LineReader(file)
            while let line = reader.line() {
                switch JSONLine.read(line) {
                case .result(let result): self.state.withLock { $0.result = result }
                case .lasts(let seconds): self.state.withLock { $0.deadline += .seconds(seconds) }
                case .summary: break
                case nil:
                    let timeline = try? JSONDecoder().decode(MediaTimeline.self, from: Data(line.utf8))
                    if let timeline { self.state.withLock { $0.timeline = timeline } }
                }
            }
        }
    }

    private static func text(of file: InputFile) async -> String {
        await BlockingWork.run {
            var tail: [UInt8] = []
            while true {
                let more = file.read(upTo: 65536)
                if more.isEmpty { return String(decoding: tail, as: UTF8.self) }
                tail = (tail + more).suffix(4 * lengthOfLog)
            }
        }
    }
}
