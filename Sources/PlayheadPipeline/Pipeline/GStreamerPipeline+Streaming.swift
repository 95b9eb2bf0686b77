internal import AdaptiveStreaming
internal import GStreamer
internal import MediaFormats
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadStreaming
internal import PlayheadSystem
internal import Synchronization

/// Adaptive streams: the engine delivers samples, which go through the player's own decoders to the outputs.
extension GStreamerPipeline {
    /// Builds the pipeline of a stream. Its outputs are added when the tracks are known.
    func buildStream() {
        if byteTap != nil { return fail(.notSaved(request.item.uri)) }
        let pipeline = Element.pipeline()
        self.pipeline = pipeline
        generation += 1
        guard let source = makeStream() else { return }
        stream = source
        meter.onGap(isInParts: true) { [weak source] in
            source?.read { $0.duration != nil && !$0.wasLive } ?? false
        } _: { [weak self, generation] gap in
            self?.later { if $0.generation == generation { $0.report(.gap(gap)) } }
        }
        pipeline.onDeepElementAdded { [weak self] element in
            self?.decoderFormats.watch(element)
            self?.standBefore(decoder: element)
        }
        limitLoading()
        joinClock(pipeline)
        if usesSteeredClock { pipeline.use(devices.clock.clock) }
        hearMessages(of: pipeline)
        source.start()
    }

    /// Whether a playlist of keyframes is read in place of the stream.
    var isOfKeyframes: Bool { stream?.read(\.isOfKeyframes) ?? false }

    /// Creates the engine of the item, which is not started yet. Nil if that is impossible; the load has
    /// failed then.
    private func makeStream() -> StreamingSource? {
        do throws(PlayerError) {
            return try StreamingSource(
                networkOrder, keys: request.item.decryptionKeys, wishes: request.tracks,
                kinds: reading?.kinds ?? Set(Track.Kind.allCases), keyframes: reading?.keyframes
            ) { [weak self, generation] report in
                let work = { @Sendable (pipeline: GStreamerPipeline) in
                    if pipeline.generation == generation { pipeline.hear(report) }
                }
                self?.later(work)
                // Recorded before the data behind the gap reaches an output.
                if case .missing(let part, let error) = report { self?.meter.noteMissing(part, error) }
            } notify: { [weak self, generation] notice in
                self?.later { if $0.generation == generation { $0.hear(notice) } }
            }
        } catch {
            fail(error.about(request.item.uri))
            return nil
        }
    }

    /// Handles a notice of the engine. Called on `queue`.
    private func hear(_ notice: StreamingSource.Notice) {
        guard pipeline != nil, !hasFailed, let stream else { return }
        switch notice {
        case .ready: plugStream()
        case .supplied:
            reviewLevel()
            reportArrival()
            noteEndOfInput()
        case .cues(let cues, let track):
            guard let name = stream.read({ $0.name(of: track) }) else { return }
            for cue in cues { texts.schedules[name, default: CueSchedule()].add(cue.of(name)) }
            if name == texts.shownTrack { textsChanged() }
        case .textsEnded(let track):
            guard let name = stream.read({ $0.name(of: track) }) else { return }
            publishTranscript(texts.schedules[name]?.cues ?? [], of: name)
        case .switched(let track):
            guard let name = stream.read({ $0.name(of: track) }) else { return }
            hasTaken(name, of: track.kind)
        }
    }

    /// The tracks are known: adds their outputs and starts the pipeline.
    private func plugStream() {
        guard let pipeline, let stream, feeds.isEmpty else { return }
        let (outputs, found) = stream.read { (Array($0.outputs.keys), $0.publicTracksWithFormats) }
        tracks.all = found
        let group = SourcePad.nextGroup()
        for output in outputs.sorted(by: { $0 == .video && $1 != .video }) {
            let made = TrackFeed(output, of: stream, group: group, decoders, passing: undecoded) {
                [weak self, generation] fault, format in
                self?.later { if $0.generation == generation { $0.hear(fault, of: format) } }
            } onLost: { [meter] lost in
                let kind: Track.Kind = output == .video ? .video : .audio
                meter.noteMissing(kind: kind, cause: .damaged, interval: lost)
            }
            guard let feed = made else { continue }
            pipeline.add(feed.chain.bin)
            link(feed.chain.exit, as: output, isChosen: true, in: pipeline)
            feed.chain.bin.syncStateWithParent()
            feeds.append(feed)
        }
        let selection = request.tracks.selection(of: allTracks)
        tracks.applied.subtitles = selection.subtitles
        for (kind, output) in [(Track.Kind.video, PresentationMeter.Output.video), (.audio, .audio)] {
            tracks.applied[kind] = stream.read { engine in
                engine.outputs[output]?.track.flatMap { engine.name(of: $0) }
            }
        }
        selectText(tracks.applied.subtitles)
        pipeline.setState(isPlayingWanted ? .playing : .paused)
        for feed in feeds { feed.start() }
    }

