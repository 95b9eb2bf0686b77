internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadSystem
internal import Synchronization

extension GStreamerPipeline {
    func open() {
        if let fault = SourceCheck.fault(of: request.item.uri) { return fail(fault) }
        if request.item.source == nil, request.item.uri.hasPrefix("\(MediaItem.sourceScheme):") {
            return fail(.sourceMissing(request.item.uri))
        }
        DecoderPreload.prepare(for: request.item.uri)
        sourceKind = SourceKind(uri: request.item.uri)
        if ContentSniffer.isStream(file: request.item.uri) {
            isStreamFile.store(true, ordering: .relaxed)
            sourceKind = .streaming
        }
        if isRemote || request.item.uri.hasPrefix("fd:") { byteTap = configuration.byteTap?() }
        // The first responses arrive while the pipeline is built.
        if isRemote, sourceKind != .streaming {
            source = makeSource()
            guard let source else { return }
            if time.isVirtual { source.beforeWait { [arrivals] in arrivals.mark() } }
            source.start()
        }
        if let fault = Runtime.startFault {
            return fail(PlayerError(.unknown, "GStreamer does not start: \(fault)", uri: request.item.uri))
        }
        if let fault = MediaFilter.fault(of: configuration) { return fail(fault.about(request.item.uri)) }
        texts.areReadFromStart = request.item.endPosition == nil
        readSubtitleFiles()
        let outputs = OutputChoice(
            configuration, surface: devices.window.options.surface, audioDevice: devices.audioDevice)
        presentation.withLock { $0.choice = outputs }
        if let fault = outputs.fault { return fail(fault) }
        hearDecoders()
        build()
    }

    /// Builds the pipeline for the kind of source, and starts it.
    func build() {
        if sourceKind == .streaming { return buildStream() }
        if !isRemote, request.item.source == nil,
            let refusal = configuration.networkPolicy.refusalOfDirect(request.item.uri)
        {
            return fail(refusal)
        }
        let pipeline = Element.pipeline()
        self.pipeline = pipeline
        generation += 1
        meter.onGap(isInParts: false) { [weak self, generation] gap in
            self?.later { if $0.generation == generation { $0.report(.gap(gap)) } }
        }
        pipeline.onDeepElementAdded { [weak self, generation] element in
            self?.notice(element, generation)
        }
        joinClock(pipeline)
        // One clock times all audible items of a player.
        if usesSteeredClock { pipeline.use(devices.clock.clock) }
        hearMessages(of: pipeline)
        if isRemote { limitLoading() } else { plugDecoder() }
    }

    /// Adds the decoder of the item and starts the pipeline. The bytes of a network item are available to it.
    func plugDecoder() {
        guard let pipeline, decoder == nil else { return }
        guard let decoder = Element.make("uridecodebin") else {
            return fail(Self.missingElement("uridecodebin"))
        }
        reader = request.item.source.map { source in
            DataSourceReader(source.source, name: request.item.uri) { [weak self, generation] fault in
                self?.later { if $0.generation == generation { $0.hearLoss(fault, mayPlayOut: true) } }
            }
        }
        if let length = reader?.length { metadata.contentLength = length }
        decoder.plugDecoders(by: decoders)
        decoder.set("uri", source?.publish() ?? reader?.publish() ?? request.item.uri)
        if let caps = reading?.decodedCaps {
            decoder.set("caps", text: caps)
            decoder.set("expose-all-streams", false)
            decoder.allowAnyDecoders()
        } else {
            decoder.leaveEncoded(undecoded)
        }
        pipeline.add(decoder)
        self.decoder = decoder
        decoder.onPadAdded { [weak self, weak pipeline] pad in
            if let self, let pipeline { found(pad, in: pipeline) }
        }
        decoder.onNoMorePads { [weak self, weak pipeline] in
            if let self, let pipeline { linkFound(in: pipeline) }
        }
        decoder.syncStateWithParent()
        if pipeline.setState(isPlayingWanted ? .playing : .paused) == .live { prerolled(isLive: true) }
    }

