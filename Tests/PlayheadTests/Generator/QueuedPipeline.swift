import Playhead
import PlayheadTesting
import Synchronization

/// A fake pipeline that does nothing by itself: what it is told and what it has to say wait until they are let through, one thing at
/// a time, as they may on a pipeline's own threads.
final class QueuedPipeline: DrivenPipeline {
    private struct State {
        var work: [@Sendable () -> Void] = []
        var reports: [PipelineEvent] = []
    }

    private let state: Mutex<State>
    let fake: FakePipeline
    private let post: @Sendable (PipelineEvent) -> Void
    private let stage: Stage

    init(stage: Stage, post: @escaping @Sendable (PipelineEvent) -> Void, make: (Outbox) -> FakePipeline) {
        self.stage = stage
        self.post = post
        let outbox = Outbox()
        fake = make(outbox)
        state = Mutex(State())
        outbox.pass(to: self)
    }

    func perform(_ command: PipelineCommand) {
        state.withLock { state in state.work.append { [fake] in fake.perform(command) } }
        stage.call()
    }

    func discard(completion: @escaping @Sendable () -> Void) {
        state.withLock { state in state.work.append { [fake] in fake.discard(completion: completion) } }
        stage.call()
    }

    /// Does the next thing that it was told; false when there is nothing.
    @discardableResult
    func work() -> Bool {
        guard let next = state.withLock({ $0.work.isEmpty ? nil : $0.work.removeFirst() }) else {
            return false
        }
        next()
        return true
    }

    /// Posts the next thing that it has to say, also when nobody wants to hear it any more; false when there is nothing.
    @discardableResult
    func report() -> Bool {
        guard let next = state.withLock({ $0.reports.isEmpty ? nil : $0.reports.removeFirst() }) else {
            return false
        }
        post(next)
        return true
    }

    func advance() -> Bool { work() || report() }

    fileprivate func keep(_ event: PipelineEvent) { state.withLock { $0.reports.append(event) } }

    /// Where a fake pipeline leaves its reports, also those from before it has an owner.
    final class Outbox: Sendable {
        private struct State {
            weak var owner: QueuedPipeline?
            var early: [PipelineEvent] = []
        }

        private let state = Mutex(State())

        func keep(_ event: PipelineEvent) {
            let owner = state.withLock { state in
                if state.owner == nil { state.early.append(event) }
                return state.owner
            }
            owner?.keep(event)
        }

        fileprivate func pass(to owner: QueuedPipeline) {
            let early = state.withLock { state in
                state.owner = owner
                defer { state.early = [] }
                return state.early
            }
            for event in early { owner.keep(event) }
        }
    }
}

/// The places where a player is in the middle of something and does not hold its lock: another thread may come in between.
final class Stage: Sendable {
    private let action = Mutex<(@Sendable () -> Void)?>(nil)

    func set(_ action: (@Sendable () -> Void)?) { self.action.withLock { $0 = action } }
    func call() { action.withLock { $0 }?() }
}

/// Time moved by hand, with a stage at each timer that is set or cancelled.
struct StagedTime: PlayerTime {
    let time: ManualTime
    let stage: Stage

    var now: Duration { time.now }

    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> PlayerTimer {
        let timer = time.schedule(after: delay, action)
        stage.call()
        return PlayerTimer {
            timer.cancel()
            stage.call()
        }
    }
}
