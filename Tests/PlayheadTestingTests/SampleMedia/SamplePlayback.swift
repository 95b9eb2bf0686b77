import Foundation
import Playhead
import PlayheadTesting
import TestSupport
import Testing

/// Plays sample media in virtual time.
struct SamplePlayback {
    let reader: SampleReader
    let player: Player

    init(_ media: SampleMedia..., clock: PlaybackClock = .virtual) {
        reader = SampleReader(media, timing: clock.virtualClock == nil ? .media : .clock)
        var configuration = PlayerConfiguration()
        configuration.video = .none
        configuration.audio = .none
        configuration.clock = clock
        configuration.spectator = reader
        player = Player(configuration: configuration)
    }

    /// Plays a file to its end.
    static func verdict(_ media: SampleMedia, at path: String) async throws -> SampleVerdict {
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
        try await player.finishes(within: .seconds(60))
    }
}

extension SampleMedia {
    /// Writes it to a folder, and answers with the path.
    func write(in folder: TemporaryFolder, _ name: String = "sample") async throws -> String {
        let path = "\(folder.path)/\(name)-\(UUID().uuidString).\(container.fileExtension)"
        try await write(to: path)
        return path
    }

    /// Media of each kind, with a name.
    static let kinds: [String: SampleMedia] = [
        "mp4": SampleMedia(.mp4, item: 1, length: .seconds(2)),
        "mp4 with H.265": SampleMedia(.mp4, item: 2, length: .seconds(2), video: Video(.h265)),
        "mp4 at 29.97 and 44.1": SampleMedia(
            .mp4, item: 3, length: .seconds(2), video: Video(.h264, width: 320, height: 180, rate: ntsc),
            audio: [Audio(.aac, sampleRate: 44_100, channels: 1)]),
        "mkv": SampleMedia(
            .matroska, item: 4, length: .seconds(2),
            cues: [Cue("a text", start: .milliseconds(500), end: .milliseconds(1500))]),
        "mkv with VP8 and MP3": SampleMedia(
            .matroska, item: 5, length: .seconds(2), video: Video(.vp8), audio: [Audio(.mp3)]),
        "mkv with FLAC": SampleMedia(.matroska, item: 6, length: .seconds(2), audio: [Audio(.flac)]),
        "mkv with two tracks": SampleMedia(
            .matroska, item: 7, length: .seconds(2), audio: [Audio(.opus), Audio(.aac)]),
        "webm": SampleMedia(.webm, item: 8, length: .seconds(2)),
        "webm with VP9 and Vorbis": SampleMedia(
            .webm, item: 9, length: .seconds(2), video: Video(.vp9), audio: [Audio(.vorbis)]),
        "ogg": SampleMedia(.ogg, item: 10, length: .seconds(2)),
        "ogg with Opus": SampleMedia(.ogg, item: 11, length: .seconds(2), audio: [Audio(.opus)]),
        "wav": SampleMedia(.wav, item: 12, length: .seconds(2)),
        "flac": SampleMedia(.flac, item: 13, length: .seconds(2)),
        "pictures alone": SampleMedia(.mp4, item: 14, length: .seconds(2)).withoutAudio,
        "sound alone": SampleMedia(.mp4, item: 15, length: .seconds(2)).withoutVideo,
    ]

    private static let ntsc = FrameRate(30_000, in: 1001)
}
