import Testing

@testable import CoreTestSupport
@testable import PlayheadCore

/// What gaps make of an item in the reducer (contract 4.7).
struct ReducerGapTests {
    private let gap = MediaGap(from: .seconds(2), to: .seconds(4), cause: .unknown)

    private func ends(_ driver: ReducerDriver) -> [EndReason] {
        driver.events.compactMap { if case .finished(let reason) = $0 { reason } else { nil } }
    }

    private func told(_ driver: ReducerDriver) -> [MediaGap] {
        driver.events.compactMap { if case .gap(let gap) = $0 { gap } else { nil } }
    }

    @Test func `4.7: an end behind a gap is truncated`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.report(.gap(gap))
        #expect(driver.machine.gaps == [gap] && told(driver) == [gap])
        driver.report(.ended(EndReport(presentedEnd: .seconds(10))))
        #expect(ends(driver) == [.truncated])
        #expect(driver.machine.error?.code == .truncated)
        #expect(driver.machine.gaps == [gap])
    }

    @Test func `4.7: allowed gaps are reported, and the end is natural`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.machine.allowsGaps = true
        driver.report(.gap(gap))
        driver.report(.ended(EndReport(presentedEnd: .seconds(6))))
        #expect(ends(driver) == [.natural])
        #expect(told(driver) == [gap, MediaGap(from: .seconds(6), to: .seconds(10), cause: .cutOff)])
    }

    @Test(arguments: [MediaGap.Cause.late, .declaredGap])
    func `4.7: late frames and declared gaps leave the end natural`(_ cause: MediaGap.Cause) {
        var driver = ReducerDriver.loaded(playing: true)
        driver.report(.gap(MediaGap(from: .seconds(2), to: .seconds(4), cause: cause)))
        driver.report(.ended(EndReport(presentedEnd: .seconds(10))))
        #expect(ends(driver) == [.natural])
    }

    @Test func `4.7: a gap of imperceptible length leaves the end natural`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.report(.gap(MediaGap(from: .seconds(2), to: .milliseconds(2090), cause: .damaged)))
        driver.report(.ended(EndReport(presentedEnd: .seconds(10))))
        #expect(ends(driver) == [.natural])
    }

    @Test func `4.7: a short end is a gap of its own, reported before the error`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.report(.ended(EndReport(presentedEnd: .seconds(6))))
        #expect(told(driver) == [MediaGap(from: .seconds(6), to: .seconds(10), cause: .cutOff)])
        #expect(ends(driver) == [.truncated])
    }

    @Test func `gaps beyond 1000 are only counted, and another item starts with none`() {
        var driver = ReducerDriver.loaded(playing: true)
        for second in 0..<1200 {
            driver.report(
                .gap(MediaGap(from: .seconds(second), to: .seconds(second + 1), cause: .unknown)))
        }
        #expect(driver.machine.gaps.count == 1000 && driver.machine.gapCount == 1200)
        #expect(told(driver).count == 1000)
        driver.command(.load(MediaItem(uri: "fake://next"), autoplay: true))
        #expect(driver.machine.gaps.isEmpty && driver.machine.gapCount == 0)
    }

    @Test func `4.7: 1000 allowed gaps do not hide one that truncates`() {
        var driver = ReducerDriver.loaded(playing: true)
        for tenth in 0..<1200 {
            let start = Duration.milliseconds(tenth)
            driver.report(.gap(MediaGap(from: start, to: start + .milliseconds(1), cause: .late)))
        }
        driver.report(.gap(gap))
        #expect(driver.machine.gaps.last == gap && told(driver).last == gap)
        driver.report(.ended(EndReport(presentedEnd: .seconds(10))))
        #expect(ends(driver) == [.truncated])
        #expect(driver.machine.error?.message == "From 2.0 s to 4.0 s, the content is missing")
    }
}
