internal import GStreamer

extension GStreamerPipeline {
    /// What a message of the bus means; on `queue`.
    func hear(_ message: BusMessage) {
        guard let pipeline, !isFinished else { return }
        switch message {
        case .asyncDone: settled()
        case .playing: started()
        case .endOfStream: reachedEnd()
        case .error(let fault): hear(fault)
        case .warning, .other: break
        case .buffering(let percent):
            if deferredFault == nil { report(.buffering(percent: percent)) }
        case .durationChanged:
            if isOpened { report(.durationChanged(pipeline.duration)) }
        case .latencyChanged: pipeline.recalculateLatency()
        case .clockLost:
            guard isPlayingWanted else { return }
            pipeline.setState(.paused)
            pipeline.setState(.playing)
        case .missingPlugin(let description, let caps):
            missing.append(MissingPlugin(describing: description, caps: caps))
        }
    }

    /// Every output holds its first frame or sample: after opening, or after a seek.
    private func settled() {
        if !isOpened {
            // A file is never live, and asking costs two walks up to the source.
            let isFile = request.item.uri.hasPrefix("file:")
            let isLive = !isFile && branches.contains { $0.sink.pad("sink")?.isFedLive ?? false }
            return prerolled(isLive: isLive)
        }
        guard let request = seekInFlight else { return }
        landings.append(
            landings.isEmpty && request.tolerance == .exact
                ? request.target : restingPosition ?? request.target)
        if let next = request.tolerance.landing(after: landings, target: request.target) {
            return send(request, landing: next)
        }
        seekInFlight = nil
        speed = request.speed
        report(.seekDone(at: landings.last ?? request.target))
        if isPlayingWanted, pipeline?.isPlaying == true { started() }
        keepTime()
    }

    func prerolled(isLive: Bool) {
        guard !isOpened, let pipeline else { return }
        isOpened = true
        let kinds = branches.map(\.kind)
        for plugin in missing {
            let hint = DebianPackage.hint(providing: plugin.caps)
            report(.warning(PlayerWarning("No plug-in is installed for \(plugin.description)", hint: hint)))
        }
        report(
            .prerolled(
                MediaFacts(
                    duration: pipeline.duration, isSeekable: !isLive && pipeline.isSeekable, isLive: isLive,
                    hasVideo: kinds.contains(.video), hasAudio: kinds.contains(.audio))))
        keepTime()
    }

    private func hear(_ fault: ElementFault) {
        guard deferredFault == nil else { return }
        let hasPresented = !branches.isEmpty
        let error = PlayerError(
            fault, uri: request.item.uri, missing: missing, hasPresented: hasPresented)
        // What was read before the source broke is still good; the end of the stream follows it. (1.22: an error before
        // the preroll leaves uridecodebin without its async-done, so that there is nothing to go on with.)
        if isOpened, fault.endsInputOnly {
            deferredFault = error
            report(.buffering(percent: 100))
            noticeStandstill(at: meter.played)
        } else {
            fail(error)
        }
    }

    /// A broken source is followed by an end of stream; where it is not, playback ends when it stands still.
    private func noticeStandstill(at played: Duration) {
        later(after: .seconds(2)) { pipeline in
            guard !pipeline.isFinished, let fault = pipeline.deferredFault else { return }
            let now = pipeline.meter.played
            if pipeline.isRunning, now == played {
                pipeline.finish(with: EndReport(presentedEnd: pipeline.meter.end, fault: fault))
            } else {
                pipeline.noticeStandstill(at: now)
            }
        }
    }

    /// All input of one branch has been read.
    func noteEndOfInput() {
        if branches.allSatisfy(\.isAtEnd) { report(.draining) }
    }

    private func reachedEnd() {
        guard seekInFlight == nil else { return }
        if let duration = pipeline?.duration { report(.durationChanged(duration)) }
        finish(
            with: EndReport(
                presentedEnd: meter.played == .zero ? nil : meter.end, fault: deferredFault ?? lostStream))
    }

    private func finish(with report: EndReport) {
        isRunning = false
        isFinished = report.fault != nil
        wait?.cancel()
        self.report(.ended(report))
    }

    /// A whole kind of stream that could not be presented for want of a decoder.
    private var lostStream: PlayerError? {
        let presented = branches.map(\.kind)
        return missing.first { plugin in plugin.stream.map { !presented.contains($0) } ?? false }.map {
            var error = PlayerError.decoderMissing($0)
            error.uri = request.item.uri
            return error
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
