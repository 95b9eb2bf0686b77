import Testing

@testable import CoreTestSupport
@testable import PlayheadCore

/// A live stream that has fallen behind and is to catch up.
@Suite struct CatchUpReducerTests {
    /// A stream of parts of two seconds, wanted six seconds behind its newest one, and played so far behind that.
    private static func driver(
        behind offset: Duration = .seconds(16), speed: Double? = 1.25, wanted: Duration? = nil
    ) -> ReducerDriver {
        var driver = ReducerDriver()
        driver.machine.catchUp.speed = speed
        driver.machine.catchUp.offset = wanted
        driver.command(.load(MediaItem(uri: "fake://live"), autoplay: true))
        driver.report(.window(window(until: .seconds(100))))
        driver.report(.prerolled(MediaFacts(isLive: true, position: .seconds(100) - offset)))
        driver.report(.running(at: .seconds(100) - offset))
        return driver
    }

    private static func window(until end: Duration) -> StreamWindow {
        StreamWindow(from: end - .seconds(60), to: end, holdBack: .seconds(6))
    }

    @Test func `catch-up plays faster until the live offset is reached, then at normal speed`() {
        var driver = Self.driver()
        #expect(driver.machine.effectiveSpeed == 1.25 && driver.machine.speed == 1)
        #expect(driver.sent.contains(.setPace(1.25)) && driver.sent.contains(.setTicking(true)))
        driver.pass(.seconds(36))
        driver.report(.window(Self.window(until: .seconds(136))))
        #expect(driver.position == .seconds(129))
        #expect(driver.machine.effectiveSpeed == 1.25)
        driver.pass(.seconds(4))
        driver.report(.position(.seconds(134)))
        #expect(driver.machine.effectiveSpeed == 1)
        #expect(driver.sent.last == .setTicking(false) && driver.sent.contains(.setPace(1)))
        #expect(driver.sentSeeks.isEmpty)
        let speeds = driver.events.compactMap {
            if case .speedChanged(asked: 1, let effective) = $0 { effective } else { nil }
        }
        #expect(speeds == [1.25, 1])
    }

    @Test func `a live stream without a catch-up speed plays at normal speed`() {
        var driver = Self.driver(speed: nil)
        driver.pass(.seconds(2))
        driver.report(.window(Self.window(until: .seconds(102))))
        #expect(driver.machine.effectiveSpeed == 1)
        #expect(!driver.sent.contains { if case .setPace = $0 { true } else { false } })
    }

    @Test func `the configured live offset takes precedence over the hold-back of the playlist`() {
        var driver = Self.driver(wanted: .seconds(15))
        driver.pass(.seconds(4))
        driver.report(.position(.seconds(89)))
        #expect(driver.machine.effectiveSpeed == 1)
        #expect(Self.driver(wanted: .seconds(17)).machine.effectiveSpeed == 1)
    }

    @Test(
        arguments: [
            .report(.buffering(percent: 0)), .report(.starved(true)), .command(.pause),
            .command(.seek(SeekRequest(id: 1, target: .seconds(60)))), .command(.setSpeed(0.5)),
            .command(.stop),
            .report(
                .window(
                    StreamWindow(
                        from: .zero, to: .seconds(100), holdBack: .seconds(6), isComplete: true))),
        ] as [Ending])
    func `stalls, pauses, seeks, slow speeds and the end of the stream end catch-up`(because ending: Ending) {
        var driver = Self.driver()
        driver.pass(.seconds(1))
        driver.effects = []
        switch ending {
        case .report(let report): driver.report(report)
        case .command(let command): driver.command(command)
        }
        #expect(driver.machine.effectiveSpeed == 1)
        #expect(driver.sent.first { if case .setPace = $0 { true } else { false } } == .setPace(1))
        #expect(driver.machine.lastWarning == nil || ending == .command(.setSpeed(0.5)))
    }

    enum Ending: Sendable, Equatable {
        case report(PipelineEvent)
        case command(Command)
    }

    @Test(arguments: [Command.load(MediaItem(uri: "fake://next"), autoplay: true), .reset, .close])
    func `the clock returns to normal speed before a load, a reset or a close`(command: Command) {
        var driver = Self.driver()
        let stamp = driver.machine.stamp
        driver.effects = []
        driver.command(command)
        let reset = driver.effects.firstIndex(of: .send(.setPace(1), stamp))
        let discard = driver.effects.firstIndex(of: .discard(stamp))
        #expect(reset != nil && discard != nil && reset ?? 0 < discard ?? 0)
        #expect(driver.machine.effectiveSpeed == 1 && !driver.machine.catchUp.isActive)
    }

    @Test func `catch-up starts after a pause that has increased the live offset`() {
        var driver = Self.driver(behind: .seconds(6))
        #expect(driver.machine.effectiveSpeed == 1)
        driver.command(.pause)
        driver.pass(.seconds(10))
        driver.report(.window(Self.window(until: .seconds(110))))
        #expect(driver.machine.effectiveSpeed == 1)
        driver.command(.play)
        driver.report(.running(at: .seconds(94)))
        #expect(driver.machine.effectiveSpeed == 1.25)
    }

    @Test func `late playlist updates do not start catch-up`() {
        var driver = Self.driver(behind: .seconds(6))
        for (late, number) in zip([0.0, 1, 0.2, 0.9, 0.1, 1.5, 0], 1...) {
            driver.moment.now = .seconds(2 * number) + .seconds(late)
            driver.report(.window(Self.window(until: .seconds(100 + 2 * number))))
            driver.report(.position(driver.position))
        }
        #expect(driver.events.allSatisfy { if case .speedChanged = $0 { false } else { true } })
    }

    @Test(
        arguments: [
            .seek(SeekRequest(id: 1, target: .seconds(70))), .seek(SeekRequest(target: .seconds(70))),
            .skip(id: nil, by: .seconds(-14)),
        ] as [Command])
    func `a seek away from the live edge disables catch-up until seekToLive`(_ command: Command) {
        var driver = Self.driver()
        driver.command(command)
        driver.land(at: .seconds(70))
        driver.report(.running(at: .seconds(70)))
        driver.pass(.seconds(2))
        driver.report(.window(Self.window(until: .seconds(102))))
        #expect(driver.machine.effectiveSpeed == 1)
        driver.command(.seekToLive(id: nil))
        driver.land(at: .seconds(92))
        driver.report(.running(at: .seconds(92)))
        #expect(driver.machine.effectiveSpeed == 1.25)
    }

    @Test func `catch-up needs enough buffered media to start and to continue`() {
        var driver = Self.driver(behind: .seconds(6))
        driver.pass(.seconds(10))
        driver.report(.bufferedTo(.seconds(105)))
        driver.report(.window(Self.window(until: .seconds(114))))
        #expect(driver.machine.effectiveSpeed == 1)
        driver.report(.bufferedTo(.seconds(106)))
        #expect(driver.machine.effectiveSpeed == 1.25)
        driver.pass(.seconds(2))
        driver.report(.position(.seconds(106)))
        #expect(driver.machine.effectiveSpeed == 1)
        driver.report(.bufferedTo(.seconds(112)))
        driver.pass(.seconds(1))
        driver.report(.position(.seconds(107)))
        #expect(driver.machine.effectiveSpeed == 1)
    }
}
