import Testing

@testable import MediaFormats

struct WebMCuesTests {
    private func point(_ time: Int, _ position: Int, track: Int = 1) -> [UInt8] {
        W.element(
            0xBB, W.number(0xB3, time), W.element(0xB7, W.number(0xF7, track), W.number(0xF1, position)))
    }

    @Test func `Cues become segments, one for each Cluster`() throws {
        let bytes = W.element(
            0x1C53_BB6B, point(0, 100), point(500, 100), point(2000, 900), point(1, 1, track: 2))
        let cues = try WebMCues(
            bytes[...], at: 5000, segmentDataStart: 50, timestampScale: 1_000_000, track: 1)
        #expect(
            cues.segments(duration: 3_000_000_000) == [
                .init(time: 0, duration: 2_000_000_000, start: 150, end: 950),
                .init(time: 2_000_000_000, duration: 1_000_000_000, start: 950, end: 5000),
            ])
        var front = cues
        front.offset = 60
        #expect(front.segments(duration: nil).last == .init(time: 2_000_000_000, start: 950))
    }

    @Test func `An index range without whole Cues is an error`() {
        let bytes = W.element(0x1C53_BB6B, point(0, 100))
        let parts: [ArraySlice<UInt8>] = [
            bytes[1...], bytes.dropLast(), [], W.element(0x1C53_BB6B, point(0, -1))[...],
        ]
        for part in parts {
            #expect(throws: DemuxerError.self) {
                try WebMCues(part, at: 0, segmentDataStart: 50, timestampScale: 1_000_000)
            }
        }
    }
}
