internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadStreaming
internal import PlayheadSystem
internal import Synchronization

/// The decoded streams of a load.
struct DecodedStreams: Sendable {
    struct Stream: Sendable {
        /// The decoder's source pad.
        var pad: Pad
        var kind: StreamInfo.Kind?
        var track: Track.ID?
        /// The decoder's source pad, if its single frame is repeated before ``pad``.
        var image: Pad?

        /// Whether it is a bitmap subtitle stream.
        var isBitmap: Bool { BitmapDrawing.factory(for: pad.mediaType) != nil }
    }

    var all: [Stream] = []
    /// Streams that were found and not linked. The choice is made when all streams are known.
    var unlinked: [Stream] = []
    var areComplete = false
}

/// The tracks of a load, on the pipeline's queue.
struct LoadTracks {
    var all: [Track] = []
    var applied = TrackSelection()
    /// Whether the tracks have been reported. Changes are reported only afterwards.
    var areReported = false
}

extension Track.Kind {
    init(_ kind: StreamInfo.Kind) {
        switch kind {
        case .video: self = .video
        case .audio: self = .audio
        case .text: self = .subtitles
        }
    }
}

extension GStreamerPipeline {
    /// Handles a new decoded stream. Called on a streaming thread. `uridecodebin` reports when these are all.
    func found(_ pad: Pad, in pipeline: Element) {
        let kind = streamKind(of: pad)
        let stream = DecodedStreams.Stream(pad: pad, kind: kind)
        let isLate = decoded.withLock { decoded in
            if !decoded.areComplete { decoded.unlinked.append(stream) }
            return decoded.areComplete
        }
        if isLate, !takesOver(stream) { link([stream], in: pipeline) }
    }

    /// Whether a stream replaces one that has ended. In chained Ogg files, and if a transport stream changes
    /// its PIDs, the decoder removes the pad that feeds an output and adds another. Called on a streaming
    /// thread, before any data of it passes.
    private func takesOver(_ stream: DecodedStreams.Stream) -> Bool {
        guard let kind = stream.kind, let output = Track.Kind(kind).output,
            let branch = branches.first(where: { $0.kind == output }), let ended = branch.endedFeed
        else { return false }
        endInTime(stream.pad)
        if kind == .audio { trim(stream.pad) }
        guard branch.continueFeed(with: stream.pad) else { return false }
        decoded.withLock { decoded in
            guard let index = decoded.all.firstIndex(where: { $0.pad === ended }) else { return }
            decoded.all[index].pad = stream.pad
        }
        watch(stream.pad, for: branch)
        return true
    }

    /// Links the streams when all are known. Called on a streaming thread, before any data of them passes.
    func linkFound(in pipeline: Element) {
        let streams = decoded.withLock { decoded in
            decoded.areComplete = true
            defer { decoded.unlinked = [] }
            return decoded.unlinked
        }
        link(streams, in: pipeline)
    }

    private func link(_ streams: [DecodedStreams.Stream], in pipeline: Element) {
        var streams = streams
        let image = image
        if image != nil, let index = streams.firstIndex(where: { $0.kind == .video }) {
            guard let pad = repeatFrame(of: streams[index].pad, in: pipeline) else { return }
            streams[index].image = streams[index].pad
            streams[index].pad = pad
        }
        let (before, demuxers) = (decoded.withLock(\.all), plugged.withLock(\.demuxers))
        // GStreamer does not report forced tracks (1.22.0).
        let isMatroska = demuxers.contains("matroskademux")
        let path = isMatroska ? FileAddress.path(uri: request.item.uri) : nil
        let matroska = path.map { MatroskaTracks.read(path: $0) } ?? plugged.withLock(\.matroskaTracks)
        let displays = demuxers.contains("qtdemux") ? plugged.withLock(\.displays) : []
        var tracks: [Track] = []
        for (index, stream) in streams.enumerated() {
            guard let streamKind = stream.kind else { continue }
            let kind = Track.Kind(streamKind)
            let number = (before + streams[..<index]).count { $0.kind == streamKind } + 1
            let decoded = stream.image ?? stream.pad
            let name = decoded.streamID ?? ""
            let facts = census.facts(of: name) ?? StreamInfo(id: name)
            var track = Track(
                id: Track.ID(kind, number), kind: kind, facts: facts, decoded: decoded.caps,
                isNamed: !demuxers.isDisjoint(with: MetadataCollector.namers))
            track.describe(
                container: facts.caps, decoderFormats.formats(of: name), decoded: decoded.caps,
                isTimed: !demuxers.isDisjoint(with: MetadataCollector.namers))
            if kind == .video, let display = displays.first(where: { $0.isStream(name) }) {
                track.take(display)
                stream.pad.announce(display.orientation)
            }
            if let entry = matroska.first(where: { $0.isStream(name) }) {
                track.take(entry)
                if kind == .video { stream.pad.announce(entry.orientation) }
            }
            if let image, kind == .video { track.take(image) }
            tracks.append(track)
            streams[index].track = tracks.last?.id
        }
        decoded.withLock { $0.all += streams }
        for stream in streams where stream.kind == .audio || stream.kind == .video { endInTime(stream.pad) }
        for stream in streams where stream.kind == .audio { trim(stream.pad) }
        let selection = request.tracks.selection(of: tracks)
        prepareBitmaps(streams, shown: selection.subtitles)
        for stream in streams {
            switch stream.kind {
            case .video?:
                link(stream.pad, as: .video, isChosen: stream.track == selection.video, in: pipeline)
            case .audio?:
                link(stream.pad, as: .audio, isChosen: stream.track == selection.audio, in: pipeline)
            case .text? where stream.isBitmap: continue
            case .text?: takeText(of: stream.pad, track: stream.track, in: pipeline)
            case nil: drain(stream.pad, in: pipeline)
            }
        }
        linkBitmaps(streams, in: pipeline)
        // A drained stream can feed a branch later.
        for stream in streams where stream.kind == .audio || stream.kind == .video { offer(stream) }
        later { [tracks] in $0.learn(tracks, presenting: selection) }
    }

