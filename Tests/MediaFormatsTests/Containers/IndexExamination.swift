import Testing

@testable import MediaFormats
@testable import TestBasics

/// Judges the index of a container with video as its first stream and audio as its second one, by the samples
/// of the readers that it starts.
struct IndexExamination<Index: ContainerIndex> {
    let bytes: [UInt8]
    var index: Index
    let origin: Int64
    private let second: Int64 = 1_000_000_000

    init(_ bytes: [UInt8], _ index: Index) throws {
        (self.bytes, self.index) = (bytes, index)
        origin = try #require(index.origin)
    }

    /// The presentation times of the samples of each stream, and the first decoding time of the video.
    private func times(
        of outputs: [ContainerOutput]
    ) -> (presentation: [[Int64]], decoded: Int64?) {
        var (times, decoded): ([[Int64]], Int64?) = ([[], []], nil)
        for case .sample(let stream, let sample) in outputs {
            times[stream].append(sample.presentationTime)
            if stream == 0 { decoded = decoded ?? sample.decodeTime }
        }
        return (times, decoded)
    }

    /// A reader from any place makes samples with the times that a reader from the start makes. Returns those
    /// of the start.
    mutating func expectEqualTimes(
        from first: some ContainerReader, each step: Int64, count: Int, leastFrames: Int
    ) throws -> [[Int64]] {
        var first = first
        let whole = times(of: try first.append(bytes[...]) + first.finish()).presentation
        for time in (0..<count).map({ Int64($0) * step }) {
            let bytes = bytes
            let start = index.start(before: origin + time) { offset, count in
                Array(bytes.dropFirst(offset).prefix(count))
            }
            let found = try #require(start)
            var reader = found.reader
            let later = times(of: try reader.append(bytes[found.offset...]) + reader.finish())
            #expect(try #require(later.decoded) <= origin + time || found.isFirst)
            #expect(try #require(later.decoded) >= origin + time - second / 2 || found.isFirst)
            // Audio may begin within a packet whose start is missing.
            let video = later.presentation[0]
            #expect(video.count >= leastFrames && video == whole[0].suffix(video.count))
            // The time of a packet counts, not that of the frames before it.
            let audio = later.presentation[1]
            let differences = zip(audio, whole[1].suffix(audio.count)).map { abs($0 - $1) }
            #expect(!differences.isEmpty && differences.allSatisfy { $0 < 50_000 })
        }
        return whole
    }

    /// Places are near their times, and finding them does not read all bytes.
    mutating func expectNearPlaces(each step: Int64, count: Int) throws {
        var size = 0
        for time in (0..<count).map({ Int64($0) * step }) {
            let bytes = bytes
            let start = index.start(before: origin + time * second) { offset, count in
                size += count
                return Array(bytes.dropFirst(offset).prefix(count))
            }
            let found = try #require(start)
            var reader = found.reader
            let outputs = try reader.append(bytes[found.offset...].prefix(100_000))
            let reached = try #require(times(of: outputs).decoded)
            #expect(reached <= origin + time * second + second / 10, "\(time)")
            // The last 512 KiB have one place.
            let isNear = reached >= origin + (time - 5) * second
            #expect(isNear || found.offset > bytes.count - (1 << 20), "\(time)")
        }
        #expect(size < bytes.count)
    }
}

extension [UInt8] {
    /// Turns bits and bytes over and removes bytes and runs of them, at random places.
    mutating func damage(run: Int, orElse last: UInt8, using random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 0..<12, using: &random) {
            let index = Int.random(in: 0..<count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: self[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: self[index] = UInt8.random(in: 0...255, using: &random)
            case 2: remove(at: index)
            default: removeSubrange(index..<Swift.min(count, index + run))
            }
            if isEmpty { self = [last] }
        }
    }
}
