import Dispatch
import Playhead
import PlayheadTesting
import Synchronization

/// A place where a thread is held until it is let go.
final class Gate: Sendable {
    private let arrival = DispatchSemaphore(value: 0)
    private let leave = DispatchSemaphore(value: 0)
    private let isOpen = Mutex(false)

    /// Holds the calling thread until the gate is open.
    func pass() {
        if isOpen.withLock({ $0 }) { return }
        arrival.signal()
        leave.wait()
    }

    /// Waits until a thread stands in the gate.
    func waitForArrival() async {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "gate").async {
                self.arrival.wait()
                continuation.resume()
            }
        }
    }

    func open() {
        isOpen.withLock { $0 = true }
        leave.signal()
    }
}

/// A pipeline that breaks the rule not to block: once when it is made or once when it plays.
final class BlockingPipeline: MediaPipeline {
    enum Place: Sendable { case opening, playing }

    private let gate: Gate
    private let place: Place
    let isDiscarded = Mutex(false)

    init(gate: Gate, place: Place, post: @Sendable (PipelineEvent) -> Void) {
        self.gate = gate
        self.place = place
        if place == .opening { gate.pass() }
        post(.prerolled(MediaFacts(duration: .seconds(10))))
    }

    func perform(_ command: PipelineCommand) {
        if place == .playing, command == .setPlaying(true) { gate.pass() }
    }

    func discard(completion: @escaping @Sendable () -> Void) {
        isDiscarded.withLock { $0 = true }
        completion()
    }

    /// A player on such a pipeline; the last pipeline made is kept in the box.
    static func player(gate: Gate, place: Place, made: Box) -> Player {
        Player(configuration: .silent, time: ManualTime()) { _, _, _, post in
            let pipeline = BlockingPipeline(gate: gate, place: place, post: post)
            made.pipeline.withLock { $0 = pipeline }
            return pipeline
        }
    }

    final class Box: Sendable {
        let pipeline = Mutex<BlockingPipeline?>(nil)
    }
}

extension Gate {
    /// Does something on a thread of its own, which may be held.
    static func detach(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "held").async(execute: work)
    }
}
