import Testing

@testable import AdaptiveStreaming
@testable import PlayheadCore
@testable import TestBasics

/// HLS: segments keep their places over all versions of a live playlist.
struct PlaylistTimelineTests {
    /// Segments of 2 s; of the date `date` the first one, in seconds.
    private func version(
        _ numbers: Range<Int>, date: Int? = nil, prefix: String = "s", type: String = "", end: Bool = false
    ) throws -> MediaPlaylist {
        var text = "#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:\(numbers.lowerBound)\n\(type)"
        if let date { text += "#EXT-X-PROGRAM-DATE-TIME:\(HLSDate.text(.seconds(date)))\n" }
        for number in numbers { text += "#EXTINF:2,\n\(prefix)\(number).ts?t=\(numbers.lowerBound)\n" }
        return try MediaPlaylist.of(text + (end ? "#EXT-X-ENDLIST\n" : ""))
    }

    @Test func `a window moves, and its segments keep their positions`() throws {
        var timeline = PlaylistTimeline()
        #expect(timeline.liveStart() == nil && timeline.window.isEmpty)
        #expect(try timeline.take(version(10..<14, date: 1000)) == .moved(added: 4))
        #expect(timeline.window == .zero..<(.seconds(8)) && timeline.date == 1000)
        #expect(try timeline.take(version(10..<14, date: 1000)) == .none)
        #expect(timeline.unchanged == 1)
        #expect(try timeline.take(version(12..<16, date: 1004)) == .moved(added: 2))
        #expect(
            timeline.window == .seconds(4)..<(.seconds(12)) && timeline.date == 1004
                && timeline.unchanged == 0)
        #expect(timeline.hasLeft(.seconds(3)) && !timeline.hasLeft(.seconds(4)))
        #expect(timeline.interval(of: 13) == .seconds(6)..<(.seconds(8)) && timeline.interval(of: 10) != nil)
        #expect(timeline.number(at: .seconds(7)) == 13 && timeline.number(at: .seconds(12)) == nil)
        // Another server of the same is behind.
        #expect(try timeline.take(version(11..<15, date: 1002)) == .none)
        #expect(try timeline.take(version(13..<18, date: 1006, end: true)) == .moved(added: 2))
        #expect(timeline.isComplete && timeline.restarts == 0)
    }

    @Test func `a restarted stream is placed by date, or after all segments`() throws {
        var timeline = PlaylistTimeline()
        timeline.take(try version(100..<104, date: 1000))
        #expect(try timeline.take(version(0..<4, date: 1006, prefix: "new")) == .restarted)
        #expect(
            timeline.window == .seconds(6)..<(.seconds(14))
                && timeline.interval(of: 1) == .seconds(8)..<(.seconds(10)))
        #expect(try timeline.take(version(1..<6, date: 1008, prefix: "new")) == .moved(added: 2))
        timeline = PlaylistTimeline()
        timeline.take(try version(100..<104))
        #expect(try timeline.take(version(0..<2, prefix: "new")) == .restarted)
        #expect(timeline.window == .seconds(8)..<(.seconds(12)) && timeline.restarts == 1)
        #expect(timeline.shift == 104)
        // Some were never seen: by date, there is a gap.
        timeline = PlaylistTimeline()
        timeline.take(try version(0..<4, date: 1000))
        #expect(try timeline.take(version(50..<54, date: 1100)) == .restarted)
        #expect(timeline.window == .seconds(100)..<(.seconds(108)))
    }

    @Test func `another variant has the same timeline`() throws {
        var known = PlaylistTimeline()
        known.take(try version(10..<14))
        known.take(try version(12..<16))
        // It is a segment behind, and then goes on.
        var other = PlaylistTimeline(besides: known)
        #expect(other.latest == nil && other.restarts == 0)
        #expect(try other.take(version(11..<15, prefix: "o")) == .moved(added: 0))
        #expect(other.window == .seconds(2)..<(.seconds(10)) && other.restarts == 0)
        #expect(try other.take(version(13..<17, prefix: "o")) == .moved(added: 1))
        #expect(other.window == .seconds(6)..<(.seconds(14)))
        // Another server of it is behind.
        #expect(try other.take(version(12..<16, prefix: "o")) == .none && other.restarts == 0)
        // It goes back farther than the first one did.
        var longer = PlaylistTimeline(besides: known)
        #expect(try longer.take(version(8..<17, prefix: "o")) == .moved(added: 1))
        #expect(longer.window == .zero..<(.seconds(14)) && longer.restarts == 0)
        #expect(longer.number(at: .seconds(13)) == 16 && longer.interval(of: 9) == nil)
        // It is far ahead of what the first one was read last.
        var later = PlaylistTimeline(besides: known)
        later.take(try version(20..<24, prefix: "o"))
        #expect(later.window == .seconds(20)..<(.seconds(28)))
        // Its numbers are others: both end at the same time.
        var stranger = PlaylistTimeline(besides: known)
        stranger.take(try version(5000..<5004, prefix: "o"))
        #expect(stranger.window == .seconds(4)..<(.seconds(12)))
    }

    @Test func `a window that starts before that of another variant is joined`() throws {
        var known = PlaylistTimeline()
        known.take(try version(10..<16))
        var longer = PlaylistTimeline(besides: known)
        #expect(try longer.take(version(2..<16, prefix: "o")) == .moved(added: 0))
        #expect(try longer.take(version(3..<17, prefix: "o")) == .moved(added: 1))
        #expect(longer.window == .zero..<(.seconds(14)))
        // Another server of it is behind.
        #expect(try longer.take(version(2..<16, prefix: "o")) == .none)
        #expect(try longer.take(version(4..<18, prefix: "o")) == .moved(added: 1))
        #expect(try longer.take(version(4..<18, prefix: "o", end: true)) == .moved(added: 0))
        #expect(longer.isComplete && longer.restarts == 0 && longer.number(at: .seconds(15)) == 17)
        // It goes back to what was there before, and on.
        #expect(try known.take(version(14..<18)) == .moved(added: 2))
        #expect(try known.take(version(11..<19)) == .moved(added: 1))
        #expect(known.window == .seconds(2)..<(.seconds(18)) && known.restarts == 0)
        #expect(try known.take(version(9..<18)) == .none)
    }

    @Test func `playback starts at the requested position, or at the start of the server`() throws {
        var timeline = PlaylistTimeline()
        timeline.take(try version(10..<20))
        #expect(timeline.liveStart() == 17)
        #expect(
            timeline.liveStart(.seconds(3)) == 18 && timeline.liveStart(.zero) == 19
                && timeline.liveStart(.seconds(99)) == 10)
        timeline.take(try version(10..<21, type: "#EXT-X-SERVER-CONTROL:HOLD-BACK=8\n"))
        #expect(timeline.liveStart() == 17)
        timeline.take(try version(10..<22, type: "#EXT-X-START:TIME-OFFSET=4\n"))
        #expect(timeline.liveStart() == 12)
        timeline.take(try version(10..<23, end: true))
        #expect(timeline.liveStart() == 10)
    }

    @Test(arguments: UInt64(1)...10) func `random windows match a model`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var timeline = PlaylistTimeline()
        var window = 1000..<1005
        timeline.take(try version(window))
        for _ in 0..<300 {
            let start = Int.random(in: window.lowerBound...window.upperBound, using: &random)
            window = start..<max(window.upperBound, start + 1) + Int.random(in: 0...3, using: &random)
            timeline.take(try version(window))
            #expect(
                timeline.window == .seconds(
                    (window.lowerBound - 1000) * 2)..<(.seconds((window.upperBound - 1000) * 2)))
            let number = Int.random(in: window, using: &random)
            #expect(timeline.number(at: .seconds((number - 1000) * 2 + 1)) == number)
            #expect(timeline.entries.count <= PlaylistTimeline.memory + window.count)
        }
        #expect(timeline.restarts == 0)
    }
}
