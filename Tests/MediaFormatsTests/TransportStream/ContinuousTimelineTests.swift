import Testing

@testable import MediaFormats
@testable import TestBasics

/// Transport streams whose times begin anew, and whose program maps change.
struct ContinuousTimelineTests {
    private let second: Int64 = 1_000_000_000

    /// Adjusts decoding times of streams, in milliseconds, each sample of 40 ms.
    private func adjust(_ times: [(stream: Int, Int64)]) -> [Int64] {
        var adjuster = TimestampAdjuster()
        return times.map { stream, time in
            let offset = adjuster.offset(stream: stream, decode: time * 1_000_000, duration: 40_000_000)
            return time + offset / 1_000_000
        }
    }

    @Test func `times that begin anew continue, and so do the other streams when they get there`() {
        #expect(adjust([(0, 1000), (0, 1040), (0, 0), (0, 40)]) == [1000, 1040, 1080, 1120])
        let hour: Int64 = 3_600_000
        #expect(adjust([(0, 0), (0, 40), (0, hour), (0, hour + 40)]) == [0, 40, 80, 120])
        let two = adjust([
            (0, 5000), (1, 5000), (0, 5040), (0, 0), (1, 5040), (0, 40), (1, 10), (1, 50),
        ])
        #expect(two == [5000, 5000, 5040, 5080, 5040, 5120, 5090, 5130])
    }

    @Test func `missing data and late streams are no new beginning`() {
        #expect(adjust([(0, 0), (0, 9000)]) == [0, 9000])
        // Audio that was silent for 20 s while video went on.
        let silent = adjust([(1, 0)] + (0...20).map { (0, $0 * 1000) } + [(1, 20_000)])
        #expect(silent.last == 20_000)
        // Presentation times in place of decoding times go back and forth.
        #expect(adjust([(0, 0), (0, 120), (0, 40), (0, 80)]) == [0, 120, 40, 80])
    }

    @Test func `many beginnings stay in order`() {
        let restarts = adjust(
            (0..<50).flatMap { _ in [(0, 0), (0, 40)] + (1...20).map { (0, $0 * 40 + 40) } })
        #expect(zip(restarts, restarts.dropFirst()).allSatisfy { $1 == $0 + 40 })
    }

    private func streams(_ maps: [[(pid: Int, Codec, String?)]]) -> ProgramStreams {
        var streams = ProgramStreams()
        for map in maps {
            streams.update(
                map.map { pid, codec, language in
                    var format = MediaFormat(codec == .h264 ? .video : .audio, codec)
                    format.language = language
                    return DemuxedStream(number: pid, format: format)
                })
        }
        return streams
    }

    @Test func `a stream under another PID continues the one of its kind`() {
        let moved = streams([
            [(256, .h264, nil), (257, .aac, "deu")], [(512, .h264, nil), (513, .aac, "deu")],
        ])
        #expect(moved.all.map(\.lastPID) == [512, 513])
        let added = streams([[(256, .h264, nil)], [(256, .h264, nil), (257, .aac, nil)]])
        #expect(added.all.map(\.lastPID) == [256, 257])
        // Of two voices each continues in its language, whatever the order.
        let voices = streams([
            [(1, .aac, "deu"), (2, .aac, "eng")], [(11, .aac, "eng"), (12, .aac, "deu")],
        ])
        #expect(voices.all.map(\.lastPID) == [12, 11])
        let other = streams([[(256, .h264, nil), (257, .aac, nil)], [(256, .h264, nil), (257, .ac3, nil)]])
        #expect(other.all.map { $0.format.codec } == [.h264, .aac, .ac3])
        #expect(other.index(of: 257) == 2)
    }

    private func file(_ parts: [(name: Int, ticks: Int64)]) throws -> [UInt8] {
        try parts.flatMap {
            TransportRewriter.shift(try Repository.bytes("media/hls-ts/high-\($0.name).ts"), by: $0.ticks)
        }
    }

    private func index(_ bytes: [UInt8], isLocal: Bool) -> TransportStreamIndex {
        TransportStreamIndex(length: bytes.count, isLocal: isLocal) { offset, count in
            Array(bytes.dropFirst(offset).prefix(count))
        }
    }

    /// The parts of a joined file: the number of a sample, and what is added to its times.
    private static let joined: [[(name: Int, ticks: Int64)]] = {
        let hours: Int64 = 2 * 3600 * 90_000
        let nearWrap: Int64 = (1 << 33) - 270_000
        return [
            [(name: 0, ticks: 0), (name: 1, ticks: 0)],
            [(name: 2, ticks: 0), (name: 0, ticks: 0)],
            [(name: 0, ticks: 0), (name: 1, ticks: hours)],
            [(name: 1, ticks: 7_200_000), (name: 0, ticks: -90_000)],
            [(name: 0, ticks: nearWrap), (name: 1, ticks: nearWrap)],
        ]
    }()

    @Test(arguments: joined.indices)
    func `the duration and the places of joined files are found`(_ number: Int) throws {
        let bytes = try file(Self.joined[number])
        let index = index(bytes, isLocal: true)
        var examination = try IndexExamination(bytes, index)
        #expect(abs(try #require(index.end) - examination.origin - 4 * second) < second / 10)
        #expect(index.filled == [0, 1])
        _ = try examination.expectEqualTimes(
            from: TransportStreamReader(), each: second / 2, count: 7, leastFrames: 21)
    }

    @Test func `places are also found without a scan of all bytes`() throws {
        let all = try (0..<4).flatMap { try Repository.bytes("media/hls-ts/high-\($0).ts") }
        // Long enough that neither the first nor the last bytes have everything.
        let copies = (0..<12).flatMap { TransportRewriter.shift(all, by: Int64($0) * 8 * 90_000) }
        let bytes = TransportRewriter.shift(copies, by: (1 << 33) - 40 * 90_000)
        let index = index(bytes, isLocal: false)
        var examination = try IndexExamination(bytes, index)
        #expect(abs(try #require(index.end) - examination.origin - 96 * second) < second / 10)
        try examination.expectNearPlaces(each: 7, count: 14)
    }

    @Test func `a scrambled stream is known as such`() throws {
        var writer = TransportWriter()
        writer.association()
        writer.map([(0x1B, 256, [])])
        writer.pes(256, pts: 0, isScrambled: true, Elementary.keyUnit())
        #expect(index(writer.bytes, isLocal: true).encryption != nil)
        #expect(index(try file([(0, 0)]), isLocal: true).encryption == nil)
        #expect(index([UInt8](repeating: 7, count: 100_000), isLocal: true).origin == nil)
    }
}
