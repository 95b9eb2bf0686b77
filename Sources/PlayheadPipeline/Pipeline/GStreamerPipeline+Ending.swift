internal import GStreamer
internal import MediaFormats
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadSystem
internal import Synchronization

extension GStreamerPipeline {
    /// All input of one stream has been read.
    func noteEndOfInput() {
        if branches.allSatisfy(\.isAtEnd) { report(.draining) }
        reportEnd()
    }

    /// Checks whether everything has been presented.
    func noticeEnd() {
        guard Workaround.binRetainsEnd.isNeeded else { return }
        // Of a stream that no other continues, the decoder has removed the pad, and no end arrives.
        let areDone = branches.allSatisfy { $0.isDone || $0.endedFeed != nil }
        if isRunning, branches.contains(where: \.isDone), areDone { finish(because: .presented) }
    }

    /// Ends the playback of the item. The causes are listed in ``EndCause``.
    func finish(because cause: EndCause) {
        switch cause {
        case .presented, .empty:
            guard seeking == nil else { return }
            if holdsNothing { return fail(.unknownFormat.about(request.item.uri)) }
            let duration = mediaDuration
            if meter.played == .zero, !ending.hasMedia, holdsPictureOnly {
                return fail(
                    image == nil ? .untimedFrames(request.item.uri) : .damaged.about(request.item.uri))
            }
            if let duration { report(.durationChanged(duration)) }
            // A seek to the end presents nothing either. But an item that begins beyond its end has nothing
            // to play.
            let isPlayable = ending.hasMedia && duration.map { request.item.beginning < $0 } ?? true
            let report = EndReport(
                presentedEnd: meter.played > .zero || isPlayable ? mediaEnd : nil,
                fault: hasPlayedItem ? nil : faults.deferred ?? lostStream, lack: brokenPromise)
            if report.fault == nil, report.lack == nil { keepLoudness() }
            finish(with: report)
        case .position, .overrun:
            isPlayingWanted = false
            pipeline?.setState(.paused)
            leaveDevices()
            finish(with: EndReport(presentedEnd: meter.end, fault: hasPlayedItem ? nil : faults.deferred))
        }
    }

    /// The end of what was presented; of a medium that is read in part, the end of all of it.
    private var mediaEnd: Duration? {
        guard reading?.isPartial == true else { return meter.end }
        let others = stream == nil ? plugged.withLock(\.reached) : mediaDuration
        return [meter.end, others].compactMap(\.self).max()
    }

    /// Whether everything up to the watched end position of the item was presented. A later fault does not
    /// concern the item.
    var hasPlayedItem: Bool {
        guard ending.watchesPosition, let end = request.item.endPosition else { return false }
        return (meter.end ?? .zero) >= end
    }

    /// The error of a file that is cut off, if its end was to be presented and no other fault shows it.
    private var brokenPromise: PlayerError? {
        if let end = request.item.endPosition, mediaDuration.map({ end < $0 }) ?? true { return nil }
        guard speed > 0, let path = FileAddress.path(uri: request.item.uri),
            let file = FileBytes(path: path), DeclaredFileSize.isBroken(file)
        else { return nil }
        return PlayerError(
            .truncated, "The file is cut off: it is shorter than it says itself",
            hint: "a part of it is missing; fetch it again", uri: request.item.uri)
    }

    /// Whether the input contained no video, no audio and no container: subtitles, or data that was taken for
    /// subtitles.
    var holdsNothing: Bool {
        branches.isEmpty && faults.missing.isEmpty && faults.deferred == nil
            && plugged.withLock(\.demuxers).isEmpty && sourceKind == .progressive
    }

    /// Whether the input was an image, or several images without times.
    private var holdsPictureOnly: Bool {
        !branches.isEmpty && branches.allSatisfy { $0.kind == .video } && faults.missing.isEmpty
            && faults.deferred == nil && lostStream == nil && plugged.withLock(\.demuxers).isEmpty
            && sourceKind == .progressive
    }

    /// Whether a subtitle lasts until the end of the medium, so that the duration is that of the subtitles.
    private func hasCue(until end: Duration) -> Bool {
        texts.schedules.values.contains { schedule in
            schedule.cues.suffix(8).contains { cue in cue.end + .milliseconds(250) > end }
        }
    }

    private func finish(with report: EndReport) {
        if report.fault == nil { endRunning() } else { phase = .failed }
        times.stop()
        // All of the input was read, so the duration of audio and video is known now.
        if report.fault == nil, request.item.endPosition == nil, let end = report.presentedEnd,
            let duration = mediaDuration, end < duration,
            plugged.withLock(\.isDurationEstimated) || hasCue(until: duration)
        {
            self.report(.durationChanged(end))
            return self.report(.ended(report))
        }
        let isPartial = reading?.isPartial == true
        let promised = [mediaDuration, request.item.endPosition, isPartial ? meter.end : nil]
            .compactMap(\.self).min()
        for gap in meter.finish(promised: promised) { self.report(.gap(gap)) }
        self.report(.ended(report))
    }

    /// The position at which the item is ended although its source reports no end. A medium that is read has no
    /// overrun: its reader may pause for any time between two frames.
    var forcedEnd: Duration? {
        if ending.watchesPosition { return request.item.endPosition }
        return reading == nil ? ending.overrun : nil
    }

    /// Whether the clock has reached an end before the data, which is late on a busy machine, above all at a
    /// high speed. An end that only follows from the duration is awaited for 10 s at most.
    func awaitsData(until end: Duration, at position: Duration) -> Bool {
        guard !branches.allSatisfy(\.isAtEnd), meter.end ?? .zero < end else { return false }
        return ending.watchesPosition || position - end < EndDetector.longestOverrun * speed
    }

    /// Whether media was presented beyond the reported duration, and the clock has passed it. The duration is
    /// unknown then. Causes are files with an aborted recording, playlists with segments longer than stated,
    /// and streams with an estimated duration.
    func outlastsLength(_ end: Duration) -> Bool {
        guard !ending.watchesPosition, let presented = meter.end, presented >= end,
            !branches.allSatisfy(\.isAtEnd)
        else {
            return false
        }
        ending.outlast(presented: presented)
        report(.durationChanged(nil))
        return true
    }

    /// Reports when all media that has arrived will have been presented.
    func reportEnd() {
        guard isRunning, let pipeline, let end = presentedEnd ?? imageEnd ?? foreseenEnd else { return }
        let late = isHeard ? delay - AudioDevice.startDelay : .zero
        report(.ends(at: pipeline.clockTime(ofRunningTime: end + late)))
    }

    /// The running time at which all outputs will have presented their last media. Nil before all streams
    /// have ended.
    private var presentedEnd: Duration? {
        guard branches.allSatisfy(\.isAtEnd) else { return nil }
        return branches.compactMap { $0.endRunningTime(until: request.item.endPosition) }.max()
    }

    /// The presented end by the duration of a file, if its audio has ended and its video has not. The end of
    /// the video would be too late for the audio of the next item, which the device needs 300 ms ahead.
    private var foreseenEnd: Duration? {
        guard isHeard, sourceKind == .progressive, !isStreamed, request.item.endPosition == nil,
            let duration = mediaDuration, let sound = branches.first(where: { $0.kind == .audio }),
            sound.isAtEnd, let pictures = branches.first(where: { $0.kind == .video }),
            let soundEnd = sound.endRunningTime(until: nil), let end = pictures.runningTime(of: duration)
        else { return nil }
        return max(soundEnd, end)
    }
}
