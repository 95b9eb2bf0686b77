import Playhead
import Testing

/// What holes make of an item in the reducer (contract 4.7).
struct ReducerHoleTests {
    private let hole = MediaHole(from: .seconds(2), to: .seconds(4), cause: .unknown)

    private func ends(_ driver: ReducerDriver) -> [EndReason] {
        driver.events.compactMap { if case .finished(let reason) = $0 { reason } else { nil } }
    }

    private func told(_ driver: ReducerDriver) -> [MediaHole] {
        driver.events.compactMap { if case .hole(let hole) = $0 { hole } else { nil } }
    }

    @Test func `4.7: an end behind a hole is truncated`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.report(.hole(hole))
        #expect(driver.snapshot.holes == [hole] && told(driver) == [hole])
        driver.report(.ended(EndReport(presentedEnd: .seconds(10))))
        #expect(ends(driver) == [.truncated])
        #expect(driver.snapshot.error?.code == .truncated)
        #expect(driver.snapshot.holes == [hole])
    }

    @Test func `4.7: holes that are allowed are told, and the end is natural`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.snapshot.allowsHoles = true
        driver.report(.hole(hole))
        driver.report(.ended(EndReport(presentedEnd: .seconds(6))))
        #expect(ends(driver) == [.natural])
        #expect(told(driver) == [hole, MediaHole(from: .seconds(6), to: .seconds(10), cause: .cutOff)])
    }

    @Test(arguments: [MediaHole.Cause.late, .declaredGap])
    func `4.7: what is late or declared leaves an end natural`(_ cause: MediaHole.Cause) {
        var driver = ReducerDriver.loaded(playing: true)
        driver.report(.hole(MediaHole(from: .seconds(2), to: .seconds(4), cause: cause)))
        driver.report(.ended(EndReport(presentedEnd: .seconds(10))))
        #expect(ends(driver) == [.natural])
    }

    @Test func `4.7: a hole that nobody notices leaves an end natural`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.report(.hole(MediaHole(from: .seconds(2), to: .milliseconds(2090), cause: .damaged)))
        driver.report(.ended(EndReport(presentedEnd: .seconds(10))))
        #expect(ends(driver) == [.natural])
    }

    @Test func `4.7: a short end is a hole of its own, told before the error`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.report(.ended(EndReport(presentedEnd: .seconds(6))))
        #expect(told(driver) == [MediaHole(from: .seconds(6), to: .seconds(10), cause: .cutOff)])
        #expect(ends(driver) == [.truncated])
    }

    @Test func `beyond a thousand they are counted, and another item has none`() {
        var driver = ReducerDriver.loaded(playing: true)
        for second in 0..<1200 {
            driver.report(
                .hole(MediaHole(from: .seconds(second), to: .seconds(second + 1), cause: .unknown)))
        }
        #expect(driver.snapshot.holes.count == 1000 && driver.snapshot.holeCount == 1200)
        #expect(told(driver).count == 1000)
        driver.command(.load(MediaItem(uri: "fake://next"), autoplay: true))
        #expect(driver.snapshot.holes.isEmpty && driver.snapshot.holeCount == 0)
    }

    @Test func `4.7: a thousand holes that do not count leave room for one that does`() {
        var driver = ReducerDriver.loaded(playing: true)
        for tenth in 0..<1200 {
            let start = Duration.milliseconds(tenth)
            driver.report(.hole(MediaHole(from: start, to: start + .milliseconds(1), cause: .late)))
        }
        driver.report(.hole(hole))
        #expect(driver.snapshot.holes.last == hole && told(driver).last == hole)
        driver.report(.ended(EndReport(presentedEnd: .seconds(10))))
        #expect(ends(driver) == [.truncated])
        #expect(driver.snapshot.error?.message == "From 2.0 s to 4.0 s, the content is missing")
    }
}
