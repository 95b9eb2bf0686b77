import Testing

@testable import CoreTestSupport
@testable import PlayheadCore
@testable import TestBasics

/// Thousands of random lives, the same for all promises; what the contract promises holds after each input.
struct ReducerInvariantTests {
    /// All are judged in one go: to live these lives takes far longer than to look at them.
    private static let findings = Task(executorPreference: ApartExecutor()) {
        var findings = Findings()
        for seed in UInt64(1)...2000 {
            var life = Life(seed: seed)
            life.live()
            findings.add(life.findings, of: seed)
        }
        return findings
    }

    @Test func `each load has one teardown, and each seek one answer`() async {
        let findings = await Self.findings.value
        #expect(findings.effects.first == nil)
    }

    @Test func `1.4: the status only ever takes a listed transition`() async {
        let findings = await Self.findings.value
        #expect(findings.statuses.first == nil)
    }

    @Test
    func `3.9: the position lies between zero and the duration, and is the target while a seek is in flight`()
        async
    {
        let findings = await Self.findings.value
        #expect(findings.positions.first == nil)
    }

    @Test func `3.9: the position never runs backwards between seeks`() async {
        let findings = await Self.findings.value
        #expect(findings.directions.first == nil)
    }

    @Test func `3.4: equal neighbours are not sent, and every change begins where the last one ended`() async
    {
        let findings = await Self.findings.value
        #expect(findings.neighbours.first == nil)
    }

    @Test func `reports of an earlier load and passed timeouts change nothing`() async {
        let findings = await Self.findings.value
        #expect(findings.stale.first == nil)
    }

    @Test func `the random lives reach every judged case`() async {
        let findings = await Self.findings.value
        #expect(findings.inputs > 200_000)
        #expect(findings.seeks > 1000)
        #expect(findings.changesOfStatus > 1000)
        #expect(findings.staleInputs > 1000)
        #expect(findings.events > 10_000)
    }

    @Test(.apart) func `2.8: a closed player does nothing, and pending callers are answered`() {
        for seed in UInt64(1)...500 {
            var inputs = RandomInputs(seed: seed)
            var driver = ReducerDriver.loaded(playing: true)
            driver.command(.close)
            for _ in 0..<50 {
                let (effects, events) = driver.apply(inputs.input(for: driver.machine))
                let isOnlyAnswers = effects.allSatisfy {
                    if case .answer(_, .failed) = $0 { true } else { false }
                }
                #expect(isOnlyAnswers && events.isEmpty, "seed \(seed)")
            }
            #expect(driver.machine.status == .closed)
        }
    }
}

extension ReducerInvariantTests {
    /// What is wrong, promise by promise, and how much there was to judge.
    private struct Findings {
        var effects: [String] = []
        var statuses: [String] = []
        var positions: [String] = []
        var directions: [String] = []
        var neighbours: [String] = []
        var stale: [String] = []
        var inputs = 0
        var seeks = 0
        var changesOfStatus = 0
        var staleInputs = 0
        var events = 0

        mutating func add(_ other: Findings, of seed: UInt64) {
            for list in [
                \Findings.effects, \.statuses, \.positions, \.directions, \.neighbours, \.stale,
            ] {
                self[keyPath: list] += other[keyPath: list].map { "seed \(seed): \($0)" }
            }
            for count in [\Findings.inputs, \.seeks, \.changesOfStatus, \.staleInputs, \.events] {
                self[keyPath: count] += other[keyPath: count]
            }
        }
    }

    /// One life of a player: what it is given, and what is wrong with what comes of it.
    private struct Life {
        private(set) var findings = Findings()
        private var inputs: RandomInputs
        /// With the effects and events of the last input alone.
        private var driver = ReducerDriver()
        private var before = ReducerDriver()
        private var watcher = EffectWatcher()
        private var events: [PlayerEvent] = []

        init(seed: UInt64) { inputs = RandomInputs(seed: seed) }

        mutating func live(steps: Int = 120) {
            for _ in 0..<steps {
                driver.moment.now += inputs.pause()
                let input = inputs.input(for: driver.machine)
                switch input {
                case .command(.load): give(.command(.end(.replaced)))
                case .command(.stop): give(.command(.interrupt))
                case .command(.reset): give(.command(.end(.stopped)))
                default: break
                }
                give(input)
            }
            give(.command(.end(.stopped)))
            give(.command(.close))
            findings.effects = watcher.faultsAtEnd
            findings.seeks = watcher.asked.count
            findings.neighbours = EventAudit.faults(in: events)
            findings.events = events.count
        }

        private mutating func give(_ input: PlayerInput) {
            (driver.effects, driver.events) = ([], [])
            before = driver
            watcher.see(input)
            driver.apply(input)
            driver.effects.forEach { watcher.see($0) }
            events += driver.events
            findings.inputs += 1
            judgeStatus(input)
            judgePosition(input)
            judgeDirection(input)
            if isStale(input) { judgeStale(input) }
        }

