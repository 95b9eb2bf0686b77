import Testing

@testable import CoreTestSupport
@testable import PlayheadCore

/// Every combination of what can be asked and reported, against contract section 1 in its own words.
struct ReducerTableTests {
    enum Level: CaseIterable { case untold, low, refilled }
    enum Seek: CaseIterable { case none, inFlight, done }
    enum Ending: CaseIterable { case none, natural, truncated }
    enum Asking: CaseIterable { case withLoad, withCommand, byToggle }

    struct Row: Sendable {
        var plays: Bool
        var asking: Asking
        var prerolled: Bool
        var level: Level
        var seek: Seek
        var ending: Ending
        var fails: Bool
    }

    static let rows: [Row] = {
        var rows: [Row] = []
        for plays in [false, true] {
            for asking in Asking.allCases {
                for prerolled in [false, true] {
                    for level in Level.allCases {
                        for seek in Seek.allCases where prerolled || seek != .done {
                            for ending in Ending.allCases {
                                for fails in [false, true] {
                                    rows.append(
                                        Row(
                                            plays: plays, asking: asking, prerolled: prerolled, level: level,
                                            seek: seek, ending: ending, fails: fails))
                                }
                            }
                        }
                    }
                }
            }
        }
        return rows
    }()

    private func drive(_ row: Row) -> ReducerDriver {
        var driver = ReducerDriver()
        let item = MediaItem(uri: "fake://item")
        driver.command(.load(item, autoplay: row.asking == .withLoad ? row.plays : !row.plays))
        switch row.asking {
        case .withLoad: break
        case .withCommand: driver.command(row.plays ? .play : .pause)
        case .byToggle: driver.command(.toggle)
        }
        if row.prerolled { driver.report(.prerolled(MediaFacts(duration: .seconds(10)))) }
        if row.prerolled, row.plays { driver.report(.running(at: .zero)) }
        if row.level != .untold { driver.report(.buffering(percent: 5)) }
        if row.level == .refilled { driver.report(.buffering(percent: 100)) }
        if row.seek != .none { driver.seek(to: .seconds(4)) }
        if row.seek == .done { driver.land(at: .seconds(4)) }
        switch row.ending {
        case .none: break
        case .natural: driver.report(.ended(EndReport(presentedEnd: .seconds(10))))
        case .truncated: driver.report(.ended(EndReport(presentedEnd: .seconds(6))))
        }
        if row.fails { driver.report(.failed(PlayerError(.decodingFailed, "A fault"))) }
        return driver
    }

    @Test(arguments: rows)
    func `1.1, 1.3, 1.5, 1.6: the state follows from requests and reports`(_ row: Row) {
        let driver = drive(row)
        // An end that was reported before a seek was answered is the end of what played before the seek.
        let hasEnded = row.ending != .none && row.prerolled && row.seek != .inFlight
        let expected: PlaybackState
        if row.fails || hasEnded {
            expected = .paused(buffering: false)
        } else {
            let buffering = !row.prerolled || row.level == .low || row.seek == .inFlight
            expected = row.plays ? .playing(buffering: buffering) : .paused(buffering: buffering)
        }
        #expect(driver.machine.state == expected)
        #expect(driver.machine.item != nil)
    }

    @Test(arguments: rows)
    func `1.4: the status follows from requests and reports`(_ row: Row) {
        let driver = drive(row)
        let hasEnded = row.ending != .none && row.prerolled && row.seek != .inFlight
        let expected: ItemStatus =
            if hasEnded, row.ending == .truncated || row.fails {
                .failed
            } else if hasEnded {
                .ended
            } else if row.fails {
                .failed
            } else if !row.prerolled {
                .opening
            } else {
                row.plays ? .started : .ready
            }
        #expect(driver.machine.status == expected)
    }

    @Test(arguments: rows)
    func `1.6, 4.6: one fault is one error, and an end is reported once`(_ row: Row) {
        let driver = drive(row)
        let errors = driver.events.count { if case .error = $0 { true } else { false } }
        let hasEnded = row.ending != .none && row.prerolled && row.seek != .inFlight
        let isTruncated = hasEnded && row.ending == .truncated
        #expect(errors == (row.fails || isTruncated ? 1 : 0))
        #expect((driver.machine.error == nil) == (errors == 0))
        if isTruncated { #expect(driver.machine.endReason == .truncated) }
    }

    @Test func `1.1: each state has its flat name`() {
        #expect(PlaybackState.idle.name == "idle")
        #expect(PlaybackState.paused(buffering: false).name == "paused")
        #expect(PlaybackState.paused(buffering: true).name == "pausedBuffering")
        #expect(PlaybackState.playing(buffering: false).name == "playing")
        #expect(PlaybackState.playing(buffering: true).name == "playingBuffering")
    }

    @Test func `1.1: the derived properties follow from the state`() {
        #expect(!PlaybackState.idle.hasContent)
        #expect(PlaybackState.paused(buffering: true).hasContent)
        #expect(PlaybackState.playing(buffering: false).isPlaying)
        #expect(!PlaybackState.playing(buffering: true).isPlaying)
        #expect(!PlaybackState.paused(buffering: false).isPlaying)
    }
}
