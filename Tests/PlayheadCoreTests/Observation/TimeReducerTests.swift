import Testing

@testable import CoreTestSupport
@testable import PlayheadCore
@testable import TestBasics

/// What consumers of times hear of the steps of the reducer (contract 3.8).
struct TimeReducerTests {
    /// A driver with one consumer.
    private struct Run {
        var driver: ReducerDriver
        var follower: TimeFollower
        var values: [Duration] = []

        init(_ driver: ReducerDriver, _ times: TimeSubscriptions, hearsTurns: Bool = true) {
            self.driver = driver
            follower = TimeFollower(times: times, hearsTurns: hearsTurns)
            give(.command(.watchTimes(times)))
        }

        mutating func give(_ input: PlayerInput, after pause: Duration = .zero) {
            driver.moment.now += pause
            driver.apply(input)
            values += follower.values(at: driver.snapshot)
        }

        mutating func report(_ event: PipelineEvent, after pause: Duration = .zero) {
            give(.pipeline(event, driver.machine.stamp), after: pause)
        }

        /// The pipeline says that the seek it was sent last has landed.
        mutating func land(at position: Duration) {
            report(.seekDone(serial: driver.machine.seeks.serial, at: position))
        }

        /// What was heard since the last time.
        mutating func heard() -> [Duration] {
            defer { values = [] }
            return values
        }
    }

    private func milliseconds(_ values: Int...) -> [Duration] { values.map { .milliseconds($0) } }

    @Test func `3.8: a late report gives every tick, and none twice`() {
        var run = Run(.loaded(playing: true), TimeSubscriptions(every: .milliseconds(100)))
        #expect(run.heard().isEmpty)
        run.report(.reached(.milliseconds(350)), after: .milliseconds(350))
        #expect(run.heard() == milliseconds(100, 200, 300))
        run.report(.reached(.milliseconds(320)))
        run.report(.reached(.milliseconds(400)), after: .milliseconds(50))
        #expect(run.heard() == milliseconds(400))
    }

    @Test func `3.8: ticks before a pause are reported before it, then the position of the pause`() {
        var run = Run(.loaded(playing: true), TimeSubscriptions(every: .milliseconds(100)))
        run.give(.command(.pause), after: .milliseconds(250))
        #expect(run.heard() == milliseconds(100, 200, 250))
        // What the pipeline says late, and where it came to rest.
        run.report(.reached(.milliseconds(260)))
        #expect(run.heard().isEmpty)
        run.report(.position(.milliseconds(310)))
        #expect(run.heard() == milliseconds(300))
        // Where it rests is told once; measured again, nothing was played meanwhile.
        run.report(.position(.milliseconds(410)), after: .seconds(1))
        #expect(run.heard().isEmpty)
        run.give(.command(.play), after: .seconds(9))
        run.report(.running(at: .milliseconds(410)))
        #expect(run.heard() == milliseconds(400, 410))
    }

    @Test func `3.8: a consumer that starts during a pause crosses no earlier boundary`() {
        var first = Run(
            .loaded(playing: true), TimeSubscriptions(at: [.milliseconds(255)]), hearsTurns: false)
        first.give(.command(.pause), after: .milliseconds(250))
        first.report(.position(.milliseconds(258)))
        #expect(first.heard() == milliseconds(255))
        var second = Run(
            first.driver, TimeSubscriptions(at: milliseconds(258, 259)), hearsTurns: false)
        second.give(.command(.play), after: .seconds(1))
        second.report(.running(at: .milliseconds(259)))
        #expect(second.heard() == milliseconds(259))
    }

    @Test func `3.8: a measured position without playback crosses no boundary`() {
        var run = Run(.loaded(), TimeSubscriptions(at: [.milliseconds(10)]), hearsTurns: false)
        run.report(.position(.milliseconds(20)))
        run.give(.command(.seek(SeekRequest(target: .zero))))
        run.land(at: .zero)
        run.report(.position(.milliseconds(20)))
        #expect(run.heard().isEmpty)
    }

    @Test func `3.8: a pause at a tick is one value`() {
        var run = Run(.loaded(playing: true), TimeSubscriptions(every: .milliseconds(100)))
        run.give(.command(.pause), after: .milliseconds(200))
        #expect(run.heard() == milliseconds(100, 200))
        run.give(.command(.play))
        run.report(.running(at: .milliseconds(200)))
        #expect(run.heard() == milliseconds(200))
    }

    @Test func `3.8: a seek is a jump that gives no ticks between`() {
        var run = Run(.loaded(playing: true), TimeSubscriptions(every: .seconds(1)))
        run.give(.command(.seek(SeekRequest(target: .seconds(5)))), after: .milliseconds(1500))
        #expect(run.heard() == [.seconds(1), .seconds(5)])
        run.land(at: .seconds(5))
        run.report(.running(at: .seconds(5)))
        #expect(run.heard() == [.seconds(5)])
        run.report(.reached(.seconds(6)), after: .seconds(1))
        #expect(run.heard() == [.seconds(6)])
    }

    @Test func `3.8: a landing elsewhere is another jump`() {
        var run = Run(.loaded(), TimeSubscriptions(every: .seconds(1)))
        run.give(.command(.seek(SeekRequest(target: .milliseconds(5400), tolerance: .before))))
        run.land(at: .seconds(4))
        #expect(run.heard() == milliseconds(5400, 4000))
    }

