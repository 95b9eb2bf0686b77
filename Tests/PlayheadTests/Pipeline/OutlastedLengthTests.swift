import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// Media that last longer than they say.
@Suite(.timeLimit(.minutes(1)))
struct OutlastedLengthTests {
    private func plays(_ uri: String, told: Duration, to end: Duration) async throws {
        let clock = VirtualClock()
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual(clock)
        let player = Player(configuration: configuration)
        let story = player.recordEvents()
        player.load(MediaItem(uri: uri), autoplay: true)
        #expect(try await player.waitForEnd() == .natural)
        let lengths = story.events.compactMap { event -> Duration?? in
            if case .durationChanged(let duration) = event { duration } else { nil }
        }
        #expect(lengths.count >= 3 && lengths.first == told && lengths.contains(nil), "\(lengths)")
        let length = try #require(player.duration)
        #expect(abs((length - end).inSeconds) < 0.1 && player.position == length)
        #expect(abs((player.snapshot.played - end).inSeconds) < 0.1)
        await player.close()
    }

    @Test func `4.7: a file whose header declares a third of its length is played to its end`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "short.mkv")
        try await TestPattern(.matroska, length: .seconds(12)).write(to: file.path)
        var bytes = try [UInt8](Data(contentsOf: file))
        // Its duration, a number of eight bytes, in milliseconds (RFC 9559, 5.1.2.10).
        let name: [UInt8] = [0x44, 0x89, 0x88]
        let place = try #require(
            bytes.indices.first { bytes[$0...].starts(with: name) }, "there is a length in the head")
        let told = (0..<8).map { UInt8(truncatingIfNeeded: (3500.0).bitPattern >> (56 - 8 * $0)) }
        bytes.replaceSubrange((place + 3)..<(place + 11), with: told)
        try Data(bytes).write(to: file)
        try await plays(file.absoluteString, told: .seconds(3.5), to: .seconds(12))
    }

    @Test func `4.7: HLS whose segments are longer than declared is played to its end`() async throws {
        let parts = (0..<4).map { "#EXTINF:1.5,\nhls-ts/low-\($0).ts\n" }.joined()
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n\(parts)#EXT-X-ENDLIST\n"
        let server = try await MediaServer(
            folder: Samples.directory.path, plan: FaultPlan(documents: ["short.m3u8": list]))
        try await plays(server.address(of: "short.m3u8"), told: .seconds(6), to: .seconds(8))
        await server.close()
    }
}
