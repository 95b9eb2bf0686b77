internal import PlayheadCore

/// The subtitles of a load, and which of them are shown.
struct SubtitleState {
    var schedules: [Track.ID: CueSchedule] = [:]
    var shownTrack: Track.ID?
    var shown: [SubtitleCue] = []
    /// How much later than it says each is shown.
    var delay: Duration = .zero
    /// Up to where texts were shown while media advanced; nil after a jump.
    var shownUntil: Duration?
    /// Whether what is read began at the beginning and goes to the end of the medium.
    var areReadFromStart = true
    /// What looks for texts that began before the target of a seek.
    var lookBack: SubtitleExtractor?
    /// The side files, and how many tracks of subtitles come before them.
    var files: [SidecarSubtitle] = []
    var embedded = 0

    var current: CueSchedule? { shownTrack.flatMap { schedules[$0] } }
}
