import Foundation
import Playhead
import PlayheadTesting
import TestSupport
import Testing

@testable import TestBasics

/// Plays sample media in virtual time.
struct SamplePlayback {
    let reader: TestPatternReader
    let player: Player

    init(_ media: TestPattern..., clock: PlaybackClock = .virtual) {
        reader = TestPatternReader(media, timing: clock.virtualClock == nil ? .media : .clock)
        var configuration = PlayerConfiguration()
        configuration.video = .none
        configuration.audio = .none
        configuration.clock = clock
        configuration.presentationTap = reader
        player = Player(configuration: configuration)
    }

    /// Plays a file to its end.
    static func verdict(_ media: TestPattern, at path: String) async throws -> TestPatternVerdict {
        let playback = SamplePlayback(media)
        try await playback.plays(path)
        await playback.player.close()
        return playback.reader.verdict(isComplete: true)
    }

    /// Seeks and says if that went wrong.
    func seeks(to position: Duration) async {
        let result = await player.seek(to: position)
        guard case .completed = result else {
            Issue.record("the seek to \(position): \(result)")
            return
        }
    }

    func plays(_ path: String) async throws {
        player.load(MediaItem(path: path), autoplay: true)
        try await player.waitForEnd(within: .seconds(60))
    }
}

extension TestPattern {
    /// Writes it to a folder, and answers with the path.
    func write(in folder: TemporaryFolder, _ name: String = "sample") async throws -> String {
        let path = "\(folder.path)/\(name)-\(UUID().uuidString).\(container.fileExtension)"
        try await write(to: path)
        return path
    }

    /// Media of each kind, with a name.
    static let kinds: [String: TestPattern] = [
        "mp4": TestPattern(.mp4, item: 1, length: .seconds(2)),
        "mp4 with H.265": TestPattern(.mp4, item: 2, length: .seconds(2), video: Video(.h265)),
        "mp4 at 29.97 and 44.1": TestPattern(
            .mp4, item: 3, length: .seconds(2), video: Video(.h264, width: 320, height: 180, rate: ntsc),
            audio: [Audio(.aac, sampleRate: 44_100, channels: 1)]),
        "mkv": TestPattern(
            .matroska, item: 4, length: .seconds(2),
            cues: [Cue("a text", start: .milliseconds(500), end: .milliseconds(1500))]),
        "mkv with VP8 and MP3": TestPattern(
            .matroska, item: 5, length: .seconds(2), video: Video(.vp8), audio: [Audio(.mp3)]),
        "mkv with FLAC": TestPattern(.matroska, item: 6, length: .seconds(2), audio: [Audio(.flac)]),
        "mkv with two tracks": TestPattern(
            .matroska, item: 7, length: .seconds(2), audio: [Audio(.opus), Audio(.aac)]),
        "webm": TestPattern(.webm, item: 8, length: .seconds(2)),
        "webm with VP9 and Vorbis": TestPattern(
            .webm, item: 9, length: .seconds(2), video: Video(.vp9), audio: [Audio(.vorbis)]),
        "ogg": TestPattern(.ogg, item: 10, length: .seconds(2)),
        "ogg with Opus": TestPattern(.ogg, item: 11, length: .seconds(2), audio: [Audio(.opus)]),
        "wav": TestPattern(.wav, item: 12, length: .seconds(2)),
        "flac": TestPattern(.flac, item: 13, length: .seconds(2)),
        "pictures alone": TestPattern(.mp4, item: 14, length: .seconds(2)).withoutAudio,
        "sound alone": TestPattern(.mp4, item: 15, length: .seconds(2)).withoutVideo,
    ]

    private static let ntsc = FrameRate(30_000, in: 1001)
}
