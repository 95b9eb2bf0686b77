import Foundation
import Playhead
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// Files whose first sample is late, as those that were cut from a longer recording.
@Suite(.timeLimit(.minutes(1)))
struct LateFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func number(_ bytes: [UInt8], at place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    private func put(_ number: Int, in bytes: inout [UInt8], at place: Int) {
        for index in 0..<4 { bytes[place + index] = UInt8(number >> (24 - 8 * index) & 0xFF) }
    }

    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let size = content.count + 8
        return (0..<4).map { UInt8(size >> (24 - 8 * $0) & 0xFF) } + Array(type.utf8) + content
    }

    /// The boxes in a range: their types and the ranges of their contents.
    private func boxes(_ bytes: ArraySlice<UInt8>) -> [(type: String, content: ArraySlice<UInt8>)] {
        var found: [(String, ArraySlice<UInt8>)] = []
        var rest = bytes
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            guard size >= 8, size <= rest.count else { break }
            found.append((type, rest.prefix(size).dropFirst(8)))
            rest = rest.dropFirst(size)
        }
        return found
    }

    /// A sample whose tracks begin later, by an empty edit of so many units of the movie.
    private func delay(_ name: String, by units: Int) throws -> String {
        let file = try Repository.bytes("media/" + name)
        var result: [UInt8] = []
        for (type, content) in boxes(file[...]) {
            result +=
                type == "moov" ? box(type, delayed(content, units, within: type)) : box(type, Array(content))
        }
        return try folder.write(Data(result), to: "late.mp4")
    }

    private func delayed(_ content: ArraySlice<UInt8>, _ units: Int, within parent: String) -> [UInt8] {
        boxes(content).flatMap { type, content in
            var bytes = Array(content)
            switch type {
            case "trak", "edts": return box(type, delayed(content, units, within: type))
            case "mvhd": put(number(bytes, at: 16) + units, in: &bytes, at: 16)
            case "tkhd": put(number(bytes, at: 20) + units, in: &bytes, at: 20)
            case "elst":
                put(number(bytes, at: 4) + 1, in: &bytes, at: 4)
                var entry: [UInt8] = [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 1, 0, 0]
                put(units, in: &entry, at: 0)
                bytes.insert(contentsOf: entry, at: 8)
            default: break
            }
            return box(type, bytes)
        }
    }

    @Test func `3.9: the position of the first video frame is 0, also if all tracks begin later`()
        async throws
    {
        let whole = Player(configuration: .silent)
        whole.load(MediaItem(path: Repository.path("media/av-h264-aac-moov-last.mp4")))
        try await whole.waitUntil(.ready)
        let length = try #require(whole.snapshot.duration)
        await whole.close()

        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        let player = Player(configuration: configuration)
        let item = MediaItem(path: try delay("av-h264-aac-moov-last.mp4", by: 7000))
        player.load(item)
        try await player.waitUntil(.ready)
        let duration = try #require(player.snapshot.duration)
        #expect(abs((duration - length).inSeconds) < 0.1)
        try await player.wait(for: "pictures") { $0.hasVideo }
        let tap = try OutputTap(.video, of: player)
        for number in [40, 3, 70, 0] {
            tap.forget()
            let target = Duration.milliseconds(40 * number + 2)
            #expect(await player.seek(to: target) == .completed(at: target), "\(number)")
            #expect(tap.arrivals.last?.frameNumber(width: 320, height: 180) == number)
        }
        player.play()
        #expect(try await player.waitForEnd(within: .seconds(30)) == .natural)
        #expect(abs(player.snapshot.played.inSeconds - length.inSeconds) < 0.1)
        await player.close()

        let inspection = await MediaInspector().inspect(item)
        #expect(abs((try #require(inspection.duration) - duration).inSeconds) < 0.05)
    }
}