    @Test func `3.8: a later consumer gets no earlier tick`() {
        let driver = ReducerDriver.loaded(playing: true)
        var first = Run(driver, TimeSubscriptions(every: .seconds(5)))
        first.driver.moment.now += .milliseconds(2500)
        var second = Run(first.driver, TimeSubscriptions(every: .milliseconds(1000)))
        second.report(.reached(.seconds(3)), after: .milliseconds(500))
        #expect(second.heard() == [.seconds(3)])
    }

    @Test func `3.8: a boundary at a turn is crossed once in each direction`() {
        let times = TimeSubscriptions(at: [.zero, .seconds(2), .seconds(10), .seconds(11)])
        var run = Run(.loaded(playing: true), times, hearsTurns: false)
        run.give(.command(.pause), after: .seconds(2))
        #expect(run.heard() == [.seconds(2)])
        run.give(.command(.setSpeed(-1)))
        run.land(at: .seconds(2))
        run.give(.command(.play))
        run.report(.running(at: .seconds(2)))
        run.report(.ended(EndReport(presentedEnd: .seconds(2))), after: .seconds(2))
        #expect(run.heard() == [.zero])
        run.give(.command(.setSpeed(1)))
        run.give(.command(.play))
        run.land(at: .zero)
        run.report(.running(at: .zero))
        run.report(.ended(EndReport(presentedEnd: .seconds(10))), after: .milliseconds(9990))
        #expect(run.heard() == [.seconds(2), .seconds(10)])
    }

    @Test func `3.8: the last tick and the stop at the end are one value`() {
        var run = Run(.loaded(playing: true), TimeSubscriptions(every: .seconds(5)))
        run.report(.reached(.seconds(5)), after: .seconds(5))
        run.report(.draining)
        run.report(.ended(EndReport(presentedEnd: .seconds(10))), after: .milliseconds(4990))
        #expect(run.heard() == [.seconds(5), .seconds(10)])
    }

    @Test func `3.8: ticks restart with another item`() {
        var run = Run(.loaded(playing: true), TimeSubscriptions(every: .seconds(1)))
        run.give(.command(.end(.replaced)), after: .milliseconds(1200))
        run.give(.command(.load(MediaItem(uri: "fake://next"), autoplay: true)))
        #expect(run.heard() == milliseconds(1000, 0))
        run.report(.prerolled(MediaFacts(duration: .seconds(10))))
        run.report(.running(at: .milliseconds(3)))
        run.report(.reached(.seconds(1)), after: .seconds(1))
        #expect(run.heard() == milliseconds(3, 1000))
    }

    @Test func `3.8: the start of live content crosses no boundary`() {
        let facts = MediaFacts(isSeekable: false, isLive: true)
        var run = Run(.loaded(facts), TimeSubscriptions(every: .seconds(1)))
        run.give(.command(.play))
        run.report(.running(at: .milliseconds(3_600_500)))
        run.report(.reached(.seconds(3601)), after: .milliseconds(500))
        #expect(run.heard() == milliseconds(3_600_500, 3_601_000))
    }

    @Test func `3.8, 3.7: the pipeline watches times only while media advance`() {
        var driver = ReducerDriver()
        let times = TimeSubscriptions(every: .seconds(1))
        driver.command(.watchTimes(times))
        driver.command(.load(MediaItem(uri: "fake://item"), autoplay: false))
        driver.report(.prerolled(MediaFacts(duration: .seconds(10))))
        driver.command(.play)
        driver.report(.running(at: .zero))
        driver.report(.starved(true))
        driver.report(.starved(false))
        driver.command(.pause)
        driver.command(.watchTimes(TimeSubscriptions()))
        let sent = driver.effects.compactMap { effect -> TimeSubscriptions? in
            if case .send(.watchTimes(let times), _) = effect { times } else { nil }
        }
        #expect(sent == [times, TimeSubscriptions(), times, TimeSubscriptions()])
    }

    @Test(.apart)
    func `3.8: random inputs give ordered multiples as ticks, and none during a pause`() {
        let interval = Duration.milliseconds(70)
        for seed in UInt64(1)...1000 {
            var inputs = RandomInputs(seed: seed)
            var run = Run(ReducerDriver(), TimeSubscriptions(every: interval), hearsTurns: false)
            var last: Duration?
            // Where playback has come to rest is told once, a little later.
            var awaitsRest = false
            for _ in 0..<120 {
                let before = run.driver
                let input = inputs.input(for: before.machine)
                run.give(input, after: inputs.pause())
                let after = run.driver.machine
                let ticks = run.heard()
                let hasRun = before.machine.isRunning
                let tellsRest = if case .pipeline(.position, _) = input { true } else { false }
                let mayTick = hasRun || after.isRunning || awaitsRest && tellsRest
                awaitsRest = hasRun || awaitsRest && ticks.isEmpty
                #expect(mayTick || ticks.isEmpty, "seed \(seed)")
                #expect(ticks.allSatisfy { $0.attoseconds % interval.attoseconds == 0 }, "seed \(seed)")
                let isForwards = before.machine.effectiveSpeed > 0
                let way = [last].compactMap { $0 } + ticks
                let isInOrder = zip(way, way.dropFirst()).allSatisfy { isForwards ? $0 < $1 : $0 > $1 }
                #expect(isInOrder, "seed \(seed): \(way)")
                let hasTurned = after.effectiveSpeed != before.machine.effectiveSpeed
                last = after.jumps != before.machine.jumps || hasTurned ? nil : ticks.last ?? last
            }
        }
    }
}
