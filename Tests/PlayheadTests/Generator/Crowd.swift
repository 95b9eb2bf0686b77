import Dispatch
import Foundation
import Playhead
import PlayheadTesting
import Synchronization

@testable import TestBasics

/// A player over the fake that several threads use at once, in an order that is never the same.
enum Crowd {
    static func script(seed: UInt64) -> ParallelScript {
        var random = SeededGenerator(seed: seed)
        func list(_ make: (inout SeededGenerator) -> Step) -> [Step] {
            (0..<Int.random(in: 2...20, using: &random)).map { _ in make(&random) }
        }
        let threads = [list(Step.whim)] + (0..<3).map { _ in list(Step.foreign) }
        return ParallelScript(threads: threads, reactions: list(Step.foreign))
    }

    /// Lets each list of steps be taken by a thread of its own, then brings things to rest and closes the player; answers what was
    /// wrong.
    static func faults(of script: ParallelScript) async -> [String] {
        let world = World { post, make in ThreadedPipeline(make(post)) }
        let subject = Subject(world.makePlayer())
        let meddler = Meddler(script.reactions) { if !subject.take($0) { $0.whim(world.media) } }
        subject.player.addObserver(meddler)
        let reader = SnapshotReader(of: subject.player, every: 20)
        await threads(script.threads) { if !subject.take($0) { $0.whim(world.media) } }
        await meddler.rest()
        subject.add(await reader.faults())
        for _ in 0..<4 {
            world.unblock()
            await subject.catchUp()
        }
        subject.player.pause()
        await subject.settleDown { world.settle() }
        await subject.catchUp()
        await subject.rest(truth: world.place(for: subject.player)) { world.unblock() }
        await subject.close { world.unblock() }
        return subject.faults + world.leftovers
    }

    /// Lets as many threads as there are lists take their steps, all at once; returns when all are done.
    static func threads(_ lists: [[Step]], _ take: @escaping @Sendable (Step) -> Void) async {
        await withCheckedContinuation { continuation in
            let group = DispatchGroup()
            let start = DispatchSemaphore(value: 0)
            for steps in lists {
                group.enter()
                Thread.detachNewThread {
                    start.wait()
                    for step in steps { take(step) }
                    group.leave()
                }
            }
            for _ in lists { start.signal() }
            group.notify(queue: .global()) { continuation.resume() }
        }
    }
}

/// An observer that answers each event with the next of its steps, until it has none or rests.
final class Meddler: PlayerObserver {
    private let steps: Mutex<[Step]>
    private let underWay = DispatchGroup()
    private let take: @Sendable (Step) -> Void

    init(_ steps: [Step], take: @escaping @Sendable (Step) -> Void) {
        self.steps = Mutex(steps)
        self.take = take
    }

    /// Takes no more steps; returns when the one that is being taken has been, which another thread may be at.
    func rest() async {
        steps.withLock { $0 = [] }
        await withCheckedContinuation { continuation in
            underWay.notify(queue: .global()) { continuation.resume() }
        }
    }

    func player(_ player: Player, received event: PlayerEvent) {
        let step = steps.withLock { steps -> Step? in
            guard !steps.isEmpty else { return nil }
            underWay.enter()
            return steps.removeFirst()
        }
        guard let step else { return }
        take(step)
        underWay.leave()
    }
}
