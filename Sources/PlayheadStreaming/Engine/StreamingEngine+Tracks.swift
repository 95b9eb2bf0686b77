internal import AdaptiveStreaming
internal import MediaFormats
package import PlayheadCore
package import PlayheadNetwork

/// The tracks that can be selected, and the selected ones.
extension StreamingEngine {
    /// Begins to load the selected renditions, as far as the playlist declares them.
    mutating func wishForTracks() {
        tracks = listed
        for kind in [Track.Kind.audio, .subtitles] { load(wishes.selection(of: publicTracks)[kind], kind) }
    }

    /// The renditions in the order of the playlist.
    private var listed: [StreamTrack] {
        var found: [StreamTrack] = []
        for rendition in renditions(.audio) + renditions(.subtitles) {
            let kind: Track.Kind = rendition.kind == .audio ? .audio : .subtitles
            // Tracks in the variant's own segments are known when the segments arrive.
            guard rendition.uri != nil else { continue }
            var track = StreamTrack(id: StreamTrack.ID(rendition: rendition.index, kind: kind))
            track.take(rendition)
            track.isForced = rendition.isForced
            track.isForHearingImpaired = rendition.characteristics.contains {
                $0.contains("transcribes-spoken-dialog")
            }
            found.append(track)
        }
        return found
    }

    /// The tracks in the form of the public API.
    package var publicTracks: [Track] {
        var counts: [Track.Kind: Int] = [:]
        return tracks.map { track in
            counts[track.id.kind, default: 0] += 1
            let id = Track.ID(track.id.kind, counts[track.id.kind] ?? 1)
            var known = Track(id: id, kind: track.id.kind, title: track.name)
            known.language = track.language.flatMap { LanguageTag.tag(for: $0) }
            known.isDefault = track.isDefault
            known.isForced = track.isForced
            known.isForHearingImpaired = track.isForHearingImpaired
            known.hasText = track.id.kind == .subtitles
            known.encryption = track.encryption
            return known
        }
    }

    /// The internal ID of a public track ID.
    func track(_ id: Track.ID?) -> StreamTrack.ID? {
        zip(publicTracks, tracks).first { $0.0.id == id }?.1.id
    }

    /// The public ID of a track.
    package func name(of id: StreamTrack.ID) -> Track.ID? {
        zip(tracks, publicTracks).first { $0.0.id == id }?.1.id
    }

    /// Loads the segments of a rendition in place of another one of its kind.
    private mutating func load(_ wanted: Track.ID?, _ kind: Track.Kind) {
        let role: StreamRole = kind == .audio ? .audio : .subtitles
        guard let id = track(wanted), let index = id.rendition,
            let rendition = renditions(kind == .audio ? .audio : .subtitles).first(where: {
                $0.index == index
            }),
            let reference = reference(rendition)
        else {
            stop(role)
            return
        }
        if loaders[role]?.reference.place == index, loaders[role]?.isDead != true { return }
        if deadRenditions.contains(index), loaders[role] != nil { return }
        stop(role)
        loaders[role] = StreamLoader(role, reference)
        fetchPlaylist(role)
    }

    /// Stops loading a rendition. Its buffered samples stay until another track is delivered.
    private mutating func stop(_ role: StreamRole) {
        guard let loader = loaders.removeValue(forKey: role) else { return }
        if let load = loader.segment { drop(load) }
        for (request, job) in jobs where job.purpose.role == role { drop(request) }
    }

    /// Applies a new track selection.
    package mutating func select(_ selection: TrackSelection) {
        for kind in [Track.Kind.audio, .subtitles] {
            guard track(selection[kind]) != nil || kind == .subtitles else { continue }
            let id = track(selection[kind])
            load(selection[kind], kind)
            if kind == .audio, let id, !deadRenditions.contains(id.rendition ?? -1) { want(id, for: .audio) }
        }
        if let id = track(selection.video) { want(id, for: .video) }
        pump()
    }

    private mutating func want(_ id: StreamTrack.ID, for output: PresentationMeter.Output) {
        guard outputs[output] != nil else { return }
        let isGivenOut = outputs[output]?.track == id
        outputs[output]?.wanted = isGivenOut ? nil : id
        act(.supplied)
    }