    /// Offers a stream that is not presented to a branch, which may switch to it at a flush.
    private func offer(_ stream: DecodedStreams.Stream) {
        let name = ObjectIdentifier(stream.pad)
        let output: PresentationMeter.Output = stream.kind == .video ? .video : .audio
        guard let branch = branches.first(where: { $0.kind == output }), !branch.isFed(by: name) else {
            return
        }
        watch(stream.pad, for: branch)
    }
}

extension GStreamerPipeline {
    /// `uridecodebin` has added all streams: stores the tracks, and the presented ones.
    private func learn(_ found: [Track], presenting selection: TrackSelection) {
        tracks.all += found
        for kind in Track.Kind.allCases where tracks.applied[kind] == nil {
            tracks.applied[kind] = selection[kind]
        }
        if !texts.files.isEmpty {
            tracks.applied.subtitles = request.tracks.selection(of: allTracks).subtitles
        }
        selectText(tracks.applied.subtitles)
        showBitmaps(of: tracks.applied.subtitles, isAsked: asksForSubtitles)
        // Before, `completeTracks` reports them, with their decoders.
        if isOpened { reportTracks() }
    }

    /// Reports the remaining tracks, before preroll is reported.
    func completeTracks(isSeekable: Bool) {
        let known = tracks.all
        describeTracks()
        guard !tracks.areReported else {
            if tracks.all != known { reportTracks() }
            return
        }
        let indices = sourceKind == .progressive ? tracks.all.indices : 0..<0
        for index in indices where tracks.all[index].codec == nil {
            let isLone = tracks.all.count { $0.kind == tracks.all[index].kind } == 1
            if isLone { metadata.collector.describe(&tracks.all[index]) }
        }
        reportTracks(isBeginning: isSeekable)
    }

    /// Adds what is known of the streams since their first frames and samples were decoded.
    private func describeTracks() {
        describeDecoders()
        if let stream {
            let isFixed = stream.read { $0.variants.count <= 1 }
            for feed in feeds where feed.output == .audio || isFixed {
                let kind: Track.Kind = feed.output == .video ? .video : .audio
                guard let index = tracks.all.firstIndex(where: { $0.id == tracks.applied[kind] }),
                    let formats = feed.chain.exit.streamID.flatMap({ decoderFormats.formats(of: $0) })
                else { continue }
                tracks.all[index].describe(
                    container: nil, formats, decoded: feed.chain.exit.caps, isTimed: false)
            }
            return
        }
        let (demuxers, displays) = plugged.withLock { ($0.demuxers, $0.displays) }
        let isTimed = !demuxers.isDisjoint(with: MetadataCollector.namers)
        for stream in decoded.withLock(\.all) {
            guard let index = tracks.all.firstIndex(where: { $0.id == stream.track }),
                let name = stream.pad.streamID
            else { continue }
            tracks.all[index].describe(
                container: census.facts(of: name)?.caps, decoderFormats.formats(of: name),
                decoded: stream.pad.caps, isTimed: isTimed)
            if let display = displays.first(where: { $0.isStream(name) }) { tracks.all[index].take(display) }
        }
    }

    /// The tracks of the medium, followed by the subtitle files.
    var allTracks: [Track] {
        tracks.all + externalTracks(after: tracks.all.count { $0.kind == .subtitles })
    }

    /// Reports the tracks. `isBeginning` is set if nothing has been presented yet, and a seek would present
    /// other tracks from the beginning.
    func reportTracks(isBeginning: Bool = false) {
        // With a virtual clock the whole adaptive stream is queued before it is due.
        let isQueued = isBeginning || configuration.clock.virtualClock != nil
        report(tracks.applied, needSeek: isQueued ? Track.Kind.allCases : [])
    }

    private func report(_ applied: TrackSelection, needSeek ofPlaylist: [Track.Kind]) {
        tracks.areReported = true
        describeDecoders()
        guard !tracks.all.isEmpty else { return }
        let needSeek = sourceKind == .progressive ? [.video, .audio] + bitmapsNeedSeek : ofPlaylist
        report(.tracks(allTracks, applied: applied, needSeek: needSeek))
    }

    /// Selects other tracks. Subtitles change at once. Audio and video of a file change with the next seek,
    /// and those of an adaptive stream as soon as they arrive.
    func select(_ selection: TrackSelection) {
        if let stream {
            stream.change { $0.select(selection) }
            selectText(selection.subtitles)
            return hasTaken(selection.subtitles, of: .subtitles)
        }
        for kind in [Track.Kind.video, .audio] {
            guard let branch = branches.first(where: { $0.kind == kind.output }),
                let stream = decoded.withLock(\.all).first(where: { $0.track == selection[kind] })
            else { continue }
            branch.awaitFeed(
                SinkBranch.Feed(pad: stream.pad) { [weak self, track = stream.track] in
                    self?.later { $0.hasTaken(track, of: kind) }
                })
        }
        selectText(selection.subtitles)
        showBitmaps(of: selection.subtitles, isAsked: selection.subtitles != tracks.applied.subtitles)
        hasTaken(selection.subtitles, of: .subtitles)
    }

    func hasTaken(_ track: Track.ID?, of kind: Track.Kind) {
        guard tracks.applied[kind] != track else { return }
        tracks.applied[kind] = track
        reportTracks()
        if kind == .audio { audioTrackChanged() }
    }
}
