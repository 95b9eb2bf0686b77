internal import GStreamer
internal import PlayheadCore
internal import Synchronization

extension GStreamerPipeline {
    /// Takes a subtitle of a track, ahead of its time.
    func take(_ sample: TextSample, of track: Track.ID) {
        guard let cue = SubtitleCue(sample, of: track) else { return }
        texts.schedules[track, default: CueSchedule()].add(cue)
        if track == texts.shownTrack { textsChanged() }
    }

    /// All subtitles of a track have arrived, if they were read from the beginning.
    func endTexts(of track: Track.ID, _ seqnum: Seqnum) {
        // An end from before the seek in flight is ignored.
        if seekSeqnum?.isAnswered(by: seqnum) == false { return }
        if texts.areReadFromStart { publishTranscript(texts.schedules[track]?.cues ?? [], of: track) }
    }

    /// Publishes all cues of a track.
    func publishTranscript(_ cues: [SubtitleCue], of track: Track.ID) {
        transcripts.withLock { $0[track] = cues }
        report(.transcribed(track))
    }

    func transcript(of track: Track.ID) -> [SubtitleCue]? {
        transcripts.withLock { $0[track] }?.map { $0.of(track) }
    }

    /// Shows the subtitles of this track from now on.
    func selectText(_ track: Track.ID?) {
        guard texts.shownTrack != track else { return }
        texts.shownTrack = track
        texts.shownUntil = nil
        textsChanged()
    }

    /// Sets the delay that is added to the time of each subtitle.
    func delayTexts(by delay: Duration) {
        texts.delay = delay
        texts.shownUntil = nil
        textsChanged()
    }

    /// Updates the shown subtitles, because other ones may be due.
    func textsChanged() {
        keepTime()
        followTexts()
    }

    /// Writes the due subtitles into video frames, if that is requested and the load is presented.
    func followTexts() {
        guard isPresented.load(ordering: .relaxed),
            let drawing = branches.lazy.compactMap({ $0.pictures?.device.drawing }).first
        else { return }
        if drawing.follow(texts.current ?? CueSchedule(), delay: texts.delay), !isRunning { refreshPicture() }
    }

    /// Prepares subtitle drawing in a window. Called on the thread that links the streams. Warns once if
    /// drawing is not possible.
    func prepareDrawing(on device: VideoWindow?, _ output: OutputChoice.Video) {
        if device?.drawing != nil { return later { $0.followTexts() } }
        let (why, hint): (String, String?) =
            output == .window
            ? (
                "the plug-in for that is not installed",
                DebianPackage.hint(element: "textoverlay")
            )
            : ("there is no window", nil)
        report(.warning(PlayerWarning("Subtitles are not drawn into the pictures: \(why)", hint: hint)))
    }

    /// Shows these subtitles, unless they are shown already.
    func show(_ due: [SubtitleCue]) {
        let cues = due.map { $0.of(texts.shownTrack) }
        guard cues != texts.shown else { return }
        texts.shown = cues
        report(.subtitle(cues))
    }

    /// Shows the due subtitles while paused.
    func showText(at position: Duration) { show(texts.current?.due(at: position - texts.delay) ?? []) }

    /// Shows the due subtitles, and before them those that were due since the last call. A busy machine may
    /// call late, and no subtitle may be lost for that.
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

    /// The next position at which the subtitles change, in the direction of playback.
    func nextTextChange(after position: Duration) -> Duration? {
        let change = texts.current?.nextChange(after: position - texts.delay, backwards: speed < 0)
        return change.map { $0 + texts.delay }
    }
}

extension CueSchedule {
    /// The positions between two others at which the subtitles change, in the order of playback.
    fileprivate func changes(since start: Duration?, until end: Duration, _ isBackwards: Bool) -> [Duration] {
        guard let start else { return [] }
        if !isBackwards { return changes(after: start, through: end) }
        return changes(after: end - .nanoseconds(1), through: start - .nanoseconds(1)).reversed()
    }
}
