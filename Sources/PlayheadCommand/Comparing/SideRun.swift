import Dispatch
import PlayheadCheck
import PlayheadCompare
import PlayheadSystem
import Synchronization

/// The reason why a side could not be measured.
struct SideFault: Error {
    let message: String
    var hint: String?
    var isUsage = false
}

/// A child process that measures one side. Its output is read by one thread at a time.
final class SideRun: @unchecked Sendable {
    // `reader` is used by one thread at a time; the rest is constant or guards itself.
    private struct State {
        /// The start of the current wait for output; nil without one.
        var waitsSince: ContinuousClock.Instant?
        var isHung = false
        var end: ChildProcess.End?
        var errors: [UInt8] = []
    }

    let side: ComparedSide
    private let child: ChildProcess
    private let limit: Duration
    private let reader: LineReader
    private let state: Mutex<State>
    private let errorsEnd = DispatchSemaphore(value: 0)

    /// Starts the process, and reads the head of its measurement. It blocks.
    init(
        _ side: ComparedSide, _ kind: MeasurementKind, _ more: [String] = [], limit: Duration
    ) throws(SideFault) {
        self.side = side
        self.limit = limit
        do {
            child = try ChildProcess(
                side.program, arguments: side.arguments(kind, more), environment: side.environment)
        } catch {
            throw SideFault(message: "\(side.name): \(side.program) cannot be started: \(error.message)")
        }
        reader = LineReader(child.output)
        state = Mutex(State())
        DispatchQueue(label: "playhead.compare.errors").async { self.readErrors() }
        watch()
    }

    /// Reads the first line. It blocks.
    func head() throws(SideFault) -> MeasurementHead {
        let line = self.line()
        if let line, let head: MeasurementHead = JSONLine.value(line),
            head.measurement == MeasurementHead.form
        {
            return head
        }
        let end = finish()
        errorsEnd.wait()
        let (isHung, errors) = state.withLock { ($0.isHung, $0.errors) }
        let said =
            String(decoding: errors, as: UTF8.self).split(separator: "\n").first.map { ": \($0)" } ?? ""
        if isHung { throw SideFault(message: "\(side.name): it hung, and was ended") }
        if side.isThisCommand, end == .exit(status: ExitStatus.usage) {
            throw SideFault(message: "\(side.name)\(said)", isUsage: true)
        }
        throw SideFault(
            message:
                "\(side.name): \(side.program) prints no measurement of form \(MeasurementHead.form)\(said)",
            hint: "name a playhead with the subcommand compare")
    }

    /// The next line; nil at the end. It blocks.
    func line() -> String? {
        waiting { reader.line() }
    }

    /// The next bytes; nil at the end. It blocks.
    func bytes(_ count: Int) -> [UInt8]? {
        waiting { reader.bytes(count) }
    }

    /// The fault of a measurement that ended early. It blocks until the end of the process.
    func earlyEnd() -> SideFault {
        let end = finish()
        if state.withLock(\.isHung) { return SideFault(message: "\(side.name): it hung, and was ended") }
        return switch end {
        case .exit(let status): SideFault(message: "\(side.name): the measurement broke off (\(status))")
        case .signal(let number):
            SideFault(message: "\(side.name): the measurement crashed (signal \(number))")
        }
    }

    /// Ends the process if it still runs, and waits for it.
    func close() { _ = finish() }

    private func finish() -> ChildProcess.End {
        if let end = state.withLock(\.end) { return end }
        child.kill()
        let end = child.wait()
        state.withLock { $0.end = end }
        return end
    }

    private func waiting<Value>(_ read: () -> Value) -> Value {
        state.withLock { $0.waitsSince = .now }
        defer { state.withLock { $0.waitsSince = nil } }
        return read()
    }

    private func readErrors() {
        while true {
            let more = child.errors.read(upTo: 4096)
            if more.isEmpty { break }
            state.withLock { if $0.errors.count < 4096 { $0.errors += more } }
        }
        errorsEnd.signal()
    }

    /// Ends the process once a wait for its output has lasted too long.
    private func watch() {
        let since = state.withLock(\.waitsSince) ?? .now
        let rest = max(Int((since + limit - .now) / .milliseconds(1)), 0) + 1
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(rest)) { [weak self] in
            guard let self else { return }
            let isOver = state.withLock { state in
                state.isHung = state.waitsSince.map { $0 + self.limit <= .now } ?? false
                return state.isHung
            }
            if isOver { child.kill() } else { watch() }
        }
    }
}