    /// Handles the messages of the pipeline on `queue`.
    func hearMessages(of pipeline: Element) {
        pipeline.onMessage { [weak self, generation, meter] message in
            guard message != .other else { return }
            // There may be many of these messages, and they change statistics only.
            if case .tooLate(let media, let element) = message {
                // Frames that a decoder drops are noticed as missing later.
                if element == "fakesink" { meter.drop(media.interval) }
                return
            }
            // This number must be read at once: the outputs may soon hold data of the next seek.
            let seqnum = message == .asyncDone ? self?.branches.compactMap(\.seqnum).max() : nil
            self?.later { $0.hear(message, seqnum, from: generation) }
        }
    }

    /// The encodings that are left to the audio device, or to a decoder before it.
    var undecoded: Set<EncodedAudio> {
        let presentation = presentation.withLock { $0 }
        // A decoder before the device knows no rules for channels.
        let effects = presentation.settings.effects
        guard reading == nil, case .device = presentation.choice.audio, effects.channels == .automatic,
            !effects.swapsSides
        else { return [] }
        return DirectPlayback(configuration).encodings.filter(\.isDecodable)
    }

    /// Whether the clock can be sped up or slowed down: for an audio device, or for an output that falls
    /// behind.
    var usesSteeredClock: Bool {
        if case .device = presentation.withLock(\.choice.audio) { return true }
        return configuration.pace != nil && configuration.clock.virtualClock == nil
    }

    /// A resource turned out to be a playlist. Starts again as an adaptive stream.
    func reopenAdaptively() {
        guard !isOpened, !hasFailed, sourceKind == .progressive else { return }
        sourceKind = .streaming
        rebuild()
    }

    /// Builds a new pipeline for the same load.
    func rebuild() {
        tearDown()
        meter.clear()
        faults = FaultFilter()
        metadata = MetadataState()
        buffer.forgetLevel()
        buffer = BufferMonitor()
        awaitsAnswer = false
        build()
    }

    func prerolled() {
        // A local file is never live, and a query would walk the pipeline up to the source twice.
        let isFile = request.item.uri.hasPrefix("file:") && !isRemote
        prerolled(isLive: !isFile && branches.contains { $0.sink.pad("sink")?.isFedLive ?? false })
    }

    /// Whether more links of a chained Ogg file follow the one that is presented.
    private var isChainedOgg: Bool {
        guard Workaround.chainedOggSeeks.isNeeded, plugged.withLock(\.demuxers).contains("oggdemux"),
            let duration = mediaDuration
        else { return false }
        return branches.contains { branch in
            branch.passed.withLock { $0.segment?.upperBound.map { $0 + .milliseconds(500) < duration } }
                ?? false
        }
    }

    /// The error of a file that has nothing to present: no audio and no video, or none of their samples.
    private var emptiness: PlayerError? {
        guard sourceKind == .progressive, request.item.beginning == .zero, faults.missing.isEmpty,
            faults.deferred == nil, lostStream == nil
        else { return nil }
        if holdsNothing { return .unknownFormat.about(request.item.uri) }
        let media = branches.filter { $0.kind == .video || $0.kind == .audio }
        guard media.allSatisfy({ $0.isAtEnd && $0.delay == nil }) else { return nil }
        return PlayerError(.malformed, "The file contains no playable media", uri: request.item.uri)
    }

    func prerolled(isLive: Bool) {
        guard !isOpened, let pipeline else { return }
        if let emptiness { return fail(emptiness) }
        phase = .paused
        let kinds = branches.map(\.kind)
        let isWeb = sourceKind == .progressive && isRemote
        let isLive = isLive || (sourceKind != .progressive && mediaDuration == nil)
        let isSeekable =
            image != nil
            ? imageLength != nil
            : isLive
                ? isOngoing
                : stream != nil
                    || pipeline.isSeekable && (!isWeb || source?.isSeekable == true) && !isChainedOgg
        canJump = isSeekable && !isLive
        // Some content never ends (1.22.0). It counts as ended 1 s past its duration, if no more media
        // arrives.
        ending.take(duration: mediaDuration)
        ending.watchesPosition = !isSeekable && request.item.endPosition != nil
        for plugin in faults.missing where plugin.isForTrack {
            report(.warning(PlayerWarning(.missingDecoder(plugin))))
        }
        warnOfImage()
        // In most cases this was done before.
        completeTracks(isSeekable: isSeekable)
        completeMetadata(isLive: isLive)
        present()
        settleWindow()
        nameWindow()
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
        if isPlayingWanted, pipeline.isPlaying { started() }
    }
}
