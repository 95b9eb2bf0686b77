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
        var index = ProgramStreamIndex(length: bytes.count, isLocal: true, read: read(bytes))
        let (origin, end) = (try #require(index.origin), try #require(index.end))
        #expect(abs(end - origin - Int64(2 * count) * second) < second / 20)
        #expect(index.streams.map(\.format.codec) == [.mpeg2Video, .mp2])
        #expect(index.filled == [0, 1])
        var whole: [[Int64]] = [[], []]
        var first = ProgramStreamReader()
        for case .sample(let stream, let sample) in try first.append(bytes[...]) + first.finish() {
            whole[stream].append(sample.presentationTime)
        }
        #expect(whole[0].count == 50 * count)
        for time in (0..<4 * count).map({ Int64($0) * second / 2 }) {
            let start = index.start(before: origin + time, read: read(bytes))
            let found = try #require(start)
            var reader = found.reader
            var later: [[Int64]] = [[], []]
            var decoded: Int64?
            let outputs = try reader.append(bytes[found.offset...]) + reader.finish()
            for case .sample(let stream, let sample) in outputs {
                later[stream].append(sample.presentationTime)
                if stream == 0 { decoded = decoded ?? sample.decodeTime }
            }
            #expect(try #require(decoded) <= origin + time || found.isFirst)
            #expect(try #require(decoded) >= origin + time - second / 2 || found.isFirst)
            #expect(!later[0].isEmpty && later[0] == whole[0].suffix(later[0].count))
            let differences = zip(later[1], whole[1].suffix(later[1].count)).map { abs($0 - $1) }
            #expect(!differences.isEmpty && differences.allSatisfy { $0 < 50_000 })
        }
    }

    @Test func `places are also found without a scan of all bytes`() throws {
        let bytes = ProgramExample.stream(at: (1 << 33) - 40 * 90_000, seconds: 90, size: 1900)
        var index = ProgramStreamIndex(length: bytes.count, isLocal: false, read: read(bytes))
        let (origin, end) = (try #require(index.origin), try #require(index.end))
        #expect(abs(end - origin - 90 * second) < second / 20)
        var count = 0
        for time in (0..<13).map({ Int64($0) * 7 }) {
            let start = index.start(before: origin + time * second) { offset, size in
                count += size
                return Array(bytes.dropFirst(offset).prefix(size))
            }
            let found = try #require(start)
            var reader = found.reader
            var decoded: Int64?
            for case .sample(0, let sample) in try reader.append(bytes[found.offset...].prefix(100_000)) {
                decoded = decoded ?? sample.decodeTime
            }
            let reached = try #require(decoded)
            #expect(reached <= origin + time * second + second / 10, "\(time)")
            // The last 512 KiB have one place.
            let isNear = reached >= origin + (time - 5) * second
            #expect(isNear || found.offset > bytes.count - (1 << 20), "\(time)")
        }
        #expect(count < bytes.count)
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
