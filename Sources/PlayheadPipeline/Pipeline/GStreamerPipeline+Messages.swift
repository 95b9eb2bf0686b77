internal import GStreamer
internal import MediaFormats
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadSystem
internal import Synchronization

extension GStreamerPipeline {
    /// What a message of the bus means; on `queue`. The number is that of the latest seek that had reached an output when it was
    /// posted; nil where none had yet.
    func hear(_ message: BusMessage, _ seqnum: Seqnum? = nil, from generation: Int) {
        guard let pipeline, !isFinished, generation == self.generation else { return }
        switch message {
        case .asyncDone:
            outputsSettled()
            settled(at: seqnum)
        case .playing: started()
        // The outputs tell when they are done. What the bin says may be about the time before a seek (1.22.0).
        case .endOfStream: if branches.isEmpty { reachedEnd() }
        case .error(let fault): hear(fault)
        case .warning, .tooLate, .other: break
        case .durationChanged:
            guard isOpened else { return }
            overrun = mediaDuration.map { $0 + Self.overrunLength }
            report(.durationChanged(mediaDuration))
            limitLoading()
            reportBuffer()
        case .latencyChanged: pipeline.recalculateLatency()
        case .clockLost:
            guard isPlayingWanted else { return }
            pipeline.setState(.paused)
            pipeline.setState(.playing)
        case .tags(let tags, let output): take(tags, at: output)
        case .chapters(let chapters): take(chapters)
        case .missingPlugin(let description, let caps):
            missing.append(PluginRequest(describing: description, caps: caps))
        }
    }

    /// Every output holds its first frame or sample: after opening, or after a seek.
    private func settled(at seqnum: Seqnum?) {
        if !isOpened { return prerolled() }
        if walk != nil { return goOn(at: seqnum) }
        // What an earlier seek or a pause has led to is no answer to this one.
        guard let request = seekInFlight, seekSeqnum?.isAnswered(by: seqnum) == true else { return }
        awaitsAnswer = false
        if lastLanding == .accurate, revealsPicture() { return send(request, landing: .accurate) }
        landings.append(
            lastLanding == .accurate ? request.target : restingPosition ?? request.target)
        if let next = request.tolerance.landing(after: landings, target: request.target) {
            return send(request, landing: next)
        }
        seekInFlight = nil
        speed = request.speed
        let position = landings.last ?? request.target
        for branch in branches { branch.land(at: position, meter) }
        report(.seekDone(serial: request.serial, at: position))
        reportBuffer()
        reviewLevel()
        lookBackForTexts(at: position)
        if isPlayingWanted, pipeline?.isPlaying == true { started() }
        keepTime()
    }

    private func prerolled() {
        // A file is never live, and asking costs two walks up to the source.
        let isFile = request.item.uri.hasPrefix("file:") && !isRemote
        prerolled(isLive: !isFile && branches.contains { $0.sink.pad("sink")?.isFedLive ?? false })
    }

    func prerolled(isLive: Bool) {
        guard !isOpened, let pipeline else { return }
        isOpened = true
        let kinds = branches.map(\.kind)
        let isWeb = sourceKind == .progressive && isRemote
        keepTransportLength()
        let isLive = isLive || (sourceKind != .progressive && mediaDuration == nil)
        let isSeekable =
            isLive
            ? isOngoing
            : stream != nil
                || (pipeline.isSeekable || transportLength != nil)
                    && (!isWeb || source?.isSeekable == true)
        canJump = isSeekable && !isLive
        // The end of some content is never told (1.22.0): what has run well over its length, and gives nothing more, has ended.
        overrun = mediaDuration.map { $0 + Self.overrunLength }
        watchesEnd = !isSeekable && request.item.endPosition != nil
        for plugin in missing {
            let hint = DebianPackage.hint(providing: plugin.caps)
            report(.warning(PlayerWarning("No plug-in is installed for \(plugin.description)", hint: hint)))
        }
        // Mostly that has been done before.
        completeTracks(isSeekable: isSeekable)
        completeMetadata(isLive: isLive)
        settleWindow()
        limitLoading()
        reviewLevel()
        report(
            .prerolled(
                MediaFacts(
                    duration: mediaDuration, isSeekable: isSeekable, isLive: isLive,
                    hasVideo: kinds.contains(.video), hasAudio: kinds.contains(.audio),
                    isScrubbable: isScrubbable, position: isLive ? restingPosition : nil)))
        if sourceKind != .progressive { reportTracks() }
        reportBuffer()
        keepTime()
    }

