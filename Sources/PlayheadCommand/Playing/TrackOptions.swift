import ArgumentParser
import Playhead

/// The options for tracks and subtitles.
struct TrackOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Audio track: its number, its name or a language, such as 2, audio-2 or de.",
            valueName: "id or language"))
    var audioTrack: TrackName?

    @Option(
        help: ArgumentHelp(
            "Subtitle track, such as 2, subtitles-2, de or none.", valueName: "id or language"))
    var subtitleTrack: TrackName?

    @Option(
        help: ArgumentHelp(
            "Sidecar subtitles for each item: SubRip, WebVTT or SubStation Alpha. Repeatable.",
            valueName: "path or uri"), completion: .file())
    var subtitleFile: [String] = []

    @Option(
        help: ArgumentHelp(
            "Character encoding of subtitle files, for example windows-1251. Default: detected.",
            valueName: "name"))
    var subtitleEncoding: String?

    @Flag(help: "Load sidecar subtitles with the item's name from its folder.")
    var findSubtitles = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Subtitle delay; negative is earlier.", valueName: "seconds"))
    var subtitleDelay = Seconds(.zero)

    @Option(help: "Subtitle presentation: draw into the video, print as events, both, or none.")
    var subtitles: SubtitlePresentation = .events

    func validate() throws {
        if audioTrack == TrackName.none {
            throw ValidationError("--audio-track must name a track or a language; --mute is for silence")
        }
        if subtitleFile.contains("") { throw ValidationError("A path or uri must not be empty") }
    }

    /// The sidecar files of an item.
    func files(of item: MediaItem) -> [SubtitleFile] {
        var files = subtitleFile.map { SubtitleFile(pathOrURI: $0) }
        guard let subtitleEncoding else { return files }
        if findSubtitles { files += SubtitleFile.beside(item) }
        for index in files.indices { files[index].encoding = subtitleEncoding }
        return files
    }

    /// The track preferences for items without a named track.
    var preferences: TrackPreferences {
        TrackPreferences(
            audioLanguages: audioTrack?.languages ?? [], subtitleLanguages: subtitleTrack?.languages ?? [],
            subtitles: subtitleTrack == TrackName.none || subtitles == .none ? .none : .automatic)
    }
}
