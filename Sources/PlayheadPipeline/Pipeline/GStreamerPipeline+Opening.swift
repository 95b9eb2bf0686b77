internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadSystem
internal import Synchronization

extension GStreamerPipeline {
    /// Checks the source, chooses the outputs, builds the pipeline and prerolls it.
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
        // The first answers are on their way while the rest is made.
        if isRemote, sourceKind != .streaming {
            source = makeSource()
            guard let source else { return }
            if time.isVirtual { source.beforeWait { [arrivals] in arrivals.mark() } }
            source.start()
        }
        if let fault = Runtime.startFault {
            return fail(PlayerError(.unknown, "GStreamer does not start: \(fault)", uri: request.item.uri))
        }
        texts.areReadFromStart = request.item.endPosition == nil
        readSubtitleFiles()
        let outputs = OutputChoice(configuration)
        presentation.withLock { $0.choice = outputs }
        if let fault = outputs.fault { return fail(fault) }
        build()
    }

    /// Builds the pipeline for the kind of source, and sets it going.
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
        // Items that are heard one after another are timed by one clock.
        if usesSteeredClock { pipeline.use(devices.clock.clock) }
        hearMessages(of: pipeline)
        if isRemote { limitLoading() } else { plugDecoder() }
    }

    /// Sets the pipeline going with what decodes the item; what is loaded from a network is there to be read.
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
        decoder.set("uri", source?.publish() ?? reader?.publish() ?? request.item.uri)
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

    /// Takes what the pipeline says, on `queue`.
    func hearMessages(of pipeline: Element) {
        pipeline.onMessage { [weak self, generation, meter] message in
            guard message != .other else { return }
            // Of these there may be many, and they change nothing but figures.
            if case .tooLate(let media, let element) = message {
                // What decoders leave out is seen where it is missing.
                if element == "fakesink" { meter.drop(media.interval) }
                return
            }
            // To be looked at on the spot: a moment later the outputs may hold what the next seek brought.
            let seqnum = message == .asyncDone ? self?.branches.compactMap(\.seqnum).max() : nil
            self?.later { $0.hear(message, seqnum, from: generation) }
        }
    }

    /// Whether the clock is one that can be made faster or slower: for a sound device, or for what falls behind.
    var usesSteeredClock: Bool {
        if case .device = presentation.withLock(\.choice.audio) { return true }
        return configuration.pace != nil && configuration.clock.virtualClock == nil
    }

    /// An element was plugged in somewhere inside; on whatever thread that happens.
    private func notice(_ element: Element, _ generation: Int) {
        let factory = element.factoryName
        if factory == "multiqueue" {
            PluginPreload.wait()
            census.watch(element)
            if isStreamed || configuration.clock.virtualClock != nil {
                arrivals.watch(element) { [weak self] in
                    self?.later { $0.reviewLevel() }
                } onEnd: { [weak self] in
                    self?.later { $0.noteEndOfInput() }
                } onMark: { [time] in
                    time.noteWait()
                }
            }
            if configuration.clock.virtualClock != nil { element.takeAnyAmount() }
        }
        refuseNames(to: element, factory)
        SubtitleWorkarounds.apply(to: element)
        standBefore(decoder: element)
        // A medium without a name of its kind has to be surer of what it is.
        if factory == "typefind", !TypeFinder.knows(ending: FileAddress.ending(of: request.item.uri)) {
            element.set("minimum", uint: TypeFinder.weak + 1)
        }
        refusePictures(from: element, factory)
        awaitPadding(from: element)
        if element.kind.contains("Demuxer") {
            if factory == "matroskademux", let entry = element.pad("sink") {
                plugged.withLock { $0.matroska = entry }
            }
            plugged.withLock { _ = $0.demuxers.insert(factory) }
            if factory == "tsdemux" { TimestampNormalizer.follow(element) }
        }
        if element.readsInput {
            let name = element.name
            element.hearLostErrors { [weak self, generation] message in
                self?.later { $0.hearAgain(message, of: name, from: generation) }
            }
        }
    }

    /// What would fetch by itself what the medium names gets nothing to read: the player has looked for playlists and manifests before.
    private func refuseNames(to element: Element, _ factory: String) {
        guard SourceKind.followsAddresses(factory) else { return }
        element.pad("sink")?.passData { false }
        later { pipeline in
            let uri = pipeline.request.item.uri
            pipeline.fail(
                factory == "mssdemux" ? .smoothStreaming(uri) : NetworkPolicy.unheldMedium(uri))
        }
    }

    /// What was opened as one resource turned out to be a playlist: starts over the other way.
    func reopenAdaptively() {
        guard !isOpened, !isFinished, sourceKind == .progressive else { return }
        sourceKind = .streaming
        rebuild()
    }

    /// Starts over with a new pipeline for the same load.
    func rebuild() {
        tearDown()
        meter.clear()
        missing = []
        metadata = MetadataState()
        deferredFault = nil
        forgetLevels()
        awaitsAnswer = false
        build()
    }

    /// The kind of a stream, by its caps or, before it has any, by the name of its pad.
    func streamKind(of pad: Pad) -> StreamInfo.Kind? {
        let name = pad.name
        if name.hasPrefix("video") { return .video }
        if name.hasPrefix("audio") { return .audio }
        if name.hasPrefix("text") { return .text }
        let type = pad.mediaType ?? ""
        if type.hasPrefix("video/") || type.hasPrefix("image/") { return .video }
        if type.hasPrefix("audio/") { return .audio }
        return type.hasPrefix("text/") || type.hasPrefix("subpicture/") ? .text : nil
    }

    /// Links a decoded stream to an output of its kind, if it is the one that is presented; on a streaming thread.
    func link(_ pad: Pad, as kind: PresentationMeter.Output, isChosen: Bool, in pipeline: Element) {
        if isGivenUp { return }
        guard isChosen, !branches.contains(where: { $0.kind == kind }) else {
            return drain(pad, in: pipeline)
        }
        guard let branch = makeBranch(kind) else { return }
        guard keep(branch) else { return drain(pad, in: pipeline) }
        // A stream may be found after the others have prerolled.
        later { pipeline in
            pipeline.reportStreams()
            // What comes while it plays would wait for the device to go on.
            if pipeline.isPlayingWanted { branch.sound?.resume() }
        }
        let presentation = presentation.withLock { $0 }
        branch.apply(presentation.settings, at: presentation.speed)
        branch.keepPitch(at: presentation.speed)
        if presentation.hidesFrames { branch.showsFirstFrame(false) }
        branch.present(
            to: configuration.presentationTap, load: request.stamp.number,
            on: configuration.clock.virtualClock)
        if branch.sound != nil {
            pipeline.set("latency", uint64: UInt64(AudioDevice.startDelay.inNanoseconds))
        }
        watch(pad, for: branch)
        if kind == .video { watchShape(in: branch) }
        if !branch.attach(
            to: pipeline, from: pad,
            onDone: { [weak self, weak branch] end in
                self?.later { [branch] in
                    branch?.finish(end)
                    $0.noticeEnd()
                }
            })
        {
            later {
                $0.fail(
                    PlayerError(
                        .outputUnavailable, "A stream does not fit the output", uri: $0.request.item.uri))
            }
        }
    }

    /// Counts what passes a stream while it is the one that a branch presents.
    func watch(_ pad: Pad, for branch: SinkBranch) {
        branch.watch(pad, meter, until: request.item.endPosition) { [weak self] in
            self?.later { $0.noteEndOfInput() }
        }
    }

    /// A branch to the chosen output, or to a fake one where that cannot be opened; nil, and the load has failed,
    /// where there is no way.
    private func makeBranch(_ kind: PresentationMeter.Output) -> SinkBranch? {
        let choice = presentation.withLock { $0.choice }
        if let warning = choice.warnings[kind] { report(.warning(warning)) }
        let wanted = kind == .video ? makeVideo(choice.video) : makeAudio(choice.audio)
        if let wanted { return wanted }
        let what = kind == .video ? "The window" : "The sound output"
        guard kind == .audio || configuration.video != .window else {
            later {
                $0.fail(
                    PlayerError(
                        .outputUnavailable, "\(what) cannot be opened", hint: "check DISPLAY",
                        uri: $0.request.item.uri))
            }
            return nil
        }
        report(.warning(PlayerWarning("\(what) cannot be opened: the stream is decoded and not presented")))
        let fake = kind == .video ? SinkBranch.video() : SinkBranch.audio()
        if fake == nil { later { $0.fail(Self.missingElement("fakesink")) } }
        return fake
    }

    private func makeVideo(_ choice: OutputChoice.Video) -> SinkBranch? {
        let drawsText = configuration.drawsSubtitles
        let device = choice == .window ? devices.pictures(drawsText: drawsText) : nil
        if drawsText { prepareDrawing(on: device, choice) }
        let overlays = bitmaps.withLock(\.drawing)?.elements ?? []
        if choice == .fake { return SinkBranch.video(through: overlays) }
        let feed = device.map { device in
            PictureFeed(to: device, isOn: isPresented.load(ordering: .sequentiallyConsistent)) {
                [weak self, generation] fault in
                self?.later { $0.hear(fault, of: "The window", from: generation) }
            }
        }
        return feed.flatMap { SinkBranch.video(to: $0, through: overlays) }
    }

    private func makeAudio(_ choice: OutputChoice.Audio) -> SinkBranch? {
        guard case .device(let factory) = choice else { return SinkBranch.audio() }
        let feed = devices.sound(factory).map { device in
            AudioFeed(
                to: device, isOn: isPresented.load(ordering: .sequentiallyConsistent), countedBy: meter
            ) { [weak self, generation] fault in
                self?.later { $0.hear(fault, of: "The sound output", from: generation) }
            }
        }
        return feed.flatMap { SinkBranch.audio(to: $0) }
    }

    /// A stream that nobody presents: taken in as fast as it comes, so that the others are not held up.
    func drain(_ pad: Pad, in pipeline: Element) {
        guard let sink = Element.make("fakesink") else { return }
        sink.set("sync", false)
        sink.set("async", false)
        sink.set("enable-last-sample", false)
        pipeline.add(sink)
        sink.syncStateWithParent()
        if let entry = sink.pad("sink") { pad.link(to: entry) }
    }

    /// Text comes ahead of its time and is presented by us.
    func takeText(of pad: Pad, track: Track.ID?, in pipeline: Element) {
        if let track {
            pad.takeText { [weak self] sample in
                self?.later { $0.take(sample, of: track) }
            } onEnd: { [weak self] _, seqnum in
                self?.later { $0.endTexts(of: track, seqnum) }
            }
        }
        drain(pad, in: pipeline)
    }

    private static func missingElement(_ factory: String) -> PlayerError {
        PlayerError(
            .missingDecoder, "GStreamer's element \(factory) is not installed",
            hint: DebianPackage.hint(DebianPackage.of(element: factory)))
    }
}