    private func hear(_ fault: ElementFault) {
        if let deferredFault {
            // An echo; from another element, before the preroll, it means that what was read is not enough.
            guard !isOpened, fault.element != deferredFault.element else { return }
            return fail(deferredFault)
        }
        // Nothing could be begun with what was left of a stream.
        if !isOpened, let lostPart { return fail(lostPart) }
        let hasPresented = !branches.isEmpty
        let error = PlayerError(
            fault, uri: request.item.uri, missing: missing, hasPresented: hasPresented)
        // What was read before the source broke is still good; the end of the stream follows it.
        if isOpened || error.code == .connectionLost, seekInFlight == nil, fault.endsInputOnly {
            deferFault(error)
        } else {
            fail(error)
        }
    }

    /// A fault that ends the input: what was read before it is played. The end of the stream follows what is left, or an error where nothing can be
    /// opened with that.
    func deferFault(_ error: PlayerError) {
        deferredFault = error
        tellFullness()
    }

    /// An error that decodebin may have lost (1.22.0): if it has not come by now, and the element was not given up for another one, it
    /// counts.
    func hearAgain(_ message: BusMessage, of element: String, from generation: Int) {
        if !isOpened, pipeline?.contains(named: element) == true { hear(message, from: generation) }
    }

    /// All input of one stream has been read.
    func noteEndOfInput() {
        if branches.allSatisfy(\.isAtEnd) { report(.draining) }
        reportEnd()
    }

    /// Everything may have been presented.
    func noticeEnd() {
        if isRunning, !branches.isEmpty, branches.allSatisfy(\.isDone) { reachedEnd() }
    }

    private func reachedEnd() {
        guard seekInFlight == nil else { return }
        if holdsNothing { return fail(.unknownFormat.about(request.item.uri)) }
        let duration = mediaDuration
        if meter.played == .zero, !hasMedia, holdsPictureOnly {
            return fail(.stillPicture(request.item.uri))
        }
        if let duration { report(.durationChanged(duration)) }
        // Nothing follows a seek to the end either; but where an item begins beyond it, there is nothing to play.
        let isPlayable = hasMedia && duration.map { request.item.beginning < $0 } ?? true
        finish(
            with: EndReport(
                presentedEnd: meter.played > .zero || isPlayable ? meter.end : nil,
                fault: hasPlayedItem ? nil : deferredFault ?? lostStream, lack: brokenPromise))
    }

    /// Whether everything up to the end of the item was presented, where that has to be watched: what breaks behind it is no fault of it.
    var hasPlayedItem: Bool {
        guard watchesEnd, let end = request.item.endPosition else { return false }
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
        branches.isEmpty && missing.isEmpty && deferredFault == nil
            && plugged.withLock(\.demuxers).isEmpty && sourceKind == .progressive
    }

    /// Whether a picture that stands for itself was read, or several without times.
    private var holdsPictureOnly: Bool {
        !branches.isEmpty && branches.allSatisfy { $0.kind == .video } && missing.isEmpty
            && deferredFault == nil && lostStream == nil && plugged.withLock(\.demuxers).isEmpty
            && sourceKind == .progressive
    }

    func finish(with report: EndReport) {
        isRunning = false
        isFinished = report.fault != nil
        wait?.cancel()
        let promised = [mediaDuration, request.item.endPosition].compactMap { $0 }.min()
        for gap in meter.finish(promised: promised) { self.report(.gap(gap)) }
        self.report(.ended(report))
    }

    /// A whole kind of stream that could not be presented for want of a decoder.
    private var lostStream: PlayerError? {
        let presented = branches.map(\.kind)
        return missing.first { plugin in plugin.stream.map { !presented.contains($0) } ?? false }.map {
            .missingDecoder($0).about(request.item.uri)
        }
    }
}

extension ElementFault {
    /// Whether the fault lies before the decoders, so that what they hold can still be presented.
    fileprivate var endsInputOnly: Bool {
        !element.hasSuffix("sink")
            && (domain == "gst-resource-error-quark" || domain == "gst-stream-error-quark")
    }
}
