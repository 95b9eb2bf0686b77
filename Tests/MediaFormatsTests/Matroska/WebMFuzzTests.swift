import Testing

@testable import MediaFormats
@testable import TestBasics

struct WebMFuzzTests {
    /// The outputs up to the error, and the error.
    private func run(
        _ bytes: [UInt8], cuts: (inout SeededGenerator) -> Int, seed: UInt64
    ) -> ([DemuxerOutput], DemuxerError?) {
        var generator = SeededGenerator(state: seed)
        var demuxer = WebMDemuxer()
        var outputs: [DemuxerOutput] = []
        var start = 0
        do throws(DemuxerError) {
            while start < bytes.count {
                let end = min(start + cuts(&generator), bytes.count)
                outputs += try demuxer.append(bytes[start..<end])
                start = end
            }
            outputs += try demuxer.finishSegment()
            return (outputs, nil)
        } catch {
            return (outputs, error)
        }
    }

    @Test func `Damaged bytes give the same outputs in any cuts, and not more than there was`() {
        var generator = SeededGenerator(state: 1)
        let track = W.track(3, "A_OPUS", type: 2)
        let movie =
            W.header(WebMDemuxerTests.vp9, WebMDemuxerTests.vorbis, track)
            + W.liveCluster(
                0, W.simple(1, 0, [1, 1]), W.simple(2, 0, flags: 6, [2, 0x81, 0xC0, 1, 2, 2, 3]))
            + W.cluster(50, W.group(1, 0, [4], W.number(0x9B, 5)), W.simple(3, 0, flags: 2, [1, 1, 4, 5]))
            + W.cluster(90, W.simple(2, 0, flags: 4, [1, 4, 5]), W.simple(1, 5, [7, 7]))
        for seed in 0..<1500 {
            var bytes = movie
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 2: bytes.removeSubrange(place..<min(place + 3, bytes.count))
                default: bytes = Array(bytes.prefix(max(place, 8)))
                }
            }
            let whole = run(bytes, cuts: { _ in .max / 2 }, seed: UInt64(seed))
            let parts = run(bytes, cuts: { Int.random(in: 1...20, using: &$0) }, seed: UInt64(seed))
            #expect(whole.0 == parts.0)
            #expect(whole.1 == parts.1)
            let size = whole.0.reduce(0) { sum, output in
                switch output {
                case .sample(_, let sample): sum + sample.data.count
                case .damage(let count): sum + count
                default: sum
                }
            }
            #expect(size <= bytes.count)
        }
    }

    @Test func `Random bytes after the header are damage and cost no more than their length`() throws {
        var generator = SeededGenerator(state: 7)
        let header = W.header(WebMDemuxerTests.vp9)
        let noise = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let hostile = Array([[UInt8]](repeating: W.id(0x1F43_B675) + [0], count: 20_000).joined())
        for bytes in [noise, hostile] {
            let outputs = try demux(header + bytes, cut: 5000)
            #expect(outputs.contains { if case .damage = $0 { true } else { false } })
        }
    }

    @Test func `Random compressed data is refused or bounded`() {
        var generator = SeededGenerator(state: 3)
        for _ in 0..<1000 {
            let noise = (0..<40).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let output = Inflate.zlib([0x78, 0x9C] + noise, limit: 1000)
            #expect((output?.count ?? 0) <= 1000)
        }
    }
}
