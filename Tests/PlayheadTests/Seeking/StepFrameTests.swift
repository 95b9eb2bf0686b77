import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// Steps on real media, by the number that each picture bears and the time at which it is due.
@Suite(.timeLimit(.minutes(3)))
struct StepFrameTests {
    static let films = ["av-h264-aac", "av-vp9-opus", "subtitles", "video-only", "uneven-frames"]

    /// A film that is paused at its beginning, and what its output of pictures shows.
    private struct Screening {
        let player = Player(configuration: .silent)
        let tap: OutputTap
        let times: [Double]

        init(_ name: String) async throws {
            let sample = try Samples.named(name)
            try await self.init(sample.item, times: try #require(sample.video).times)
        }

        init(_ item: MediaItem, times: [Double]) async throws {
            self.times = times
            player.load(item)
            try await player.waitUntil(.ready)
            try await player.wait(for: "pictures") { $0.hasVideo }
            tap = try OutputTap(.video, of: player)
        }

        /// Steps, and expects to see the frame with that number.
        func step(by frames: Int, to number: Int) async {
            let result = await player.step(by: frames)
            #expect(result == .completed(at: player.position))
            #expect(tap.arrivals.last?.frameNumber(width: 320, height: 180) == number)
            #expect(abs(player.position.inSeconds - times[number]) < 0.0015, "frame \(number)")
            tap.forget()
        }
    }

    @Test(arguments: films)
    func `4.3: each step forward shows exactly the next frame, and each step back the one before`(
        _ name: String
    )
        async throws
    {
        let film = try await Screening(name)
        let last = film.times.count - 1
        for number in 1...last { await film.step(by: 1, to: number) }
        #expect(await film.player.step(by: 1) == .unnecessary)
        for number in (0..<last).reversed() { await film.step(by: -1, to: number) }
        #expect(await film.player.step(by: -1) == .unnecessary)
        await film.player.close()
    }

    @Test(arguments: films) func `4.3: a step moves by its number of frames`(_ name: String) async throws {
        let film = try await Screening(name)
        for (frames, number) in [
            (30, 30), (-1, 29), (-9, 20), (55, 75), (-1, 74), (-40, 34), (-34, 0), (99, 99),
        ] {
            await film.step(by: frames, to: number)
        }
        await film.player.close()
    }

    @Test func `4.3: steps in HLS show the next and the previous frame`() async throws {
        let server = try await MediaServer(folder: Samples.directory.path)
        let sample = try Samples.named("hls-fmp4")
        let item = MediaItem(uri: server.address(of: sample.path))
        let film = try await Screening(item, times: try #require(sample.video).times)
        for number in 1...60 { await film.step(by: 1, to: number) }
        await film.player.close()
        await server.close()
    }

    @Test func `4.3: video and audio after steps continue from the shown frame`() async throws {
        let film = try await Screening("av-h264-aac")
        let sound = try OutputTap(.audio, of: film.player)
        for number in 1...30 { await film.step(by: 1, to: number) }
        sound.forget()
        film.player.play()
        #expect(try await film.player.waitForEnd() == .natural)
        #expect(film.tap.arrivals.map { $0.frameNumber(width: 320, height: 180) } == Array(30...99))
        let first = try #require(sound.arrivals.first?.start)
        #expect(first == .milliseconds(1200))
        await film.player.close()
    }

    @Test func `4.4: a step shows the cue of its frame`() async throws {
        let film = try await Screening("subtitles")
        let cue = try #require(try Samples.named("subtitles").subtitles.first?.cues.first)
        await film.step(by: 9, to: 9)
        #expect(film.player.snapshot.subtitle == nil)
        await film.step(by: 1, to: 10)
        try await film.player.wait(for: "the text") { $0.subtitle == cue.text }
        await film.step(by: 19, to: 29)
        #expect(film.player.snapshot.subtitle == cue.text)
        await film.step(by: 1, to: 30)
        try await film.player.wait(for: "no text") { $0.subtitle == nil }
        await film.step(by: -1, to: 29)
        try await film.player.wait(for: "the text") { $0.subtitle == cue.text }
        await film.player.close()
    }
}

extension OutputTap.Arrival {
    /// The number that a picture of the samples bears (media/README.md), by its luma.
    func frameNumber(width: Int, height: Int) -> Int? {
        guard bytes.count >= width * height else { return nil }
        let row = height * 9 / 10 * width
        let cells = (0..<10).map { Int(bytes[row + width * (2 * $0 + 1) / 20]) }
        guard cells[0] - cells[9] >= 120 else { return nil }
        let middle = (cells[0] + cells[9]) / 2
        return cells[1...8].reduce(0) { $0 << 1 | ($1 > middle ? 1 : 0) }
    }
}
