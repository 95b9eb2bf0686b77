internal import GStreamer
internal import MediaFormats
internal import PlayheadCore
internal import PlayheadSystem

extension MediaInspection {
    /// Creates an inspection from the result of a discovery.
    init(item: MediaItem, _ discovery: Discovery) {
        self.init(item: item)
        isPlayable = true
        isSeekable = discovery.isSeekable
        isLive = discovery.isLive
        let path = FileAddress.path(uri: item.uri)
        let file = path.flatMap { FileBytes(path: $0) }
        // Padding that an encoder added does not count.
        let length =
            if Workaround.joinedMP3Length.isNeeded, let joined = file.flatMap({ ConcatenatedMP3($0) }) {
                // The first piece of a concatenated MP3 tells its own length only.
                joined.duration
            } else {
                file.flatMap { EncoderPadding.read($0)?.duration } ?? discovery.duration
            }
        duration = discovery.isLive ? nil : length
        tracks = discovery.tracks
        if discovery.demuxers.contains("matroskademux"), let path { addMatroska(path, discovery) }
        metadata = discovery.metadata(of: file, lasting: duration)
        missing = discovery.missingSegments
    }

    private mutating func addMatroska(_ path: FilePath, _ discovery: Discovery) {
        for entry in MatroskaTracks.read(path: path) {
            let place = discovery.ordered.firstIndex { entry.kind == $0.kind && entry.isStream($0.stream.id) }
            if let place { tracks[place].take(entry) }
        }
    }
}

extension Discovery {
    /// The streams that are tracks, in the order of a player: decodebin sorts them by their ids. An image
    /// beside other streams is no track.
    fileprivate var ordered: [(kind: Track.Kind, stream: Stream)] {
        let isPicture = !streams.contains { $0.kind == .video || $0.kind == .audio }
        let found: [(kind: Track.Kind, stream: Stream)] = streams.compactMap { stream in
            switch stream.kind {
            case .video: (.video, stream)
            case .image: isPicture ? (.video, stream) : nil
            case .audio: (.audio, stream)
            case .subtitles: (.subtitles, stream)
            case .container, .other: nil
            }
        }
        return Track.Kind.allCases.flatMap { kind in
            found.filter { $0.kind == kind }.sorted { $0.stream.id < $1.stream.id }
        }
    }

    fileprivate var tracks: [Track] {
        let isNamed = !MetadataCollector.namers.isDisjoint(with: demuxers)
        var counts: [Track.Kind: Int] = [:]
        return ordered.map { kind, stream in
            counts[kind, default: 0] += 1
            var track = Track(
                id: Track.ID(kind, counts[kind] ?? 1), kind: kind, caps: stream.caps,
                tags: stream.tags.map { [$0] } ?? [], isNamed: isNamed)
            track.codec = track.codec ?? stream.caps.flatMap(StreamNames.codec(of:))
            return track
        }
    }

    /// The relevant demuxers that a player would use.
    fileprivate var demuxers: Set<String> {
        var found: Set<String> = []
        for type in streams.compactMap({ $0.kind == .container ? $0.caps?.mediaType : nil }) {
            if type == "application/ogg" || type.hasSuffix("/ogg") { found.insert("oggdemux") }
            if type.hasSuffix("/webm") { found.insert(MetadataCollector.webM) }
            if type.hasSuffix("matroska") || type.hasSuffix("webm") { found.insert("matroskademux") }
            if ["video/quicktime", "audio/x-m4a", "application/x-3gp"].contains(type) {
                found.insert("qtdemux")
            }
        }
        return found
    }

    fileprivate func metadata(of file: FileBytes?, lasting duration: Duration?) -> MediaMetadata {
        var collector = MetadataCollector()
        if let file, demuxers.contains("qtdemux") {
            collector.fileChapters = MP4Chapters.read { file.bytes(at: $0, count: $1) }
        }
        if let file, let duration { collector.setBitrate(file.size, duration) }
        collector.take(chapters)
        for (place, stream) in streams.enumerated() {
            if let tags = stream.tags { collector.take(tags, from: "\(place)") }
        }
        var metadata = collector.metadata(demuxers: demuxers)
        let container = streams.first { $0.kind == .container }?.caps?.description
        if StreamNames.container(of: demuxers) == nil, let container {
            metadata.container = StreamNames.container(described: container)
        }
        return metadata
    }

    /// The plug-ins that tracks need. The others count only if there is nothing to play.
    var missingSegments: [MissingPlugin] {
        let requests = missing.map { detail in
            let parts = detail.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            return PluginRequest(
                describing: parts.count > 3 ? parts[3] : detail, caps: parts.count > 4 ? parts[4] : detail)
        }
        return (isEmpty ? requests.ofTracks : requests.filter(\.isForTrack)).map { plugin in
            MissingPlugin(what: plugin.description, debianPackage: DebianPackage.providing(plugin.caps))
        }
    }

    /// Whether there is nothing to play.
    var isEmpty: Bool {
        !streams.contains { $0.kind == .video || $0.kind == .image || $0.kind == .audio }
    }
}