    /// Handles a format that cannot be decoded.
    private func hear(_ fault: DecoderChain.Fault, of format: MediaFormat) {
        switch fault {
        case .missingDecoder(let description, let caps):
            let plugin = PluginRequest(describing: description, caps: "decoder-\(caps)")
            guard faults.miss(plugin) else { return }
            if isOpened {
                report(.warning(PlayerWarning(.missingDecoder(plugin))))
            }
        case .notLinked(let why):
            fail(
                PlayerError(
                    .outputUnavailable, "A stream does not fit its decoder: \(why)", uri: request.item.uri))
        }
    }

    /// Seeks in the stream: flushes everything downstream, which then receives the data at the target.
    func jumpInStream(to position: Duration, landing: Element.Landing, rate: Double) -> Seqnum? {
        guard let stream, rate > 0, !feeds.isEmpty else { return nil }
        let seqnum = Seqnum.next()
        for feed in feeds { feed.beginFlush(seqnum) }
        let kind: StreamLanding =
            switch landing {
            case .accurate: .exact
            case .keyframeBefore, .keyframeNearest: .keyframeBefore
            case .keyframeAfter: .keyframeAfter
            }
        stream.change { engine in
            engine.seek(
                to: StreamingEngine.Target(
                    time: position.inNanoseconds, landing: kind, speed: rate,
                    stop: request.item.endPosition?.inNanoseconds))
        }
        for feed in feeds { feed.endFlush(seqnum) }
        return seqnum
    }

    /// Reports the end of the buffered media, if it has moved by a relevant amount.
    private func reportArrival() {
        guard let end = stream?.read({ $0.heldEnd }), let known = buffer.reportedEnd else {
            return reportBuffer()
        }
        let isAll = stream?.read { $0.isAllLoaded } == true
        if isAll || .nanoseconds(end) - known > .milliseconds(500) || .nanoseconds(end) < known {
            reportBuffer()
        }
    }

    /// Stops the feeds before the pipeline is stopped.
    func beginEndOfStream() {
        for feed in feeds { feed.beginEnd() }
        stream?.close()
    }

    /// Waits for the threads of the feeds, after the pipeline was stopped.
    func endStream() {
        for feed in feeds { feed.end() }
        feeds = []
        stream = nil
    }
}

extension StreamingEngine {
    /// The tracks as the player presents them, with the formats of the data that has arrived.
    var publicTracksWithFormats: [Track] {
        let common = multivariant?.playlist.commonCodecs ?? [:]
        return zip(publicTracks, tracks).map { known, track in
            var known = known
            if let format = track.format { known.take(format) }
            known.codec = known.codec ?? common[known.kind] ?? (known.kind == .subtitles ? "WebVTT" : nil)
            if known.kind == .video, variants.count > 1 { (known.size, known.frameRate) = (nil, nil) }
            return known
        }
    }
}

extension Track {
    fileprivate mutating func take(_ format: MediaFormat) {
        codec = codec ?? format.codec.name
        if kind == .video, format.width > 0, format.height > 0 {
            size = VideoSize(width: format.width, height: format.height)
        }
        if kind == .audio {
            channels = format.channels > 0 ? format.channels : channels
            sampleRate = format.sampleRate > 0 ? format.sampleRate : sampleRate
        }
    }
}

extension Codec {
    /// The name for the user.
    fileprivate var name: String? {
        switch self {
        case .h264: "H.264"
        case .h265: "HEVC"
        case .h266: "VVC"
        case .av1: "AV1"
        case .vp8: "VP8"
        case .vp9: "VP9"
        case .mpeg1Video: "MPEG-1"
        case .mpeg2Video: "MPEG-2"
        case .mpeg4Video: "MPEG-4"
        case .motionJPEG: "Motion JPEG"
        case .aac: "AAC"
        case .mp3: "MP3"
        case .mp2: "MP2"
        case .ac3: "AC-3"
        case .eac3: "E-AC-3"
        case .ac4: "AC-4"
        case .dts: "DTS"
        case .opus: "Opus"
        case .vorbis: "Vorbis"
        case .flac: "FLAC"
        case .alac: "ALAC"
        case .pcm: "PCM"
        case .webVTT: "WebVTT"
        case .ttml: "TTML"
        default: nil
        }
    }
}
