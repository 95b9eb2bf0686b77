import Testing

@testable import CoreTestSupport
@testable import PlayheadCore

/// When playback that stands still is given up (contract 4.8), without media.
struct StandstillTests {
    private func deadlines(_ driver: ReducerDriver) -> [Effect] {
        let stall = Deadline.stall(driver.machine.stamp)
        return driver.effects.filter { $0 == .arm(stall) || $0 == .disarm(stall) }
    }

    private func armed(_ driver: ReducerDriver) -> Effect { .arm(.stall(driver.machine.stamp)) }
    private func disarmed(_ driver: ReducerDriver) -> Effect { .disarm(.stall(driver.machine.stamp)) }

    /// Playback at two seconds, where nothing more has reached the outputs.
    private func standing() -> ReducerDriver {
        var driver = ReducerDriver.loaded(playing: true)
        driver.pass(.seconds(2))
        driver.moment.limit = .seconds(2)
        driver.report(.starved(true))
        return driver
    }

    @Test(arguments: [
        (PipelineEvent.starved(false), PipelineEvent.starved(true)),
        (.buffering(percent: 100), .buffering(percent: 0)),
    ])
    func `4.8: false reports of media do not restart the stall timeout`(
        there: PipelineEvent, gone: PipelineEvent
    ) {
        var driver = standing()
        for _ in 1...1000 {
            driver.pass(.milliseconds(1))
            driver.report(there)
            driver.report(gone)
        }
        #expect(deadlines(driver) == [armed(driver)])
        driver.apply(.expired(.stall(driver.machine.stamp)))
        #expect(driver.machine.error?.code == .timedOut)
    }

    @Test func `4.8: the stall timeout ends when playback resumes`() {
        var driver = standing()
        driver.pass(.seconds(3))
        driver.report(.starved(false))
        driver.moment.limit = nil
        #expect(deadlines(driver) == [armed(driver)])
        driver.pass(.milliseconds(200))
        driver.report(.position(.milliseconds(2200)))
        #expect(deadlines(driver) == [armed(driver), disarmed(driver)])
    }

    @Test func `4.8: the stall timeout restarts after playback between two reports`() {
        var driver = standing()
        driver.report(.starved(false))
        driver.moment.limit = nil
        driver.pass(.seconds(1))
        driver.report(.starved(true))
        #expect(deadlines(driver) == [armed(driver), disarmed(driver), armed(driver)])
    }

    @Test func `4.8: playback that has resumed survives the stall timeout`() {
        var driver = standing()
        driver.report(.starved(false))
        driver.moment.limit = nil
        driver.pass(.seconds(30))
        driver.apply(.expired(.stall(driver.machine.stamp)))
        #expect(driver.machine.error == nil && deadlines(driver).last == disarmed(driver))
    }

    @Test(arguments: [Command.pause, .seek(SeekRequest(target: .seconds(5))), .stop, .reset])
    func `4.8: a pause, a seek and a stop end the stall timeout`(command: Command) {
        var driver = standing()
        driver.command(command)
        #expect(!driver.machine.demands.deadlines.contains(.stall(driver.machine.stamp)))
    }
}
