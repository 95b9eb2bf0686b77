import Testing

@testable import CoreTestSupport
@testable import PlayheadCore

/// A seek that the pipeline answers late or never (contract 2.3, 4.8), without media.
struct LateSeekTests {
    private func expire(_ driver: inout ReducerDriver, serial: Int) {
        driver.pass(.seconds(10))
        driver.apply(.expired(.seek(driver.machine.stamp, serial: serial)))
    }

    private func report(_ driver: inout ReducerDriver, serial: Int, at position: Duration) {
        driver.report(.seekDone(serial: serial, at: position))
    }

    @Test func `2.3: an unanswered seek times out, and buffering continues`() {
        var driver = ReducerDriver.loaded()
        let seek = driver.seek(to: .seconds(5))
        expire(&driver, serial: 1)
        #expect(driver.answers(to: seek) == [.timedOut])
        #expect(driver.machine.state == .paused(buffering: true))
        #expect(driver.position == .seconds(5))
    }

    @Test func `2.3: an answer after the timeout is not that of the next seek`() {
        var driver = ReducerDriver.loaded()
        driver.seek(to: .seconds(5))
        expire(&driver, serial: 1)
        let next = driver.seek(to: .seconds(8))
        #expect(driver.sentSeeks.map(\.serial) == [1, 2])
        report(&driver, serial: 1, at: .seconds(5))
        driver.report(.seekFailed(serial: 1, PlayerError(.notSeekable, "No")))
        #expect(driver.answers(to: next).isEmpty)
        #expect(driver.position == .seconds(8))
        report(&driver, serial: 2, at: .seconds(8))
        #expect(driver.answers(to: next) == [.completed(at: .seconds(8))])
    }

    @Test func `2.3: a late answer gives the playback position`() {
        var driver = ReducerDriver.loaded()
        driver.command(.setSpeed(2))
        driver.land(at: .zero)
        let seek = driver.seek(to: .milliseconds(5300), tolerance: .before)
        driver.command(.setSpeed(4))
        driver.command(.setSpeed(2))
        expire(&driver, serial: 2)
        driver.land(at: .seconds(5))
        expire(&driver, serial: 3)
        driver.land(at: .seconds(5))
        #expect(driver.position == .seconds(5))
        #expect(driver.machine.state == .paused(buffering: false))
        #expect(driver.machine.effectiveSpeed == 2)
        #expect(driver.answers(to: seek) == [.timedOut])
    }

    @Test func `2.3: a late refusal of a seek keeps the playback position`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.pass(.seconds(1))
        driver.seek(to: .seconds(5))
        expire(&driver, serial: 1)
        driver.refuse(PlayerError(.notSeekable, "No"))
        #expect(driver.position == .seconds(1))
        driver.report(.running(at: .seconds(1)))
        #expect(driver.machine.state == .playing(buffering: false))
    }

    @Test func `2.3: a second seek to the target of a timed-out seek is executed`() {
        var driver = ReducerDriver.loaded()
        driver.seek(to: .seconds(5))
        expire(&driver, serial: 1)
        let again = driver.seek(to: .seconds(5))
        #expect(driver.answers(to: again).isEmpty)
        driver.land(at: .seconds(5))
        #expect(driver.answers(to: again) == [.completed(at: .seconds(5))])
    }

    @Test func `4.8: playback that hangs in a seek is a stall, and ends at the stall timeout`() throws {
        var driver = ReducerDriver.loaded(playing: true)
        driver.seek(to: .seconds(5))
        expire(&driver, serial: 1)
        let stall = Deadline.stall(driver.machine.stamp)
        #expect(driver.effects.contains(.arm(stall)))
        driver.apply(.expired(stall))
        #expect(driver.machine.error?.code == .timedOut)
    }
}
