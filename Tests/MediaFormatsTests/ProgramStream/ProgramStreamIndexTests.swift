import Testing

@testable import MediaFormats
@testable import TestBasics

/// The places, the duration and the timeline of program streams.
struct ProgramStreamIndexTests {
    private let second: Int64 = 1_000_000_000

    private func read(_ bytes: [UInt8]) -> (Int, Int) -> [UInt8] {
        { offset, count in Array(bytes.dropFirst(offset).prefix(count)) }
    }

    /// Streams of 2 s each.
    private static let joined: [[UInt8]] = {
        let hours: Int64 = 2 * 3600 * 90_000
        let starts: [[Int64]] = [
            [90_000], [(1 << 33) - 100_000], [90_000, 90_000], [90_000, hours], [hours, 90_000, hours],
        ]
        return starts.map { $0.flatMap { ProgramExample.stream(at: $0) } }
    }()

    @Test(arguments: joined.indices, [0, 3])
    func `a reader from any place makes the samples of a reader from the start`(
        _ number: Int, _ garbage: Int
    ) throws {
        let bytes = [UInt8](repeating: 9, count: garbage) + Self.joined[number]
        let count = [1, 1, 2, 2, 3][number]
        let index = ProgramStreamIndex(length: bytes.count, isLocal: true, read: read(bytes))
        var examination = try IndexExamination(bytes, index)
        let end = try #require(index.end)
        #expect(abs(end - examination.origin - Int64(2 * count) * second) < second / 20)
        #expect(index.streams.map(\.format.codec) == [.mpeg2Video, .mp2])
        #expect(index.filled == [0, 1])
        let whole = try examination.expectEqualTimes(
            from: ProgramStreamReader(), each: second / 2, count: 4 * count, leastFrames: 1)
        #expect(whole[0].count == 50 * count)
    }

    @Test func `places are also found without a scan of all bytes`() throws {
        let bytes = ProgramExample.stream(at: (1 << 33) - 40 * 90_000, seconds: 90, size: 1900)
        let index = ProgramStreamIndex(length: bytes.count, isLocal: false, read: read(bytes))
        var examination = try IndexExamination(bytes, index)
        #expect(abs(try #require(index.end) - examination.origin - 90 * second) < second / 20)
        try examination.expectNearPlaces(each: 7, count: 13)
    }

    @Test func `a stream with one frame has an index`() throws {
        var writer = ProgramWriter()
        writer.pack(0)
        writer.packets(0xE0, pts: 9000, ProgramExample.sequence() + ProgramExample.picture(1, 0))
        let index = ProgramStreamIndex(length: writer.bytes.count, isLocal: true, read: read(writer.bytes))
        #expect(index.origin == 100_000_000)
        #expect(index.streams.map(\.format.codec) == [.mpeg2Video])
    }
}
