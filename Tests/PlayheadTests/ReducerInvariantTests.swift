import Playhead
import Testing

/// Thousands of random inputs; what the contract promises holds after each. The tests give way between runs, because
/// others measure time meanwhile.
struct ReducerInvariantTests {
    /// Follows one run and says what is wrong with it.
    struct Watcher {
        var open: LoadStamp?
        var opened: Set<LoadStamp> = []
        var asked: Set<Int> = []
        var answered: Set<Int> = []
        var armed: Set<Deadline> = []
        var plays = false
        var faults: [String] = []

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
            case .refreshed: break
            case .arm(let deadline):
                if !armed.insert(deadline).inserted { faults.append("\(deadline) was armed twice") }
            case .disarm(let deadline):
                if armed.remove(deadline) == nil { faults.append("\(deadline) was not armed") }
            }
        }
    }

    private func run(
        seed: UInt64, steps: Int = 120, each: (ReducerDriver, ReducerDriver, PlayerInput) -> Void
    ) -> Watcher {
        var inputs = RandomInputs(seed: seed)
        var driver = ReducerDriver()
        var watcher = Watcher()
        func give(_ input: PlayerInput) {
            switch input {
            case .command(.seek(let request)): if let id = request.id { watcher.asked.insert(id) }
            case .command(.step(let id?, _)): watcher.asked.insert(id)
            default: break
            }
            let before = driver
            for effect in driver.apply(input).effects { watcher.see(effect) }
            each(before, driver, input)
        }
        for _ in 0..<steps {
            driver.moment.now += inputs.pause()
            let input = inputs.input(for: driver.snapshot)
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
        return watcher
    }

    static let seeds = Array(UInt64(1)...2000)

    @Test func `effects are consistent: each load is taken down once, each seek answered once`() async {
        for seed in Self.seeds {
            await Task.yield()
            let watcher = run(seed: seed) { _, _, _ in }
            #expect(watcher.faults.isEmpty, "seed \(seed)")
            #expect(watcher.open == nil, "seed \(seed): a pipeline is left")
            #expect(watcher.armed.isEmpty, "seed \(seed): a deadline is left")
            #expect(watcher.answered == watcher.asked, "2.3, seed \(seed)")
            if !watcher.faults.isEmpty { return }
        }
    }

    @Test func `1.4: the status only ever takes a listed transition`() async {
        for seed in Self.seeds {
            await Task.yield()
            var illegal: [String] = []
            _ = run(seed: seed) { before, after, input in
                let (old, new) = (before.snapshot.status, after.snapshot.status)
                if old != new, !old.successors.contains(new) { illegal.append("\(old) → \(new) by \(input)") }
            }
            #expect(illegal.isEmpty, "seed \(seed)")
            if !illegal.isEmpty { return }
        }
    }

    @Test
    func `3.9: the position lies between zero and the duration, and is the target while a seek is in flight`()
        async
    {
        for seed in Self.seeds {
            await Task.yield()
            var wrong: [String] = []
            _ = run(seed: seed) { _, after, input in
                var later = after
                later.pass(.seconds(1))
                for driver in [after, later] {
                    if driver.position < .zero { wrong.append("\(driver.position) after \(input)") }
                    if let duration = driver.snapshot.duration, driver.position > duration {
                        wrong.append("\(driver.position) of \(duration) after \(input)")
                    }
                    if let target = driver.snapshot.seeks.all.last?.target,
                        driver.position != driver.snapshot.clamped(target)
                    {
                        wrong.append("\(driver.position), not the target \(target), after \(input)")
                    }
                }
            }
            #expect(wrong.isEmpty, "seed \(seed)")
            if !wrong.isEmpty { return }
        }
    }

    @Test func `3.9: the position never runs backwards between seeks`() async {
        for seed in Self.seeds {
            await Task.yield()
            var wrong: [String] = []
            _ = run(seed: seed) { before, after, input in
                guard !input.mayMoveBack else { return }
                var earlier = before
                earlier.moment = after.moment
                let isBackwards = before.snapshot.effectiveSpeed < 0
                let isAgainst =
                    isBackwards ? after.position > earlier.position : after.position < earlier.position
                if isAgainst, after.position != after.snapshot.duration {
                    wrong.append("\(earlier.position) → \(after.position) by \(input)")
                }
            }
            #expect(wrong.isEmpty, "seed \(seed)")
            if !wrong.isEmpty { return }
        }
    }

    @Test func `3.4: equal neighbours are not sent, and every change begins where the last one ended`() async
    {
        for seed in Self.seeds {
            await Task.yield()
            var final = ReducerDriver()
            _ = run(seed: seed) { _, after, _ in final = after }
            let faults = EventAudit.faults(in: final.events)
            #expect(faults.isEmpty, "seed \(seed)")
            if !faults.isEmpty { return }
        }
    }

    @Test func `what an earlier load or a passed deadline says changes nothing`() async {
        for seed in Self.seeds.prefix(1000) {
            await Task.yield()
            var changed: [String] = []
            _ = run(seed: seed) { before, after, input in
                let isStale =
                    switch input {
                    case .pipeline(_, let stamp):
                        stamp != before.snapshot.stamp || !before.snapshot.hasPipeline
                    case .expired(let deadline): !before.snapshot.demands.deadlines.contains(deadline)
                    case .command: false
                    }
                // Time alone may end what is waited for.
                var waited = before
                waited.moment = after.moment
                waited.apply(.pipeline(.draining, LoadStamp(number: -1)))
                let isUnchanged = after.effects == waited.effects && after.events == waited.events
                if isStale, !isUnchanged { changed.append("\(input)") }
            }
            #expect(changed.isEmpty, "seed \(seed)")
        }
    }

    @Test func `2.8: a closed player does nothing, but whoever waits is answered`() async {
        for seed in Self.seeds.prefix(500) {
            await Task.yield()
            var inputs = RandomInputs(seed: seed)
            var driver = ReducerDriver.loaded(playing: true)
            driver.command(.close)
            for _ in 0..<50 {
                let (effects, events) = driver.apply(inputs.input(for: driver.snapshot))
                let isOnlyAnswers = effects.allSatisfy {
                    if case .answer(_, .failed) = $0 { true } else { false }
                }
                #expect(isOnlyAnswers && events.isEmpty, "seed \(seed)")
            }
            #expect(driver.snapshot.status == .closed)
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
