import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import TestSupport
import Testing

@testable import TestBasics

/// What is seen and heard where HLS is repeated.
@Suite(.timeLimit(.minutes(2))) struct StreamJointTests {
    private func ms(_ time: Duration) -> Double { time / .milliseconds(1) }

    @Test(arguments: ["hls-ts/high.m3u8", "hls-fmp4/main.m3u8"])
    func `a repeated stream follows in time after its last video frame and sample`(_ path: String)
        async throws
    {
        let server = try await MediaServer(folder: Repository.media)
        let witness = Witness()
        let player = Player(configuration: .watched(by: witness))
        player.queue.repeatMode = .times(2)
        player.queue.append(MediaItem(uri: server.address(of: path)))
        player.play()
        try await player.wait(within: .seconds(60)) { $0.status == .ended && !$0.wantsToPlay }
        await player.close()
        await server.close()
        let loads = Set(witness.shown.map(\.load)).sorted()
        #expect(loads.count == 2)
        var end: Duration?
        for load in loads {
            let pictures = witness.shown.filter { $0.load == load }
            let sounds = witness.played.filter { $0.load == load }
            let begun = try #require(pictures.first).clockTime
            // None waits for the end of the sound.
            for picture in pictures {
                #expect(abs(ms(picture.clockTime - begun - picture.mediaTime)) < 1, "\(picture.mediaTime)")
            }
            let (first, last) = (try #require(sounds.first), try #require(sounds.last))
            #expect(abs(ms(first.clockTime - begun - first.mediaTime)) < 1)
            if let end { #expect(abs(ms(begun - end)) < 40) }
            end = max(
                last.clockTime + last.duration,
                begun + (pictures.last?.mediaTime ?? .zero) + .milliseconds(20))
        }
    }
}
