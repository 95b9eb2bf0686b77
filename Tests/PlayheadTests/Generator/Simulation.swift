import Dispatch
import Playhead
import PlayheadTesting
import Synchronization

/// A player over the fake in a world where nothing happens by itself: what pipelines do and say, and what other threads do in
/// between, are steps like any other. The same list of steps always leads to the same.
final class Simulation: Sendable {
    private struct State {
        var steps: [Step] = []
        var next = 0
        var reactions: [Step] = []
        var isHearing = false
    }

    private let state = Mutex(State())
    let world: World<QueuedPipeline>
    let subject: Subject
    private let meddler: Listener
    /// Suspended, but for when the meddler hears.
    private let meddling = DispatchQueue(label: "meddler")
    private let reaction = Stage()

    init() {
        let stage = Stage()
        world = World(stage: stage) { post, make in
            QueuedPipeline(stage: stage, post: post) { outbox in make { outbox.keep($0) } }
        }
        subject = Subject(world.makePlayer())
        meddler = Listener { [reaction] _, _ in reaction.call() }
        subject.player.addObserver(meddler, queue: meddling)
        meddling.suspend()
        world.stage.set { [weak self] in self?.comeBetween() }
        reaction.set { [weak self] in self?.react() }
    }

    /// Takes all steps, then brings things to rest and closes the player; answers what was wrong.
    static func faults(of steps: [Step]) async -> [String] {
        let simulation = Simulation()
        let (subject, world) = (simulation.subject, simulation.world)
        simulation.state.withLock { $0.steps = steps }
        var watch = SimulationWatch()
        while let (step, index) = simulation.nextStep() {
            let before = subject.player.snapshot
            simulation.take(step)
            watch.see(step, before, isAlone: simulation.state.withLock { $0.next == index + 1 }, subject)
        }
        subject.add(watch.faults)
        simulation.state.withLock { $0.reactions = [] }
        world.unblock()
        subject.player.pause()
        await subject.settleDown { world.settle() }
        if !world.pump() { subject.add(["the pipelines never come to rest"]) }
        await subject.rest(truth: world.place(for: subject.player)) { world.pump() }
        simulation.meddling.resume()
        await subject.close { world.unblock() }
        return subject.faults + world.leftovers
    }

    private func nextStep() -> (Step, Int)? {
        state.withLock { state in
            guard state.next < state.steps.count else { return nil }
            defer { state.next += 1 }
            return (state.steps[state.next], state.next)
        }
    }

    /// The player is in the middle of something: what another thread does then, is done now.
    private func comeBetween() {
        let step: Step? = state.withLock { state in
            guard state.next < state.steps.count, case .during(let step) = state.steps[state.next] else {
                return nil
            }
            state.next += 1
            return step
        }
        if let step { take(step) }
    }

    private func react() {
        let step = state.withLock { $0.reactions.isEmpty ? nil : $0.reactions.removeFirst() }
        if let step { take(step) }
    }

    func take(_ step: Step) {
        switch step {
        case .during(let inner): take(inner)
        case .react(let inner): state.withLock { $0.reactions.append(inner) }
        case .hear: hear()
        case .work(let number): world.pipeline(number)?.work()
        case .report(let number): world.pipeline(number)?.report()
        case .pump: world.pump()
        default:
            if !subject.take(step) { step.whim(world.media) }
        }
    }

    /// The meddler hears everything that waits for it, in a thread of its own, while this one waits.
    private func hear() {
        let mayHear = state.withLock { state in
            defer { state.isHearing = true }
            return !state.isHearing
        }
        guard mayHear else { return }
        meddling.resume()
        meddling.sync {}
        meddling.suspend()
        state.withLock { $0.isHearing = false }
    }
}
