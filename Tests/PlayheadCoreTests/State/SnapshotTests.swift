import Testing

@testable import CoreTestSupport
@testable import PlayheadCore

/// What callers read of the reducer's state.
struct SnapshotTests {
    @Test func `a new player has an empty snapshot`() {
        let snapshot = PlayerSnapshot()
        #expect(snapshot == ReducerDriver().snapshot)
        #expect(snapshot.state == .idle && snapshot.status == .idle && snapshot.item == nil)
        #expect(snapshot.position == .zero && snapshot.played == .zero && snapshot.seekableRange == nil)
    }

    @Test func `3.7: time alone changes no fact`() {
        var driver = ReducerDriver.loaded(playing: true)
        let before = driver.snapshot
        driver.pass(.seconds(1))
        driver.report(.position(.seconds(1)))
        driver.report(.bufferedTo(.seconds(5)))
        #expect(driver.snapshot.position == .seconds(1) && driver.snapshot != before)
        #expect(driver.snapshot.hasSameFacts(as: before))
        driver.command(.setMuted(true))
        #expect(!driver.snapshot.hasSameFacts(as: before))
    }

    @Test func `3.7: a live window that moves changes no fact`() {
        var driver = ReducerDriver.loaded(MediaFacts(isLive: true))
        driver.report(.window(StreamWindow(from: .zero, to: .seconds(20), holdBack: .seconds(4))))
        let before = driver.snapshot
        driver.report(.window(StreamWindow(from: .seconds(2), to: .seconds(22), holdBack: .seconds(4))))
        #expect(before.seekableRange == .zero..<(.seconds(16)) && before.liveOffset == .seconds(20))
        #expect(driver.snapshot.seekableRange == .seconds(2)..<(.seconds(18)))
        #expect(driver.snapshot.liveOffset == .seconds(22) && driver.snapshot.hasSameFacts(as: before))
    }

    @Test func `what only the reducer uses does not show`() {
        var driver = ReducerDriver.loaded()
        let (machine, snapshot) = (driver.machine, driver.snapshot)
        driver.command(.watch(true))
        driver.report(.fetched(bytes: 1, duration: .seconds(1)))
        #expect(driver.machine != machine && driver.snapshot == snapshot)
    }

    @Test func `a request to play shows while playback buffers`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.report(.buffering(percent: 0))
        #expect(driver.snapshot.wantsToPlay && !driver.snapshot.state.isPlaying)
        driver.command(.pause)
        #expect(!driver.snapshot.wantsToPlay)
    }
}
