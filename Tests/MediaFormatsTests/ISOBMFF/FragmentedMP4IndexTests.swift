import Testing

@testable import MediaFormats
@testable import TestBasics

/// Files of movie fragments, from the samples of an HLS stream.
struct FragmentedMP4IndexTests {
    private let second: Int64 = 1_000_000_000

    private func file(_ numbers: [Int] = [0, 1, 2, 3]) throws -> [UInt8] {
        try Repository.bytes("media/hls-fmp4/main-init.mp4")
            + numbers.flatMap { try Repository.bytes("media/hls-fmp4/main-\($0).m4s") }
    }

    private func index(_ bytes: [UInt8], isLocal: Bool = true) -> FragmentedMP4Index {
        FragmentedMP4Index(length: bytes.count, isLocal: isLocal) { offset, count in
            Array(bytes.dropFirst(offset).prefix(count))
        }
    }

    private func peek(_ bytes: [UInt8]) -> (Int, Int) -> [UInt8]? {
        { offset, count in
            offset + count <= bytes.count ? Array(bytes[offset..<offset + count]) : nil
        }
    }

    @Test func `only files with movie fragments are taken`() throws {
        #expect(try FragmentedMP4Probe.matches(peek(file())))
        for name in ["av-h264-aac.mp4", "av-h264-aac-moov-last.mp4", "av-vp9-opus.webm", "tone.mp3"] {
            #expect(try !FragmentedMP4Probe.matches(peek(Repository.bytes("media/" + name))), "\(name)")
        }
        #expect(!FragmentedMP4Probe.matches(peek([])))
        #expect(try !FragmentedMP4Probe.matches(peek(Array(file().prefix(600)))))
    }

    @Test func `the duration counts all fragments, with and without an earlier part`() throws {
        let whole = try index(file())
        #expect(whole.filled == [0, 1] && whole.encryption == nil)
        #expect(try abs(#require(whole.end) - #require(whole.origin) - 8 * second) < second / 10)
        let later = try index(file([2, 3]))
        #expect(try abs(#require(later.end) - #require(later.origin) - 4 * second) < second / 10)
        #expect(try #require(later.origin) >= 3 * second)
        #expect(index([1, 2, 3]).origin == nil)
    }

    @Test(arguments: [true, false])
    func `a reader begins at the fragment before a time`(_ isLocal: Bool) throws {
        let bytes = try file()
        var index = index(bytes, isLocal: isLocal)
        let origin = try #require(index.origin)
        for time in 0..<8 {
            let start = index.start(before: origin + Int64(time) * second) { offset, count in
                Array(bytes.dropFirst(offset).prefix(count))
            }
            let found = try #require(start)
            #expect(found.isFirst == (time < 2))
            var reader = found.reader
            var first: Int64?
            var count = 0
            for case .sample(0, let sample) in try reader.append(bytes[found.offset...]) + reader.finish() {
                first = first ?? sample.presentationTime
                count += 1
            }
            #expect(try abs(#require(first) - origin - Int64(time / 2 * 2) * second) < second / 10)
            #expect(count == (4 - time / 2) * 50)
        }
    }
}
