import Testing

@testable import GStreamer

/// What another decoder gets after one has failed.
struct ReplayLogTests {
    private var log = ReplayLog<String>(limit: 1000)

    private mutating func begin() {
        log.append("format", .format)
        log.append("segment", .segment)
        log.releaseSegment(isForwards: true)
    }

    /// Frames in decoding order, with their times in ms; keyframes begin with k.
    private mutating func take(_ frames: String...) {
        for frame in frames {
            let time = Int(frame.dropFirst()).map { Duration.milliseconds($0) }
            log.append(frame, frame.hasPrefix("k") ? .keyframe(time) : .frame, bytes: 10)
        }
    }

    @Test mutating func `it begins with the keyframe of the frame that came out last`() {
        begin()
        take("k0", "p40", "p80", "k120", "p160")
        #expect(log.items == ["format", "segment", "k0", "p40", "p80", "k120", "p160"])
        log.release(.milliseconds(80))
        #expect(log.items.count == 7)
        log.release(.milliseconds(120))
        #expect(log.items == ["format", "segment", "k120", "p160"])
        #expect(log.hasReleased(.milliseconds(120)) && !log.hasReleased(.milliseconds(160)))
    }

    @Test mutating func `frames of an open group that have not come out need the group before`() {
        begin()
        take("k0", "p80", "b40", "k200", "b120", "b160")
        log.release(.milliseconds(120))
        #expect(log.items.first { $0.hasPrefix("k") } == "k0")
    }

    @Test mutating func `a new segment or format holds for the frames behind it`() {
        begin()
        take("k0")
        log.append("format 2", .format)
        take("k40")
        log.append("segment 2", .segment)
        take("k1000")
        log.release(.milliseconds(40))
        #expect(log.items == ["format 2", "segment", "k40", "segment 2", "k1000"])
        log.releaseSegment(isForwards: true)
        #expect(log.items == ["format 2", "segment 2", "k1000"] && !log.hasReleased(.zero))
    }

    @Test mutating func `backwards, groups are needed until their keyframe has come out`() {
        begin()
        log.append("back", .segment)
        log.releaseSegment(isForwards: false)
        take("k200", "p240", "k0", "p40")
        log.release(.milliseconds(240))
        #expect(log.items == ["format", "back", "k200", "p240", "k0", "p40"])
        log.release(.milliseconds(200))
        #expect(log.items == ["format", "back", "k0", "p40"])
        #expect(log.hasReleased(.milliseconds(240)) && !log.hasReleased(.milliseconds(40)))
    }

    @Test mutating func `a flush leaves the format only`() {
        begin()
        take("k0", "p40")
        log.release(.zero)
        log.flush()
        #expect(log.items == ["format"] && !log.hasReleased(.zero))
    }

    @Test mutating func `what was drained is not replayed`() {
        begin()
        take("k0", "p40")
        log.release(.milliseconds(40))
        log.drained()
        #expect(log.items == ["format", "segment"] && log.hasReleased(.milliseconds(40)))
    }

    @Test mutating func `too much without a keyframe is given up until the next one`() {
        begin()
        take("k0")
        for number in 1...100 { take("p\(number)") }
        take("p101", "k102", "p103")
        #expect(log.items == ["format", "segment", "k102", "p103"])
    }

    @Test mutating func `what has come out stays known when nothing is held any more`() {
        begin()
        take("k0")
        log.release(.zero)
        log.forgetItems()
        #expect(log.items.isEmpty && log.hasReleased(.zero))
    }
}
