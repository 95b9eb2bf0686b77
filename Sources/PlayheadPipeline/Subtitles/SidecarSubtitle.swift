internal import PlayheadCore

/// A subtitle file of a load, and what was read of it.
struct SidecarSubtitle: Sendable {
    let file: SubtitleFile
    /// By its content, once that was read; before, by its name.
    var format: SubtitleFormat?
    /// Its cues; nil until it was read, and when it cannot be.
    var schedule: CueSchedule?
    /// Whether it cannot be read, and so is no track.
    var isBroken = false

    init(_ file: SubtitleFile) {
        self.file = file
        format = SubtitleFormat(ending: file.ending)
    }

    /// What it is as a track.
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
