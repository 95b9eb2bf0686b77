import Foundation
import Playhead
import PlayheadTesting
import Testing

@testable import PlayheadCore
@testable import PlayheadPipeline
@testable import PlayheadSystem
@testable import TestBasics
@testable import TestSupport

/// MPEG-TS in files, small ones among them: those are read to their ends before anything is presented.
@Suite(.timeLimit(.minutes(1)))
struct TransportLengthTests {
    private func write(_ name: String, dropping count: Int = 0, in folder: TemporaryFolder) throws -> String {
        try folder.write(Data(Repository.bytes("media/" + name).dropLast(count)), to: "film.ts")
    }

    @Test(arguments: [0, 40_000, 40_077])
    func `a small transport stream has a duration and starts at its start position, also when cut`(_ cut: Int)
        async throws
    {
        let folder = try TemporaryFolder()
        for name in ["bitmaps/dvb.ts", "hls-ts/high-0.ts"] where cut == 0 || name.hasPrefix("bitmaps") {
            let player = Player(configuration: .silent)
            let path = try write(name, dropping: cut, in: folder)
            player.load(MediaItem(path: path, startPosition: .seconds(1)))
            try await player.waitUntil(state: .paused(buffering: false))
            #expect(player.snapshot.isSeekable && player.snapshot.warningCount == 0)
            #expect(try #require(player.snapshot.duration) > .seconds(1.5))
            #expect((.seconds(0.9)...(.seconds(1.1))).contains(player.snapshot.position))
            await player.close()
        }
    }
}
