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

    /// Everything may have been presented.
    func noticeEnd() {
        guard Workaround.binRetainsEnd.isNeeded else { return }
        if isRunning, !branches.isEmpty, branches.allSatisfy(\.isDone) { finish(because: .presented) }
    }

    /// The playback of the item is over, or has nothing to play. The causes: ``EndCause``.
    func finish(because cause: EndCause) {
        switch cause {
        case .presented, .empty:
            guard seeking == nil else { return }
            if holdsNothing { return fail(.unknownFormat.about(request.item.uri)) }
            let duration = mediaDuration
            if meter.played == .zero, !ending.hasMedia, holdsPictureOnly {
                return fail(.stillPicture(request.item.uri))
            }
            if let duration { report(.durationChanged(duration)) }
            // A seek to the end presents nothing either; but an item that begins beyond its end has nothing to play.
            let isPlayable = ending.hasMedia && duration.map { request.item.beginning < $0 } ?? true
            finish(
                with: EndReport(
                    presentedEnd: meter.played > .zero || isPlayable ? meter.end : nil,
                    fault: hasPlayedItem ? nil : faults.deferred ?? lostStream, lack: brokenPromise))
        case .position, .overrun:
            isPlayingWanted = false
            pipeline?.setState(.paused)
            leaveDevices()
            finish(with: EndReport(presentedEnd: meter.end, fault: hasPlayedItem ? nil : faults.deferred))
        }
    }

    /// Whether everything up to the end of the item was presented, where that has to be watched: what breaks behind it is no fault of it.
    var hasPlayedItem: Bool {
        guard ending.watchesPosition, let end = request.item.endPosition else { return false }
        return (meter.end ?? .zero) >= end
    }

    /// That the file is cut off, where its end was to be presented and nothing else would show it.
    private var brokenPromise: PlayerError? {
        if let end = request.item.endPosition, mediaDuration.map({ end < $0 }) ?? true { return nil }
        guard speed > 0, let path = FileAddress.path(uri: request.item.uri),
            let file = FileBytes(path: path), DeclaredFileSize.isBroken(file)
        else { return nil }
        return PlayerError(
            .truncated, "The file is cut off: it is shorter than it says itself",
            hint: "a part of it is missing; fetch it again", uri: request.item.uri)
    }

    /// Whether what was read is neither picture nor sound, nor anything that might hold them: subtitles, or what was taken for them.
    private var holdsNothing: Bool {
        branches.isEmpty && faults.missing.isEmpty && faults.deferred == nil
            && plugged.withLock(\.demuxers).isEmpty && sourceKind == .progressive
    }

    /// Whether a picture that stands for itself was read, or several without times.
    private var holdsPictureOnly: Bool {
        !branches.isEmpty && branches.allSatisfy { $0.kind == .video } && faults.missing.isEmpty
            && faults.deferred == nil && lostStream == nil && plugged.withLock(\.demuxers).isEmpty
            && sourceKind == .progressive
    }

    private func finish(with report: EndReport) {
        if report.fault == nil { endRunning() } else { phase = .failed }
        times.stop()
        let promised = [mediaDuration, request.item.endPosition].compactMap { $0 }.min()
        for gap in meter.finish(promised: promised) { self.report(.gap(gap)) }
        self.report(.ended(report))
    }

    /// Where the item ends though its source does not say so.
    var forcedEnd: Duration? { ending.watchesPosition ? request.item.endPosition : ending.overrun }

    /// Whether the clock has come to an end before the data has, which is late on a busy machine: all the more at a high speed. For an
    /// end that only follows from the length, it is waited for no longer than it may take.
    func awaitsData(until end: Duration, at position: Duration) -> Bool {
        guard !branches.allSatisfy(\.isAtEnd), meter.end ?? .zero < end else { return false }
        return ending.watchesPosition || position - end < EndDetector.longestOverrun * speed
    }

    /// Whether media was presented beyond the length that was told and the clock to it: how long it is, is not known then. Files say so whose recording was
    /// broken off, playlists whose parts are longer than they tell, and streams of which that is estimated.
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

    /// Says when everything that has come will have been presented.
    func reportEnd() {
        guard isRunning, let pipeline, let end = presentedEnd ?? foreseenEnd else { return }
        let late = isHeard ? delay - AudioDevice.startDelay : .zero
        report(.ends(at: pipeline.clockTime(ofRunningTime: end + late)))
    }

    /// The running time at which all outputs will have presented what has come to its end; nil before it has.
    private var presentedEnd: Duration? {
        guard branches.allSatisfy(\.isAtEnd) else { return nil }
        return branches.compactMap { $0.endRunningTime(until: request.item.endPosition) }.max()
    }

    /// The same by the length of a file, where its sound has come to its end and its pictures not yet: their end would come too late for the
    /// sound of what follows, which a device is given ahead.
    private var foreseenEnd: Duration? {
        guard isHeard, sourceKind == .progressive, !isStreamed, request.item.endPosition == nil,
            let duration = mediaDuration, let sound = branches.first(where: { $0.kind == .audio }),
            sound.isAtEnd, let pictures = branches.first(where: { $0.kind == .video }),
            let soundEnd = sound.endRunningTime(until: nil), let end = pictures.runningTime(of: duration)
        else { return nil }
        return max(soundEnd, end)
    }
}
