import Foundation
import NIOCore
import PlayheadTesting
import Testing

@testable import Playhead

/// Timestamps of fragments are moved as they pass, and nothing else is.
@Suite struct FragmentTimesTests {
    private static let map = MediaPlaylist.Map(uri: "init.mp4")
    private let clocks = FragmentClocks()
    private let movie: [UInt8]
    private let part: [UInt8]

    init() throws {
        let folder = Samples.directory.appending(path: "hls-fmp4")
        movie = try [UInt8](Data(contentsOf: folder.appending(path: "main-init.mp4")))
        part = try [UInt8](Data(contentsOf: folder.appending(path: "main-1.m4s")))
    }

    /// What is passed on in pieces of a size.
    private func pass(
        _ bytes: [UInt8], run: Int = 0, at start: Duration = .zero, mediaTime: Duration? = nil,
        by size: Int = .max,
        in stream: StreamPlace = StreamPlace()
    ) -> [UInt8] {
        let place = FragmentPlace(map: Self.map, run: run, start: start, mediaTime: mediaTime)
        var times = FragmentTimes(place, in: stream, clocks)
        var result: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            result += times.pass(ByteBuffer(bytes: rest.prefix(size))).readableBytesView
            rest = rest.dropFirst(size)
        }
        return result + times.end().readableBytesView
    }

    /// The times of the tracks in fragments, in their own units.
    private func times(_ bytes: [UInt8]) -> [UInt64] {
        let data = Data(bytes)
        var found: [UInt64] = []
        var from = data.startIndex
        while let place = data.range(of: Data("tfdt".utf8), in: from..<data.endIndex) {
            found.append(
                data[place.upperBound + 4..<place.upperBound + 12].reduce(0) { $0 << 8 | UInt64($1) })
            from = place.upperBound
        }
        return found
    }

    @Test func `what stands for the first part says when it begins, once`() {
        let place = FragmentPlace(map: Self.map, start: .seconds(2))
        #expect(clocks.standIn(for: place, of: nil) == nil)
        _ = pass(movie)
        let fragment = clocks.standIn(for: place, of: nil) ?? []
        #expect(times(fragment) == [25600, 96000])
        #expect(clocks.standIn(for: place, of: nil) == nil)
        clocks.noteBeginning(of: .audio)
        #expect(clocks.standIn(for: place, of: .audio) == nil)
    }

    @Test func `a track without a unit of time is found`() throws {
        var broken = movie
        let data = Data(movie)
        let place = try #require(data.range(of: Data("mdhd".utf8))).upperBound + 12
        broken.replaceSubrange(place..<place + 4, with: [0, 0, 0, 0])
        var times = FragmentTimes(FragmentPlace(map: Self.map), in: StreamPlace(), clocks)
        _ = times.pass(ByteBuffer(bytes: movie))
        #expect(!times.isUncountable)
        times = FragmentTimes(FragmentPlace(map: Self.map), in: StreamPlace(), clocks)
        _ = times.pass(ByteBuffer(bytes: broken))
        #expect(times.isUncountable)
    }

    @Test(arguments: [1, 7, 4096, .max]) func `a run whose times begin anew is moved behind the one before`(
        _ size: Int
    ) {
        #expect(pass(movie, by: size) == movie)
        #expect(times(part) == [25600, 96256])
        // The first run: it begins at its place.
        #expect(pass(part, at: .seconds(2), by: size) == part)
        let moved = pass(part, run: 1, at: .seconds(10), by: size)
        #expect(times(moved) == [128_000, 480_256])
        #expect(moved.count == part.count)
        #expect(moved.suffix(30_000) == part.suffix(30_000))
        // Another stream of that run is moved as far, wherever it begins; a later run that goes on by itself is not.
        #expect(times(pass(part, run: 1, at: .milliseconds(10_100), by: size)) == times(moved))
        #expect(pass(part, run: 2, at: .milliseconds(2_100), by: size) == part)
    }

    @Test func `all runs go by the first that comes`() {
        _ = pass(movie)
        // It is late on the timeline, and what lies before it has times from the same beginning.
        #expect(times(pass(part, run: 1, at: .seconds(8))) == [102_400, 384_256])
        #expect(pass(part, run: 0, at: .seconds(2)) == part)
        let other = FragmentClocks()
        let early = FragmentPlace(map: Self.map, run: 4, start: .seconds(1))
        #expect(other.shift(of: early, in: StreamPlace(), from: .seconds(1001)) == .zero)
        let next = FragmentPlace(map: Self.map, run: 5, start: .seconds(7))
        #expect(other.shift(of: next, in: StreamPlace(), from: .seconds(3)) == .seconds(1004))
    }

    @Test func `a manifest says exactly where a stream is`() {
        _ = pass(movie)
        #expect(pass(part, at: .seconds(2), mediaTime: .seconds(2)) == part)
        let moved = pass(part, run: 1, at: .seconds(6), mediaTime: .milliseconds(1900))
        #expect(times(moved) == [78_080, 293_056])
        // Each of its streams may count from elsewhere.
        let sound = StreamPlace(rendition: .audio)
        #expect(
            times(pass(part, run: 1, at: .seconds(6), mediaTime: .seconds(1), in: sound))[1] == 336_256)
    }

    @Test func `a server that counts anew without a word is followed`() {
        _ = pass(movie)
        #expect(pass(part, at: .seconds(2)) == part)
        #expect(times(pass(part, at: .seconds(42)))[0] == 537_600)
    }

    @Test func `what holds no fragments passes as it is`() {
        // Nothing is known of its tracks yet.
        #expect(pass(part, at: .seconds(9)) == part)
        _ = pass(movie)
        _ = pass(part, at: .seconds(2))
        let packet = [0x47] + [UInt8](repeating: 0, count: 187)
        for bytes in [
            [], [0], packet, packet + part, [0, 0, 0, 0] + part, Array(part.prefix(300)),
            Array(part.prefix(5)),
        ] {
            #expect(pass(bytes, run: 1, at: .seconds(9)) == bytes)
        }
        // A size that is too small, one that never ends, and a fragment that is too long to be one.
        for size: [UInt8] in [[0, 0, 0, 7], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0x20, 0, 0], [0, 0, 0, 1]] {
            let bytes = size + Array("moof".utf8) + [UInt8](repeating: 0xFF, count: 64) + part
            #expect(pass(bytes, run: 1, at: .seconds(9)) == bytes)
        }
    }

    @Test func `damaged fragments keep their length, and what is behind them comes`() {
        _ = pass(movie)
        _ = pass(part, at: .seconds(2))
        var generator = SystemRandomNumberGenerator()
        for seed in 0..<300 {
            var bytes = part
            for _ in 0...Int.random(in: 0...4, using: &generator) {
                bytes[Int.random(in: 0..<700, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            let moved = pass(
                bytes, run: 3 + seed, at: .seconds(20), by: Int.random(in: 1...2000, using: &generator))
            #expect(moved.count == bytes.count)
            #expect(moved.suffix(30_000) == bytes.suffix(30_000))
        }
    }

    @Test func `damaged beginnings are no harm`() {
        for place in movie.indices {
            var bytes = movie
            bytes[place] = 0xFF
            #expect(pass(bytes) == bytes)
            #expect(pass(part, run: place, at: .seconds(2)).count == part.count)
        }
    }

    @Test func `times that have no room stay`() throws {
        _ = pass(movie)
        _ = pass(part, at: .seconds(2))
        var short = part
        let data = Data(part)
        let box = try #require(data.range(of: Data("tfdt".utf8)))
        // Of 32 bits, by its version.
        short[box.upperBound] = 0
        let far = pass(short, run: 1, at: .seconds(1 << 40))
        #expect(far == short)
        #expect(pass(part, run: 2, at: .seconds(1 << 61)) == part)
    }
}
