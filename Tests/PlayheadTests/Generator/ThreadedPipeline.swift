import Dispatch
import Playhead
import PlayheadTesting

/// A fake pipeline with a queue of its own, on which it does what it is told and posts what it has to say, as the real one does.
final class ThreadedPipeline: DrivenPipeline {
    let fake: FakePipeline
    private let queue = DispatchQueue(label: "pipeline")

    init(_ fake: FakePipeline) { self.fake = fake }

    func perform(_ command: PipelineCommand) { queue.async { self.fake.perform(command) } }

    func discard(completion: @escaping @Sendable () -> Void) {
        queue.async { self.fake.discard(completion: completion) }
    }

    /// Waits until everything that it was told so far is done.
    func advance() -> Bool {
        queue.sync {}
        return false
    }
}
