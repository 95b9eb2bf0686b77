internal import GStreamer

extension GStreamerPipeline {
    /// A text of a track has come, ahead of its time.
    func take(_ sample: TextSample, of track: Track.ID) {
        let text = MarkupText.plain(sample.text)
        guard !text.isEmpty else { return }
        let end = sample.end ?? sample.start + CueSchedule.defaultLength
        texts.schedules[track, default: CueSchedule()].add(
            SubtitleCue(text: text, markup: sample.text, start: sample.start, end: end, track: track))
        keepTime()
    }

    /// The texts of this track are shown from now on.
    func selectText(_ track: Track.ID?) {
        guard texts.shownTrack != track else { return }
        texts.shownTrack = track
        keepTime()
    }

    /// Shows this, unless it is shown already.
    func show(_ cue: SubtitleCue?) {
        guard cue != texts.shown else { return }
        texts.shown = cue
        report(.subtitle(cue))
    }

    /// Shows what is due while nothing advances.
    func showText(at position: Duration) { show(texts.current?.cue(at: position)) }

    /// Shows what is due, and before it what was due since the last time: a machine under load wakes us late, and no text may
    /// be lost for that.
    func showTexts(until position: Duration) {
        if speed > 0, let shownUntil = texts.shownUntil, let schedule = texts.current {
            for change in schedule.changes(after: shownUntil, through: position) {
                show(schedule.cue(at: change))
            }
        }
        showText(at: position)
        texts.shownUntil = position
    }

    /// Where another text is due, in the direction of play.
    func nextTextChange(after position: Duration) -> Duration? {
        texts.current?.nextChange(after: position, backwards: speed < 0)
    }
}

/// The texts of a load and which of them is shown.
struct Texts {
    var schedules: [Track.ID: CueSchedule] = [:]
    var shownTrack: Track.ID?
    var shown: SubtitleCue?
    /// Up to where texts were shown while media advanced; nil after a jump.
    var shownUntil: Duration?

    var current: CueSchedule? { shownTrack.flatMap { schedules[$0] } }
}
