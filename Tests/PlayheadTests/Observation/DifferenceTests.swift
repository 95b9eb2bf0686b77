import Playhead
import Testing

@testable import CoreTestSupport
@testable import PlayheadCore
@testable import TestBasics

/// The order of what is told for one cause (contract 3.3).
struct DifferenceTests {
    @Test(.apart) func `3.3: the events of any input come in order`() {
        for seed in UInt64(1)...500 {
            var inputs = RandomInputs(seed: seed)
            var driver = ReducerDriver()
            for _ in 0..<80 {
                driver.moment.now += inputs.pause()
                let (_, events) = driver.apply(inputs.input(for: driver.machine))
                #expect(events.map(\.rank).isAscending, "seed \(seed)")
            }
        }
    }

    @Test func `3.3: the events of a change of every value come in order`() {
        var old = PlayerMachine()
        old.item = MediaItem(uri: "fake://old")
        old.status = .opening
        old.hasPipeline = true
        var new = old
        new.itemNumber = 1
        new.item = MediaItem(uri: "fake://new")
        new.isMuted = true
        new.volume = 0.5
        new.aspectMode = .fill
        new.duration = .seconds(4)
        new.warningCount = 1
        new.lastWarnings = [PlayerWarning("careful")]
        new.error = PlayerError(.unknown, "A fault")
        new.endReason = .natural
        new.subtitleCues = [SubtitleCue(text: "text", start: .zero, end: .seconds(1))]
        new.status = .ended
        new.isPrerolled = true
        new.reportedPosition = .seconds(4)
        let events = new.events(since: old, cause: .pipeline(.draining, LoadID()))
        #expect(events.count == 13)
        #expect(events.map(\.rank).isAscending)
    }

    @Test func `3.4: equal snapshots differ in nothing`() {
        var driver = ReducerDriver.loaded(playing: true)
        #expect(driver.machine.events(since: driver.machine, cause: .command(.play)).isEmpty)
        driver.pass(.seconds(1))
        #expect(driver.apply(.command(.play)).events.isEmpty)
    }
}
