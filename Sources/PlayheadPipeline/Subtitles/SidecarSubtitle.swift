internal import PlayheadCore

/// A subtitle file of a load, and the cues that were read from it.
struct SidecarSubtitle: Sendable {
    let file: SubtitleFile
    /// The format: by name at first, by content after the file was read.
    var format: SubtitleFormat?
    /// The cues. Nil until the file was read, and if it cannot be read.
    var schedule: CueSchedule?
    /// Whether the file cannot be read. It is no track then.
    var isBroken = false

    init(_ file: SubtitleFile) {
        self.file = file
        format = SubtitleFormat(ending: file.ending)
    }

    /// The track of this file.
    func track(_ id: Track.ID) -> Track {
        let name = file.described
        var track = Track(
            id: id, kind: .subtitles, codec: format?.rawValue, language: name.language, title: name.title)
        track.isDefault = name.isDefault
        track.isForced = name.isForced
        track.isForHearingImpaired = name.isForHearingImpaired
        track.isExternal = true
        track.hasText = true
        return track
    }
}
