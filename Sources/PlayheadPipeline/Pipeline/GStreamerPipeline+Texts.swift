internal import GStreamer
internal import PlayheadCore
internal import Synchronization

extension GStreamerPipeline {
    /// A text of a track has come, ahead of its time.
    func take(_ sample: TextSample, of track: Track.ID) {
        guard let cue = SubtitleCue(sample, of: track) else { return }
        texts.schedules[track, default: CueSchedule()].add(cue)
        if track == texts.shownTrack { textsChanged() }
    }

    /// All texts of a track have come, if they were read from the beginning.
    func endTexts(of track: Track.ID, _ seqnum: Seqnum) {
        // What was read before the seek in flight is not what is read now.
        if seekSeqnum?.isAnswered(by: seqnum) == false { return }
        if texts.areReadFromStart { publishTranscript(texts.schedules[track]?.cues ?? [], of: track) }
    }

    /// All cues of a track are known.
    func publishTranscript(_ cues: [SubtitleCue], of track: Track.ID) {
        transcripts.withLock { $0[track] = cues }
        report(.transcribed(track))
    }

    func transcript(of track: Track.ID) -> [SubtitleCue]? {
        transcripts.withLock { $0[track] }?.map { $0.of(track) }
    }

    /// The texts of this track are shown from now on.
    func selectText(_ track: Track.ID?) {
        guard texts.shownTrack != track else { return }
        texts.shownTrack = track
        texts.shownUntil = nil
        textsChanged()
    }

    /// Each text is shown so much later than it says.
    func delayTexts(by delay: Duration) {
        texts.delay = delay
        texts.shownUntil = nil
        textsChanged()
    }

    /// Other texts than before may be due.
    func textsChanged() {
        keepTime()
        followTexts()
    }

    /// Has what is due written into the pictures, if that is asked for and this load is seen.
    func followTexts() {
        guard isPresented.load(ordering: .relaxed),
            let drawing = branches.lazy.compactMap({ $0.pictures?.device.drawing }).first
        else { return }
        if drawing.follow(texts.current ?? CueSchedule(), delay: texts.delay), !isRunning { refreshPicture() }
    }

    /// Has texts drawn into the pictures of a window; on the thread that links them. Said once where it cannot be done.
    func prepareDrawing(on device: VideoWindow?, _ output: OutputChoice.Video) {
        if device?.drawing != nil { return later { $0.followTexts() } }
        let (why, hint): (String, String?) =
            output == .window
            ? (
                "the plug-in for that is not installed",
                DebianPackage.hint(DebianPackage.of(element: "textoverlay"))
            )
            : ("there is no window", nil)
        report(.warning(PlayerWarning("Subtitles are not drawn into the pictures: \(why)", hint: hint)))
    }

    /// Shows these, unless they are shown already.
    func show(_ due: [SubtitleCue]) {
        let cues = due.map { $0.of(texts.shownTrack) }
        guard cues != texts.shown else { return }
        texts.shown = cues
        report(.subtitle(cues))
    }

    /// Shows what is due while nothing advances.
    func showText(at position: Duration) { show(texts.current?.due(at: position - texts.delay) ?? []) }

    /// Shows what is due, and before it what was due since the last time: a machine under load wakes us late, and no text may
    /// be lost for that.
    func showTexts(until position: Duration) {
        let isBackwards = speed < 0
        let place = position - texts.delay
        if let schedule = texts.current {
            for change in schedule.changes(
                since: texts.shownUntil.map { $0 - texts.delay }, until: place, isBackwards)
            {
                show(schedule.due(at: change, backwards: isBackwards))
            }
            show(schedule.due(at: place, backwards: isBackwards))
        } else {
            show([])
        }
        texts.shownUntil = position
    }

    /// Where another text is due, in the direction of play.
    func nextTextChange(after position: Duration) -> Duration? {
        let change = texts.current?.nextChange(after: position - texts.delay, backwards: speed < 0)
        return change.map { $0 + texts.delay }
    }
}

extension CueSchedule {
    /// Where the text changes on the way from one position to another, in the order in which playback comes by them.
    fileprivate func changes(since start: Duration?, until end: Duration, _ isBackwards: Bool) -> [Duration] {
        guard let start else { return [] }
        if !isBackwards { return changes(after: start, through: end) }
        return changes(after: end - .nanoseconds(1), through: start - .nanoseconds(1)).reversed()
    }
}
