import Testing

@testable import CoreTestSupport
@testable import PlayheadCore

/// What is told of buffers and stalls (contract 1.1, 3.3, 3.7).
struct ReducerBufferTests {
    private func told(_ driver: ReducerDriver) -> [BufferingState?] {
        driver.events.compactMap { if case .bufferingChanged(let state) = $0 { .some(state) } else { nil } }
    }

    private func stalls(_ driver: ReducerDriver) -> [PlayerEvent] {
        driver.events.filter {
            switch $0 {
            case .stalled, .resumed: true
            default: false
            }
        }
    }

    @Test func `3.7: buffer levels are reported in steps, and their end`() {
        var driver = ReducerDriver()
        driver.command(.load(MediaItem(uri: "fake://item"), autoplay: true))
        for percent in [0, 2, 4, 5, 7, 9, 30, 31, 96, 100, 100] {
            driver.moment.now += .milliseconds(100)
            driver.report(.buffering(percent: percent))
        }
        driver.report(.prerolled(MediaFacts(duration: .seconds(10))))
        #expect(told(driver).map { $0?.percent } == [0, 5, 30, 96, nil])
        #expect(told(driver).compactMap { $0?.reason }.allSatisfy { $0 == .starting })
        #expect(driver.machine.buffering == nil)
    }

    @Test func `3.7: buffer levels of one instant are reported as the first and the last`() {
        var driver = ReducerDriver()
        driver.command(.load(MediaItem(uri: "fake://item"), autoplay: true))
        for percent in [0, 20, 40, 60, 80, 100] { driver.report(.buffering(percent: percent)) }
        let percents = told(driver).map { $0?.percent }
        #expect(percents == [0, 100] || percents == [0, nil])
    }

    @Test func `1.1: a file in playback reports no buffer level`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.pass(.seconds(2))
        driver.seek(to: .seconds(5))
        #expect(driver.machine.buffering == BufferingState(percent: 0, reason: .seeking))
        driver.land(at: .seconds(5))
        driver.report(.running(at: .seconds(5)))
        #expect(told(driver).isEmpty && stalls(driver).isEmpty && driver.machine.buffering == nil)
    }

    @Test(arguments: [PipelineEvent.buffering(percent: 0), .starved(true)])
    func `1.1: a standstill of 500 ms is a stall, which ends when media advance`(
        _ report: PipelineEvent
    ) {
        var driver = ReducerDriver.loaded(playing: true)
        driver.pass(.seconds(2))
        driver.report(report)
        #expect(driver.machine.buffering?.reason == .starved && stalls(driver).isEmpty)
        driver.pass(.milliseconds(500))
        driver.apply(.expired(.moment(driver.machine.stamp)))
        #expect(driver.machine.buffering?.reason == .stalled)
        driver.pass(.seconds(3))
        driver.report(report == .starved(true) ? .starved(false) : .buffering(percent: 100))
        driver.report(.running(at: .seconds(2)))
        #expect(stalls(driver) == [.stalled, .resumed(after: .seconds(3.5))])
        #expect(told(driver).last == .some(nil))
    }

    @Test func `1.1: a short wait is no stall`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.report(.buffering(percent: 0))
        #expect(driver.effects.contains(.arm(.moment(driver.machine.stamp))))
        driver.pass(.milliseconds(100))
        driver.report(.buffering(percent: 100))
        driver.report(.running(at: .zero))
        #expect(driver.effects.contains(.disarm(.moment(driver.machine.stamp))))
        #expect(stalls(driver).isEmpty)
    }

    @Test func `1.1: a stall that is paused or left has no resumed event`() {
        for command in [Command.pause, .seek(SeekRequest(target: .seconds(5))), .stop, .reset] {
            var driver = ReducerDriver.loaded(playing: true)
            driver.report(.buffering(percent: 0))
            driver.apply(.expired(.moment(driver.machine.stamp)))
            driver.command(command)
            #expect(stalls(driver) == [.stalled] && driver.machine.buffer.standsSince == nil)
        }
    }

    @Test(arguments: [
        (0, 0), (50, 5), (149, 9), (150, 15), (600, 60), (999, 99), (1000, 100), (5000, 100), (-20, 0),
    ])
    func `1.1: the buffer level is low below the low water mark, and 100 % at the other mark`(
        ahead: Int, level: Int
    ) {
        let options = BufferOptions()
        #expect(options.level(ahead: .milliseconds(ahead), mark: .seconds(1)) == level)
    }
}