    /// Reports once that the tracks are known.
    mutating func noteReady() {
        guard !isReady, !loaders.isEmpty else { return }
        let awaited = loaders.values.filter { $0.role != .subtitles && !$0.isDead }
        // A rendition without media delays this only until it is completely loaded.
        let areKnown = awaited.allSatisfy { !$0.tracks.isEmpty || $0.isComplete || $0.reader.hasOnlyOther }
        guard areKnown else { return }
        guard awaited.contains(where: { !$0.tracks.isEmpty }) else {
            let nothing = PlayerError(.malformed, "There is nothing to play in the stream", uri: order.uri)
            if awaited.allSatisfy(\.isComplete) { fail(lastLoss ?? nothing) }
            return
        }
        guard awaited.contains(where: { $0.tracks.values.contains { $0.kind != .subtitles } }) else {
            let error = PlayerError(
                .unknownFormat, "The stream has neither audio nor video",
                hint: "play the stream that it belongs to",
                uri: order.uri)
            return fail(error)
        }
        isReady = true
        addOwnTracks()
        let selection = wishes.selection(of: publicTracks)
        for (kind, output) in [(Track.Kind.video, PresentationMeter.Output.video), (.audio, .audio)]
        where order.kinds.contains(kind) {
            var id = track(selection[kind]) ?? tracks.first(where: { $0.id.kind == kind })?.id
            // Another audio rendition may be loaded in its place.
            if kind == .audio, let place = loaders[.audio]?.reference.place {
                id = StreamTrack.ID(rendition: place, kind: .audio)
            }
            guard let id else { continue }
            outputs[output] = StreamOutput(track: id)
        }
        act(.ready)
    }

    /// Adds the tracks in the variant's own segments.
    private mutating func addOwnTracks() {
        guard let main = loaders[.main] else { return }
        let own = Set(main.tracks.values).sorted { $0.place < $1.place }
        let muxed = renditions(.audio).filter { $0.uri == nil }
        var found: [StreamTrack] = []
        for id in own {
            if id.kind == .audio, loaders[.audio] != nil || tracks.contains(where: { $0.id.kind == .audio }) {
                // A separate audio rendition replaces the audio in the variant's segments, unless the
                // playlist declares that too.
                guard let rendition = muxed.first, id.place == 0 else { continue }
                var track = StreamTrack(id: id)
                track.take(rendition)
                found.append(track)
                continue
            }
            if id.kind == .subtitles, tracks.contains(where: { $0.id.kind == .subtitles }) { continue }
            var track = StreamTrack(id: id)
            track.language = format(of: id)?.language
            if id.kind == .audio, let rendition = muxed.first, id.place == 0 {
                track.take(rendition)
            }
            found.append(track)
        }
        let videos = found.filter { $0.id.kind == .video }
        let others = found.filter { $0.id.kind != .video }
        tracks =
            videos + others.filter { $0.id.kind == .audio } + tracks.filter { $0.id.kind == .audio }
            + others.filter { $0.id.kind == .subtitles } + tracks.filter { $0.id.kind == .subtitles }
        for index in tracks.indices {
            let id = tracks[index].id
            tracks[index].format = format(of: id) ?? tracks[index].format
            tracks[index].encryption = loaders.values.lazy.compactMap { $0.schemes[id] }.first
        }
    }

    /// The format of the received samples of a track.
    func format(of id: StreamTrack.ID) -> MediaFormat? {
        if let format = queues[id]?.formats.last { return format }
        return loaders.values.lazy.compactMap { $0.formats[id] }.first
    }
}

extension SegmentReader {
    /// Whether the received data holds video or audio, or may do so.
    var hasMedia: Bool {
        streams.isEmpty || streams.contains { $0.format.kind == .video || $0.format.kind == .audio }
    }

    /// Whether the received data holds no presentable track.
    var hasOnlyOther: Bool { !streams.isEmpty && streams.allSatisfy { $0.format.kind.track == nil } }
}

extension StreamTrack {
    /// Sets the properties that the playlist declares.
    fileprivate mutating func take(_ rendition: MultivariantPlaylist.Rendition) {
        (name, language, isDefault) = (rendition.name, rendition.language, rendition.isDefault)
    }
}
