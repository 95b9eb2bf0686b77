import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics

/// Loads over HTTP that are closed at about the moment in which an answer comes.
@Suite(.timeLimit(.minutes(5)))
struct ClosingAnswerTests {
    @Test(arguments: ["tone.wav", "hls-ts/low.m3u8"])
    func `2.7: closing a player as a response arrives causes no crash`(_ path: String) async throws {
        let server = try await MediaServer(folder: Samples.directory.path)
        for round in 1...50 {
            let player = Player(configuration: .silent)
            player.load(MediaItem(uri: server.address(of: path)), autoplay: true)
            try await server.log.wait(for: PathPattern(path), count: round)
            // A little later each time: before, as and after the answer comes. In time, not in turns, which last long beside other tests.
            try await Task.sleep(for: .microseconds(20) * (round % 50))
            await player.close()
            #expect(player.state == .idle)
        }
        await server.close()
    }
}
