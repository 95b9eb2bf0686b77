@testable import PlayheadCore

/// Drives the reducer by hand, as a player does, and keeps everything that comes out of it.
struct ReducerDriver {
    var machine = PlayerMachine()
    var moment = Moment(now: .zero)
    var effects: [Effect] = []
    var events: [PlayerEvent] = []
    private var lastSeek = 0

    /// Applies one input; answers what this one led to.
    @discardableResult
    mutating func apply(_ input: PlayerInput) -> (effects: [Effect], events: [PlayerEvent]) {
        let old = machine
        let effects = machine.apply(input, at: moment)
        let events = machine.events(since: old, cause: input)
        self.effects += effects
        self.events += events
        guard let next = machine.continuation else { return (effects, events) }
        let rest = apply(next)
        return (effects + rest.effects, events + rest.events)
    }

    /// Gives a command, with the end that `Player` puts before the ones that take an item away.
    mutating func command(_ command: Command) {
        switch command {
        case .load: apply(.command(.end(.replaced)))
        case .reset, .close: apply(.command(.end(.stopped)))
        case .stop: apply(.command(.interrupt))
        default: break
        }
        apply(.command(command))
    }

    mutating func report(_ event: PipelineEvent) { apply(.pipeline(event, machine.stamp)) }

    /// Seeks with a caller that waits; answers its number.
    @discardableResult
    mutating func seek(to target: Duration, tolerance: SeekTolerance = .exact) -> Int {
        lastSeek += 1
        command(.seek(SeekRequest(id: lastSeek, target: target, tolerance: tolerance)))
        return lastSeek
    }

    /// Steps with a caller that waits; answers its number.
    @discardableResult
    mutating func step(by frames: Int) -> Int {
        lastSeek += 1
        command(.step(id: lastSeek, by: frames))
        return lastSeek
    }

    /// The step that was sent last is done.
    mutating func stepped(to position: Duration, moved: Bool = true) {
        report(.stepDone(serial: machine.steps.serial, at: position, moved: moved))
    }

    /// The pipeline says that the seek it was sent last has landed, or is refused.
    mutating func land(at position: Duration) {
        report(.seekDone(serial: machine.seeks.serial, at: position))
    }
    mutating func refuse(_ error: PlayerError) {
        report(.seekFailed(serial: machine.seeks.serial, error))
    }

    mutating func pass(_ duration: Duration) { moment.now += duration }

    /// What callers read.
    var snapshot: PlayerSnapshot { machine.snapshot(at: moment) }
    var position: Duration { snapshot.position }

    func answers(to seek: Int) -> [SeekResult] {
        effects.compactMap { if case .answer(seek, let result) = $0 { result } else { nil } }
    }

    /// The seeks that were sent to a pipeline.
    var sentSeeks: [SeekRequest] {
        effects.compactMap { if case .send(.seek(let request), _) = $0 { request } else { nil } }
    }

    /// What was sent to pipelines, seeks by their targets.
    var sent: [PipelineCommand] {
        effects.compactMap { if case .send(let command, _) = $0 { command } else { nil } }
    }

    var opened: [OpenRequest] {
        effects.compactMap { if case .open(let request) = $0 { request } else { nil } }
    }

    /// A player that has loaded ten seconds of media, and plays them if asked to.
    static func loaded(
        playing: Bool = false, _ facts: MediaFacts = MediaFacts(duration: .seconds(10)),
        item: MediaItem = MediaItem(uri: "fake://item")
    ) -> ReducerDriver {
        var driver = ReducerDriver()
        driver.command(.load(item, autoplay: playing))
        driver.report(.prerolled(facts))
        if playing { driver.report(.running(at: .zero)) }
        return driver
    }
}
