internal import PlayheadCore

/// The subtitles of a load, and the shown ones among them.
struct SubtitleState {
    var schedules: [Track.ID: CueSchedule] = [:]
    var shownTrack: Track.ID?
    var shown: [SubtitleCue] = []
    /// The delay that is added to the time of each subtitle.
    var delay: Duration = .zero
    /// The position up to which subtitles were shown during playback. Nil after a seek.
    var shownUntil: Duration?
    /// Whether reading began at the start of the medium and continues to its end.
    var areReadFromStart = true
    /// The reader of subtitles that began before the target of a seek.
    var lookBack: SubtitleExtractor?
    /// The subtitle files, and the number of subtitle tracks before them.
    var files: [SidecarSubtitle] = []
    var embedded = 0

    var current: CueSchedule? { shownTrack.flatMap { schedules[$0] } }
}
