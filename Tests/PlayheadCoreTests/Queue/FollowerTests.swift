import Testing

@testable import CoreTestSupport
@testable import PlayheadCore

/// What is set going for the instant at which the current item ends.
@Suite struct FollowerTests {
    private let facts = MediaFacts(duration: .seconds(4))

    /// A player that plays the first of two items, with the other one ready and set going.
    private func driver(_ mode: RepeatMode = .off) -> (ReducerDriver, [QueueItem], LoadID) {
        var driver = ReducerDriver()
        driver.machine.preparationLimit = 1
        let items = [MediaItem(uri: "fake://one"), MediaItem(uri: "fake://two")].map(QueueItem.init)
        driver.command(.edit(.setRepeatMode(mode)))
        driver.command(.edit(.replace(items, autoplay: true)))
        driver.report(.prerolled(facts))
        driver.report(.running(at: .zero))
        let other = driver.machine.prepared.first?.stamp ?? LoadID()
        driver.apply(.pipeline(.prerolled(facts), other))
        driver.moment.now += .seconds(4)
        driver.report(.ends(at: .seconds(10)))
        return (driver, items, other)
    }

    @Test(arguments: [RepeatMode.off, .one, .all])
    func `the next item is started once at the end of the current item`(_ mode: RepeatMode) {
        var (driver, _, other) = driver(mode)
        #expect(driver.effects.contains(.send(.start(at: .seconds(10)), other)))
        driver.effects = []
        driver.report(.ended(EndReport(presentedEnd: .seconds(4))))
        let sent = driver.effects.filter { if case .send(_, other) = $0 { true } else { false } }
        #expect(!sent.contains(.send(.setPlaying(false), other)))
        #expect(sent.contains(.send(.present, other)) && sent.contains(.send(.setPlaying(true), other)))
    }

    @Test func `a pause cancels the start of the next item`() {
        var (driver, _, other) = driver()
        driver.command(.pause)
        #expect(
            driver.effects.last == .send(.setPlaying(false), other)
                || driver.effects.contains(.send(.setPlaying(false), other)))
    }

    @Test(arguments: [(RepeatMode.off, 1), (.one, 0), (.all, 1)])
    func `a pause at the end applies to the next item`(_ mode: RepeatMode, _ follower: Int) {
        var (driver, items, _) = driver(mode)
        driver.command(.pause)
        driver.report(.ended(EndReport(presentedEnd: .seconds(4))))
        #expect(driver.machine.queue.currentID == items[follower].id)
        #expect(driver.machine.status == .ready && driver.machine.state == .paused(buffering: false))
        #expect(driver.position == .zero)
    }

    @Test func `an item that ends before playback stays current`() {
        var driver = ReducerDriver()
        let items = [MediaItem(uri: "fake://one"), MediaItem(uri: "fake://two")].map(QueueItem.init)
        driver.command(.edit(.replace(items, autoplay: false)))
        driver.report(.prerolled(facts))
        driver.report(.ended(EndReport(presentedEnd: .seconds(4))))
        #expect(driver.machine.queue.currentID == items[0].id && driver.machine.status == .ended)
    }

    @Test func `a started next item is paused when it becomes current without playback`() {
        var (driver, items, other) = driver()
        driver.effects = []
        driver.command(.edit(.replace([items[1]], autoplay: false)))
        #expect(driver.machine.stamp == other && !driver.machine.wantsToPlay)
        #expect(driver.effects.contains(.send(.setPlaying(false), other)))
    }

    @Test(arguments: ["next", "item", "remove", "fault"])
    func `the next item starts at once when it becomes current early`(_ what: String) throws {
        var (driver, items, other) = driver()
        driver.effects = []
        switch what {
        case "next": driver.command(.go(.next))
        case "item": driver.command(.go(.item(items[1].id)))
        case "remove": driver.command(.edit(.remove([items[0].id])))
        default: driver.report(.failed(PlayerError(.malformed, "x")))
        }
        #expect(driver.machine.stamp == other && driver.machine.wantsToPlay)
        let sent = driver.effects.compactMap { effect in
            if case .send(let command, other) = effect { command } else { nil }
        }
        #expect(Array(sent.prefix(2)) == [.setPlaying(false), .present])
        #expect(sent.contains(.setPlaying(true)))
    }

    @Test func `preloaded items stay within the budget`() {
        func count(_ budget: Int, _ size: VideoSize, fetched: Int = 0) -> Int {
            var driver = ReducerDriver()
            (driver.machine.preparationLimit, driver.machine.preloadBudget) = (3, budget)
            let items = (0..<5).map { QueueItem(MediaItem(uri: "fake://\($0)")) }
            driver.command(.edit(.replace(items, autoplay: true)))
            driver.report(.prerolled(facts))
            var ready: Set<LoadID> = []
            while let stamp = driver.machine.prepared.map(\.stamp).first(where: { !ready.contains($0) }) {
                ready.insert(stamp)
                driver.apply(.pipeline(.videoSize(size), stamp))
                driver.apply(.pipeline(.fetched(bytes: fetched, duration: .zero), stamp))
                driver.apply(.pipeline(.prerolled(facts), stamp))
            }
            return ready.count
        }
        let (small, large) = (VideoSize(width: 640, height: 360), VideoSize(width: 3840, height: 2160))
        #expect(count(0, small) == 0)
        #expect(count(1, small) == 1)
        #expect(count(100_000_000, small) == 3)
        #expect(count(100_000_000, large) == 2)
        #expect(count(100_000_000, small, fetched: 95_000_000) == 1)
        #expect(count(.max, large) == 3)
    }
}
