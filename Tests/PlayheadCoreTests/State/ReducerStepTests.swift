import Testing

@testable import CoreTestSupport
@testable import PlayheadCore

/// Steps in the reducer, without media (contract 2.3, 4.3).
struct ReducerStepTests {
    private let gone = PlayerError(.connectionLost, "Gone")

    @Test func `2.3: one step is in flight, and waiting steps are merged`() {
        var driver = ReducerDriver.loaded()
        let steps = [1, 2, -1, 3].map { driver.step(by: $0) }
        #expect(driver.sent == [.step(serial: 1, by: 1)])
        #expect(driver.machine.state == .paused(buffering: true))
        driver.stepped(to: .milliseconds(40))
        #expect(driver.sent == [.step(serial: 1, by: 1), .step(serial: 2, by: 4)])
        #expect(driver.position == .milliseconds(40))
        driver.stepped(to: .milliseconds(200))
        #expect(driver.answers(to: steps[0]) == [.completed(at: .milliseconds(40))])
        for step in steps.dropFirst() {
            #expect(driver.answers(to: step) == [.completed(at: .milliseconds(200))])
        }
        #expect(driver.machine.state == .paused(buffering: false))
        #expect(driver.position == .milliseconds(200))
    }

    @Test func `2.3: steps that add up to 0 are unnecessary, and their limit is 1,000,000`() {
        var driver = ReducerDriver.loaded()
        driver.step(by: 1)
        let (there, back) = (driver.step(by: .max), driver.step(by: .min))
        driver.stepped(to: .milliseconds(40))
        #expect(driver.answers(to: there) == [.unnecessary])
        #expect(driver.answers(to: back) == [.unnecessary])
        driver.step(by: .min)
        #expect(driver.sent.last == .step(serial: 2, by: -1_000_000))
    }

    @Test func `2.1: a step during playback pauses, and playback continues from its frame`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.pass(.seconds(1))
        driver.step(by: 1)
        #expect(driver.sent.suffix(2) == [.setPlaying(false), .step(serial: 1, by: 1)])
        driver.command(.play)
        #expect(driver.machine.state == .playing(buffering: true))
        #expect(driver.sent.last == .step(serial: 1, by: 1))
        driver.stepped(to: .milliseconds(1040))
        // The sound is brought to the frame first.
        #expect(
            driver.sent.suffix(2) == [
                .seek(SeekRequest(target: .milliseconds(1040), serial: 1)), .setPlaying(true),
            ])
        driver.land(at: .milliseconds(1040))
        driver.report(.running(at: .milliseconds(1040)))
        #expect(driver.machine.state == .playing(buffering: false))
        #expect(driver.sentSeeks.count == 1)
    }

    @Test func `2.1: a step without a further frame leaves no work`() {
        var driver = ReducerDriver.loaded()
        let step = driver.step(by: -1)
        driver.stepped(to: .zero, moved: false)
        driver.command(.play)
        #expect(driver.answers(to: step) == [.unnecessary])
        #expect(driver.sent == [.step(serial: 1, by: -1), .setPlaying(true)])
    }

    @Test func `2.3: a later seek replaces waiting steps, and follows the one in flight`() {
        var driver = ReducerDriver.loaded()
        let (first, second) = (driver.step(by: 1), driver.step(by: 1))
        let seek = driver.seek(to: .seconds(5))
        let third = driver.step(by: -1)
        #expect(driver.answers(to: second) == [.superseded])
        #expect(driver.position == .seconds(5))
        #expect(driver.sentSeeks.isEmpty)
        driver.stepped(to: .milliseconds(40))
        #expect(driver.answers(to: first) == [.completed(at: .milliseconds(40))])
        #expect(driver.position == .seconds(5))
        #expect(driver.sentSeeks.map(\.target) == [.seconds(5)])
        driver.land(at: .seconds(5))
        #expect(driver.answers(to: seek) == [.completed(at: .seconds(5))])
        #expect(driver.sent.last == .step(serial: 2, by: -1))
        driver.stepped(to: .milliseconds(4960))
        #expect(driver.answers(to: third) == [.completed(at: .milliseconds(4960))])
    }

    @Test func `2.3: a step is answered when the item is stopped, replaced, reset, closed or fails`() {
        let endings: [(SeekResult, (inout ReducerDriver) -> Void)] = [
            (.stopped, { $0.command(.stop) }),
            (.stopped, { $0.command(.load(MediaItem(uri: "fake://other"), autoplay: false)) }),
            (.stopped, { $0.command(.reset) }),
            (.stopped, { $0.command(.close) }),
            (.failed(gone), { [gone] in $0.report(.failed(gone)) }),
        ]
        for (expected, end) in endings {
            var driver = ReducerDriver.loaded()
            let (first, second) = (driver.step(by: 1), driver.step(by: 1))
            end(&driver)
            #expect(driver.answers(to: first) == [expected])
            #expect(driver.answers(to: second) == [expected])
            driver.stepped(to: .seconds(1))
            #expect(driver.position == .zero)
        }
    }

    @Test func `2.3: a failed or unanswered step ends, and the next one is sent`() {
        for (expected, end) in [
            (
                SeekResult.failed(gone),
                PlayerInput.pipeline(.stepFailed(serial: 1, gone), LoadID(number: 1))
            ),
            (.timedOut, .expired(.step(LoadID(number: 1), serial: 1))),
        ] {
            var driver = ReducerDriver.loaded()
            let first = driver.step(by: 1)
            driver.step(by: -1)
            driver.apply(end)
            #expect(driver.answers(to: first) == [expected])
            #expect(driver.sent == [.step(serial: 1, by: 1), .step(serial: 2, by: -1)])
        }
    }

    @Test func `4.3: content that cannot seek steps only forward, and only without audio`() {
        func steps(_ facts: MediaFacts) -> [Bool] {
            let snapshot = ReducerDriver.loaded(facts).snapshot
            return [snapshot.canStep(forward: true), snapshot.canStep(forward: false)]
        }
        var stepped = ReducerDriver.loaded(MediaFacts(isSeekable: false, hasAudio: false))
        let (there, back) = (stepped.step(by: 1), stepped.step(by: -1))
        stepped.stepped(to: .milliseconds(40))
        #expect(stepped.answers(to: there) == [.completed(at: .milliseconds(40))])
        guard case .failed(let error)? = stepped.answers(to: back).first else {
            Issue.record("\(stepped.answers(to: back))")
            return
        }
        #expect(error.code == .notSeekable)
        stepped.command(.play)
        #expect(stepped.sent == [.step(serial: 1, by: 1), .setPlaying(true)])
        #expect(steps(MediaFacts(duration: .seconds(10))) == [true, false])
        #expect(steps(MediaFacts(isSeekable: false)) == [false, false])
        #expect(steps(MediaFacts(isSeekable: false, isLive: true, hasAudio: false)) == [false, false])
        #expect(steps(MediaFacts(hasVideo: false)) == [false, false])
    }

    @Test func `2.1: steps before preroll wait for it, and for the start position`() {
        var driver = ReducerDriver()
        driver.command(.load(MediaItem(uri: "fake://item", startPosition: .seconds(2)), autoplay: false))
        let step = driver.step(by: 2)
        driver.report(.prerolled(MediaFacts(duration: .seconds(10))))
        driver.land(at: .seconds(2))
        #expect(driver.sent.last == .step(serial: 1, by: 2))
        driver.stepped(to: .milliseconds(2080))
        #expect(driver.answers(to: step) == [.completed(at: .milliseconds(2080))])
        #expect(driver.machine.status == .ready)
    }
}
