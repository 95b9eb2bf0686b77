import Testing

@testable import CoreTestSupport
@testable import PlayheadCore

/// Seeks in the reducer, without media (contract 2.3, 3.9, 4.2).
struct ReducerSeekTests {
    private let refused = PlayerError(.notSeekable, "No")

    @Test func `4.2: a seek before preroll is kept and sent before the item is ready`() {
        var driver = ReducerDriver()
        driver.command(.load(MediaItem(uri: "fake://item"), autoplay: true))
        let seek = driver.seek(to: .seconds(3))
        #expect(driver.sentSeeks.isEmpty)
        #expect(driver.position == .seconds(3))
        driver.report(.prerolled(MediaFacts(duration: .seconds(10))))
        #expect(driver.sentSeeks.map(\.target) == [.seconds(3)])
        #expect(driver.machine.status == .opening)
        driver.land(at: .seconds(3))
        #expect(driver.machine.status == .ready)
        #expect(driver.answers(to: seek) == [.completed(at: .seconds(3))])
    }

    @Test func `4.2: targets outside the medium are clamped, also before its length is known`() {
        var driver = ReducerDriver()
        driver.command(.load(MediaItem(uri: "fake://item"), autoplay: false))
        driver.seek(to: .seconds(-3))
        #expect(driver.position == .zero)
        driver.seek(to: .seconds(99))
        driver.report(.prerolled(MediaFacts(duration: .seconds(10))))
        #expect(driver.sentSeeks.map(\.target) == [.seconds(10)])
        #expect(driver.position == .seconds(10))
    }

    @Test func `4.2: a target beyond the end of the item is clamped to it`() {
        let item = MediaItem(uri: "fake://item", endPosition: .seconds(5))
        var driver = ReducerDriver.loaded(item: item)
        driver.land(at: .zero)
        driver.seek(to: .seconds(8))
        #expect(driver.sentSeeks.last?.target == .seconds(5))
        #expect(driver.position == .seconds(5))
    }

    @Test func `4.2: of many seeks, one is in flight and one waits, and every caller is answered once`() {
        var driver = ReducerDriver.loaded(MediaFacts(duration: .seconds(10), isScrubbable: false))
        let seeks = (1...6).map { driver.seek(to: .seconds($0)) }
        #expect(driver.sentSeeks.map(\.target) == [.seconds(1)])
        #expect(driver.position == .seconds(6))
        driver.land(at: .seconds(1))
        #expect(driver.sentSeeks.map(\.target) == [.seconds(1), .seconds(6)])
        #expect(driver.position == .seconds(6))
        driver.land(at: .seconds(6))
        #expect(driver.answers(to: seeks[0]) == [.completed(at: .seconds(1))])
        for seek in seeks[1...4] { #expect(driver.answers(to: seek) == [.superseded]) }
        #expect(driver.answers(to: seeks[5]) == [.completed(at: .seconds(6))])
        #expect(driver.machine.state == .paused(buffering: false))
    }

    @Test func `2.2: the position after a failed seek is the playback position`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.pass(.seconds(2))
        let seek = driver.seek(to: .seconds(8))
        #expect(driver.position == .seconds(8))
        driver.refuse(refused)
        driver.report(.running(at: .seconds(2)))
        #expect(driver.position == .seconds(2))
        #expect(driver.answers(to: seek) == [.failed(refused)])
        #expect(driver.events.last == .positionChanged(.seconds(2)))
        driver.pass(.seconds(1))
        #expect(driver.position == .seconds(3))
    }

    @Test func `2.2: an item without its start position starts at 0, with a warning`() {
        var driver = ReducerDriver()
        driver.command(.load(MediaItem(uri: "fake://item", startPosition: .seconds(4)), autoplay: false))
        #expect(driver.opened.last?.hidesFirstFrame == true)
        driver.report(.prerolled(MediaFacts(duration: .seconds(10), isSeekable: false)))
        driver.refuse(refused)
        #expect(driver.machine.status == .ready)
        #expect(driver.position == .zero)
        #expect(driver.events.contains { if case .warning = $0 { true } else { false } })
    }

    @Test func `an answer without a seek changes nothing`() {
        var driver = ReducerDriver()
        driver.command(.load(MediaItem(uri: "fake://item"), autoplay: false))
        let before = driver.machine
        driver.land(at: .seconds(3))
        driver.refuse(refused)
        #expect(driver.machine == before)
    }

    @Test func `2.3: a seek in content that cannot seek fails at once, and the position stays`() {
        var driver = ReducerDriver.loaded(MediaFacts(duration: .seconds(10), isSeekable: false))
        let seek = driver.seek(to: .seconds(3))
        #expect(driver.sentSeeks.isEmpty)
        #expect(driver.position == .zero)
        guard case .failed(let error)? = driver.answers(to: seek).first else {
            Issue.record("\(driver.answers(to: seek))")
            return
        }
        #expect(error.code == .notSeekable)
    }

    @Test func `2.3: a seek to the position of a paused player is unnecessary`() {
        var driver = ReducerDriver.loaded()
        let seek = driver.seek(to: .zero)
        #expect(driver.answers(to: seek) == [.unnecessary])
        #expect(driver.sentSeeks.isEmpty)
    }

    @Test func `3.9: a measurement before a seek does not move the position from its target`() {
        var driver = ReducerDriver.loaded(playing: true)
        driver.seek(to: .seconds(5))
        driver.report(.position(.seconds(1)))
        driver.report(.running(at: .seconds(1)))
        driver.report(.ended(EndReport(presentedEnd: .seconds(10))))
        driver.report(.subtitle([SubtitleCue(text: "late", start: .zero, end: .seconds(9))]))
        driver.pass(.seconds(1))
        #expect(driver.position == .seconds(5))
        #expect(driver.machine.subtitleCue == nil)
        #expect(driver.machine.state == .playing(buffering: true))
    }

    @Test func `2.2: two impossible requests at once are both reported`() {
        var driver = ReducerDriver()
        driver.command(.setSpeed(2))
        driver.command(.load(MediaItem(uri: "fake://item", startPosition: .seconds(5)), autoplay: false))
        driver.report(.prerolled(MediaFacts(duration: .seconds(10), isSeekable: false)))
        #expect(driver.warnings.count == 2)
        #expect(driver.warnings.first?.message.contains("speed") == true)
        #expect(driver.warnings.last?.message.contains("beginning") == true)
        driver = ReducerDriver()
        var item = MediaItem(uri: "fake://item")
        item.tracks = TrackSelection(video: Track.ID(.video, 7), audio: Track.ID(.audio, 9))
        driver.command(.load(item, autoplay: false))
        let track = Track(id: Track.ID(.audio, 1), kind: .audio)
        driver.report(.tracks([track], applied: TrackSelection(), needSeek: []))
        #expect(driver.warnings.count == 2)
        #expect(Set(driver.warnings.map(\.message)).count == 2)
    }
}

extension ReducerDriver {
    fileprivate var warnings: [PlayerWarning] {
        events.compactMap { if case .warning(let warning) = $0 { warning } else { nil } }
    }
}