        private mutating func judgeStatus(_ input: PlayerInput) {
            let (old, new) = (before.machine.status, driver.machine.status)
            guard old != new else { return }
            findings.changesOfStatus += 1
            if !old.successors.contains(new) { findings.statuses.append("\(old) → \(new) by \(input)") }
        }

        private mutating func judgePosition(_ input: PlayerInput) {
            var later = driver
            later.pass(.seconds(1))
            let snapshot = driver.machine
            let target = snapshot.seeks.all.last.map { snapshot.clamped($0.target) }
            for position in [driver.position, later.position] {
                if position < .zero { findings.positions.append("\(position) after \(input)") }
                if let duration = snapshot.duration, position > duration {
                    findings.positions.append("\(position) of \(duration) after \(input)")
                }
                if let target, position != target {
                    findings.positions.append("\(position), not the target \(target), after \(input)")
                }
            }
        }

        private mutating func judgeDirection(_ input: PlayerInput) {
            guard !input.mayMoveBack else { return }
            var earlier = before
            earlier.moment = driver.moment
            let (old, new) = (earlier.position, driver.position)
            let isBackwards = before.machine.effectiveSpeed < 0
            if isBackwards ? new > old : new < old, new != driver.machine.duration {
                findings.directions.append("\(old) → \(new) by \(input)")
            }
        }

        private func isStale(_ input: PlayerInput) -> Bool {
            switch input {
            case .pipeline(_, let stamp): stamp != before.machine.stamp || !before.machine.hasPipeline
            case .expired(let deadline): !before.machine.demands.deadlines.contains(deadline)
            case .command: false
            }
        }

        private mutating func judgeStale(_ input: PlayerInput) {
            findings.staleInputs += 1
            // Time alone may end what is waited for.
            var waited = before
            waited.moment = driver.moment
            waited.apply(.pipeline(.draining, LoadID(number: -1)))
            if driver.effects != waited.effects || driver.events != waited.events {
                findings.stale.append("\(input)")
            }
        }
    }

    /// Follows the effects of one life.
    private struct EffectWatcher {
        private(set) var asked: Set<Int> = []
        private var answered: Set<Int> = []
        private var open: LoadID?
        private var opened: Set<LoadID> = []
        private var armed: Set<Deadline> = []
        private var plays = false
        private var faults: [String] = []

        /// All that is wrong with a life that is over.
        var faultsAtEnd: [String] {
            var faults = faults
            if let open { faults.append("the pipeline of \(open) is left") }
            if !armed.isEmpty { faults.append("deadlines are left: \(armed)") }
            if answered != asked {
                faults.append("2.3: seeks without an answer: \(asked.subtracting(answered))")
            }
            return faults
        }

        mutating func see(_ input: PlayerInput) {
            switch input {
            case .command(.seek(let request)): if let id = request.id { asked.insert(id) }
            case .command(.step(let id?, _)): asked.insert(id)
            default: break
            }
        }

        mutating func see(_ effect: Effect) {
            switch effect {
            case .open(let request):
                if open != nil { faults.append("opened \(request.stamp) while \(open, default: "") is open") }
                if !opened.insert(request.stamp).inserted { faults.append("\(request.stamp) is used twice") }
                open = request.stamp
                plays = false
            case .discard(let stamp):
                if open != stamp { faults.append("discarded \(stamp), which is not open") }
                open = nil
            case .send(let command, let stamp):
                if open != stamp { faults.append("sent \(command) to \(stamp), which is not open") }
                if case .setPlaying(let value) = command {
                    if value == plays { faults.append("sent \(command) twice") }
                    plays = value
                }
            case .answer(let seek, _):
                if !answered.insert(seek).inserted { faults.append("seek \(seek) was answered twice") }
                if !asked.contains(seek) { faults.append("seek \(seek) was answered before it was asked") }
            case .refreshed, .useAudioDevice: break
            case .arm(let deadline):
                if !armed.insert(deadline).inserted { faults.append("\(deadline) was armed twice") }
            case .disarm(let deadline):
                if armed.remove(deadline) == nil { faults.append("\(deadline) was not armed") }
            }
        }
    }
}

extension PlayerInput {
    /// Whether a position further back may follow: a seek asked for or answered, or another load.
    fileprivate var mayMoveBack: Bool {
        switch self {
        case .command(let command):
            switch command {
            case .load, .reset, .close, .stop, .seek, .seekToLive, .setSpeed, .play, .toggle, .retry: true
            default: false
            }
        case .pipeline(let event, _):
            switch event {
            case .seekDone, .seekFailed, .stepDone, .prerolled, .durationChanged: true
            default: false
            }
        case .expired(.seek): true
        case .expired: false
        }
    }
}
