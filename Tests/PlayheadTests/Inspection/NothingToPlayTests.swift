import Foundation
import Playhead
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// Files with nothing to present are refused when they are opened, by player and inspector alike.
@Suite(.timeLimit(.minutes(1)))
struct NothingToPlayTests {
    /// A WAV file without samples.
    private static let silence: [UInt8] =
        Array("RIFF".utf8) + [36, 0, 0, 0] + Array("WAVEfmt ".utf8)
        + [16, 0, 0, 0, 1, 0, 1, 0, 0x44, 0xAC, 0, 0, 0x88, 0x58, 1, 0, 2, 0, 16, 0]
        + Array("data".utf8) + [0, 0, 0, 0]

    @Test(arguments: ["empty.wav", "alone.vtt"])
    func `4.6: a file without samples fails before it is ready`(_ name: String) async throws {
        let folder = try TemporaryFolder()
        let text = "WEBVTT\n\n00:00.000 --> 00:01.000\nAlone\n"
        let bytes = name == "empty.wav" ? Self.silence : Array(text.utf8)
        let item = MediaItem(path: try folder.write(Data(bytes), to: name))
        let player = Player(configuration: .silent)
        player.load(item)
        await #expect(throws: (any Error).self) { try await player.waitUntil(.ready) }
        let code = try #require(player.snapshot.error?.code)
        #expect(code == (name == "empty.wav" ? .malformed : .unknownFormat))
        await player.close()
        let inspection = await MediaInspector().inspect(item)
        #expect(inspection.error?.code == code && !inspection.isPlayable)
    }
}
