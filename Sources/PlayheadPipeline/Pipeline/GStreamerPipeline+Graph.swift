internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadSystem
internal import Synchronization

/// The elements and links between source and outputs.
extension GStreamerPipeline {
    /// The kind of a stream, by its caps, or by the name of its pad before it has any.
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

    /// Links a decoded stream to an output of its kind, if it is the one to present. Called on a streaming
    /// thread.
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
            // During playback the stream would wait until the device resumes.
            if pipeline.isPlayingWanted { branch.sound?.resume() }
        }
        let presentation = presentation.withLock { $0 }
        branch.apply(presentation)
        branch.keepPitch(at: presentation.speed)
        if presentation.hidesFrames { branch.showsFirstFrame(false) }
        if let reading {
            reading.take(from: branch)
        } else {
            branch.present(
                to: configuration.taps, load: request.stamp.number, on: configuration.clock.virtualClock)
        }
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

    /// Counts the data of a stream while a branch presents it.
    func watch(_ pad: Pad, for branch: SinkBranch) {
        branch.watch(pad, meter, until: request.item.endPosition) { [weak self, kind = branch.kind] in
            self?.reading?.onEnd(kind)
            self?.later { $0.noteEndOfInput() }
        }
    }

    /// Creates a branch for the chosen output, or for a fake one if that cannot be opened. Nil if neither is
    /// possible; the load has failed then.
    private func makeBranch(_ kind: PresentationMeter.Output) -> SinkBranch? {
        let choice = presentation.withLock { $0.choice }
        if let warning = choice.warnings[kind] { report(.warning(warning)) }
        let filter: [Element]
        do throws(PlayerError) {
            filter = try MediaFilter.elements(kind, configuration)
        } catch {
            later { $0.fail(error.about($0.request.item.uri)) }
            return nil
        }
        let wanted =
            kind == .video ? makeVideo(choice.video, filter) : makeAudio(choice.audio, filter)
        if let wanted { return wanted }
        if reading != nil {
            later { $0.fail(Self.missingElement("videoconvert")) }
            return nil
        }
        let what = kind == .video ? "The window" : "The sound output"
        guard kind == .audio || configuration.video != .window else {
            later {
                $0.fail(
                    PlayerError(
                        .outputUnavailable, "\(what) cannot be opened",
                        hint: "check WAYLAND_DISPLAY and DISPLAY",
                        uri: $0.request.item.uri))
            }
            return nil
        }
        report(.warning(PlayerWarning("\(what) cannot be opened: the stream is decoded and not presented")))
        let fake = kind == .video ? SinkBranch.video(through: filter) : SinkBranch.audio(through: filter)
        if fake == nil { later { $0.fail(Self.missingElement("fakesink")) } }
        return fake
    }

    private func makeVideo(_ choice: OutputChoice.Video, _ filter: [Element]) -> SinkBranch? {
        let drawsText = configuration.drawsSubtitles
        let device = choice == .window ? devices.pictures(drawsText: drawsText) : nil
        if drawsText { prepareDrawing(on: device, choice) }
        let overlays =
            Deinterlacer.elements(configuration.deinterlacing) + filter
            + (bitmaps.withLock(\.drawing)?.elements ?? [])
        if let reading {
            return reading.videoElements().flatMap { .unsynchronized(.video, through: overlays + $0) }
        }
        if choice == .fake { return SinkBranch.video(through: overlays) }
        let feed = device.map { device in
            PictureFeed(to: device, isOn: isPresented.load(ordering: .sequentiallyConsistent)) {
                [weak self, generation] fault in
                self?.later { $0.hear(fault, of: "The window", from: generation) }
            }
        }
        return feed.flatMap { SinkBranch.video(to: $0, through: overlays) }
    }

    private func makeAudio(_ choice: OutputChoice.Audio, _ filter: [Element]) -> SinkBranch? {
        if let reading {
            return reading.audioElements().flatMap { .unsynchronized(.audio, through: filter + $0) }
        }
        guard case .device(let interface) = choice else { return SinkBranch.audio(through: filter) }
        let feed = devices.sound(interface).map { device in
            device.effects.measure(for: configuration.taps.levels)
            return AudioFeed(
                to: device, isOn: isPresented.load(ordering: .sequentiallyConsistent), countedBy: meter
            ) { [weak self, generation] fault in
                self?.later { $0.hear(fault, of: "The sound output", from: generation) }
            }
        }
        return feed.flatMap { SinkBranch.audio(to: $0, through: filter) }
    }

    /// Drains a stream that is not presented, so that it does not block the others.
    func drain(_ pad: Pad, in pipeline: Element) {
        guard let sink = Element.make("fakesink") else { return }
        sink.set("sync", false)
        sink.set("async", false)
        sink.set("enable-last-sample", false)
        pipeline.add(sink)
        sink.syncStateWithParent()
        if let entry = sink.pad("sink") { pad.link(to: entry) }
    }

    /// Takes the subtitles of a stream. They arrive ahead of their time, and the player presents them.
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

    static func missingElement(_ factory: String) -> PlayerError {
        PlayerError(
            .missingDecoder, "GStreamer's element \(factory) is not installed",
            hint: DebianPackage.hint(element: factory))
    }

    func currentFrame() -> VideoFrame? {
        branches.first { $0.kind == .video }?.currentFrame
    }

    package func drawGraph(_ answer: @escaping @Sendable (String?) -> Void) {
        queue.async { answer(self.pipeline?.graph) }
    }
}
