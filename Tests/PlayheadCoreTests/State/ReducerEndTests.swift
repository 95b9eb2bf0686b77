import Testing

@testable import CoreTestSupport
@testable import PlayheadCore

/// Ends, stops and fresh starts in the reducer, without media (contract 1.5, 1.6, 2.6, 4.7).
struct ReducerEndTests {
    private static let unseekable = MediaFacts(duration: .seconds(10), isSeekable: false)

    private func ends(_ driver: ReducerDriver) -> [EndReason] {
        driver.events.compactMap { if case .finished(let reason) = $0 { reason } else { nil } }
    }

    @Test func `1.5: play from the end starts again at zero`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.report(.ended(EndReport(presentedEnd: .seconds(10))))
        driver.command(.play)
        #expect(driver.sentSeeks.map(\.target) == [.zero])
        #expect(driver.position == .zero)
        #expect(driver.machine.state == .playing(buffering: true))
    }

    @Test func `1.5: play from the end starts again at zero also where seeking is impossible`() {
        var driver = ReducerDriver.loaded(playing: true, Self.unseekable)
        driver.report(.ended(EndReport(presentedEnd: .seconds(10))))
        driver.command(.play)
        #expect(driver.opened.count == 2)
        #expect(driver.machine.status == .opening)
        #expect(driver.machine.state == .playing(buffering: true))
        #expect(driver.position == .zero)
    }

    @Test func `1.4: a near end is not reported after a seek away from it`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.seek(to: .seconds(2))
        driver.report(.draining)
        #expect(driver.machine.status == .started)
        driver.land(at: .seconds(2))
        driver.report(.draining)
        #expect(driver.machine.status == .draining)
    }

    @Test func `1.5: a repeated end is reported once`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.report(.ended(EndReport(presentedEnd: .seconds(10))))
        driver.report(.ended(EndReport(presentedEnd: .seconds(10))))
        #expect(ends(driver) == [.natural])
    }

    @Test func `1.5: the position at the end is the duration`() {
        for presented in [9.8, 10, 10.9] {
            var driver = ReducerDriver.loaded(playing: true)
            driver.report(.ended(EndReport(presentedEnd: .seconds(presented))))
            #expect(driver.position == .seconds(10))
            #expect(ends(driver) == [.natural])
        }
    }

    @Test func `4.7: an end before the declared duration is truncated`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.report(.ended(EndReport(presentedEnd: .seconds(6))))
        #expect(ends(driver) == [.truncated])
        #expect(driver.machine.error?.code == .truncated)
        #expect(driver.position == .seconds(6))
    }

    @Test func `4.7: an item ends naturally at its end position`() {
        var driver = ReducerDriver.loaded(item: MediaItem(uri: "fake://item", endPosition: .seconds(4)))
        driver.land(at: .zero)
        driver.command(.play)
        driver.report(.running(at: .zero))
        driver.report(.ended(EndReport(presentedEnd: .seconds(4))))
        #expect(ends(driver) == [.natural])
        #expect(driver.position == .seconds(4))
    }

    @Test func `4.7: an end without any media is an error`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.report(.ended(EndReport(presentedEnd: nil)))
        #expect(ends(driver) == [.error])
        #expect(driver.machine.error?.code == .malformed)
    }

    @Test func `4.1: an unknown duration is known at the end`() {
        var driver = ReducerDriver.loaded(playing: true, MediaFacts(duration: nil))
        driver.report(.ended(EndReport(presentedEnd: .seconds(7))))
        #expect(driver.machine.duration == .seconds(7))
        #expect(driver.position == .seconds(7))
    }

    @Test func `1.6: play after an error continues at the last position on a fresh pipeline`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.pass(.seconds(3))
        driver.report(.failed(PlayerError(.connectionLost, "Gone")))
        #expect(driver.position == .seconds(3))
        driver.command(.play)
        #expect(driver.machine.error == nil)
        #expect(driver.opened.map(\.stamp.number) == [1, 2])
        driver.report(.prerolled(MediaFacts(duration: .seconds(10))))
        #expect(driver.sentSeeks.map(\.target) == [.seconds(3)])
    }

    @Test func `1.6: live content continues at the live edge after an error`() {
        var driver = ReducerDriver.loaded(playing: true, MediaFacts(isLive: true))
        driver.report(.running(at: .seconds(3)))
        driver.report(.failed(PlayerError(.connectionLost, "Gone")))
        driver.command(.play)
        driver.report(.prerolled(MediaFacts(isLive: true)))
        #expect(driver.sentSeeks.isEmpty)
        #expect(driver.machine.status == .ready)
    }

    @Test func `1.6: retry opens the item again, and does nothing without an error`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.command(.retry)
        #expect(driver.opened.count == 1)
        driver.report(.failed(PlayerError(.connectionLost, "Gone")))
        driver.command(.retry)
        #expect(driver.opened.count == 2)
        #expect(driver.machine.status == .opening)
        driver.command(.retry)
        #expect(driver.opened.count == 2)
    }

    @Test func `2.6: stop pauses at zero and keeps the content`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.pass(.seconds(3))
        driver.command(.stop)
        #expect(driver.position == .zero)
        #expect(driver.machine.state == .paused(buffering: true))
        #expect(ends(driver) == [.stopped])
        driver.land(at: .zero)
        #expect(driver.machine.state == .paused(buffering: false))
        #expect(driver.machine.item != nil)
    }

    @Test func `2.6: stop returns to zero also where seeking is impossible`() {
        var driver = ReducerDriver.loaded(playing: true, Self.unseekable)
        driver.pass(.seconds(3))
        driver.command(.stop)
        #expect(driver.position == .zero)
        #expect(driver.opened.count == 2)
        #expect(ends(driver) == [.stopped])
        driver.report(.prerolled(Self.unseekable))
        #expect(driver.machine.state == .paused(buffering: false))
        driver.command(.stop)
        #expect(driver.opened.count == 2)
    }

    @Test func `2.6: an end in progress is not reported after a stop`() {
        var driver = ReducerDriver.loaded(playing: true, MediaFacts(duration: .milliseconds(40)))
        driver.command(.stop)
        driver.report(.ended(EndReport(presentedEnd: .milliseconds(40))))
        #expect(ends(driver) == [.stopped])
    }

    @Test
    func `2.6: stop pauses before its seek, so nothing of the start is presented`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.pass(.seconds(3))
        driver.command(.stop)
        let sent = driver.effects.compactMap { effect -> PipelineCommand? in
            if case .send(let command, _) = effect { command } else { nil }
        }
        #expect(sent.suffix(2) == [.setPlaying(false), .seek(SeekRequest(target: .zero, serial: 1))])
        driver.land(at: .zero)
        driver.report(.ended(EndReport(presentedEnd: .seconds(10))))
        driver.command(.play)
        guard case .send(.setPlaying(true), _) = driver.effects.last(where: \.isSent) else {
            Issue.record("\(driver.effects)")
            return
        }
    }

    @Test func `2.4: a second stop changes nothing`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.pass(.seconds(3))
        driver.command(.stop)
        let before = (driver.effects.count, driver.events.count)
        driver.command(.stop)
        #expect((driver.effects.count, driver.events.count) == before)
        driver.land(at: .zero)
        let after = (driver.effects.count, driver.events.count)
        driver.command(.stop)
        #expect((driver.effects.count, driver.events.count) == after)
    }
}

extension Effect {
    fileprivate var isSent: Bool {
        if case .send = self { true } else { false }
    }
}
