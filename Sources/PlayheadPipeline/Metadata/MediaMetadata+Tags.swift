internal import GStreamer
internal import MediaFormats
internal import PlayheadCore

extension MediaMetadata {
    /// Takes values from tags where none are known yet.
    mutating func fill(from tags: TagValues) {
        title = title ?? tags.title
        artist = artist ?? tags.artist
        album = album ?? tags.album
        albumArtist = albumArtist ?? tags.albumArtist
        genre = genre ?? tags.genre
        comment = comment ?? tags.comment
        organization = organization ?? tags.organization
        date = date ?? tags.date
        trackNumber = trackNumber ?? tags.trackNumber
        trackCount = trackCount ?? tags.trackCount
        discNumber = discNumber ?? tags.discNumber
        discCount = discCount ?? tags.discCount
        trackGain = trackGain ?? tags.trackGain ?? tags.r128Gain("R128_TRACK_GAIN")
        albumGain = albumGain ?? tags.albumGain ?? tags.r128Gain("R128_ALBUM_GAIN")
        trackPeak = trackPeak ?? tags.trackPeak
        albumPeak = albumPeak ?? tags.albumPeak
        artwork = artwork ?? tags.picture.map { Artwork(type: $0.type, bytes: $0.bytes) }
        container = container ?? tags.containerName
        if chapters.isEmpty { take(chapters: tags.chapters) }
    }

    /// Takes chapters in any order. A chapter without an end lasts until the next one begins.
    mutating func take(chapters entries: [ChapterEntry]) {
        let sorted = entries.enumerated().sorted {
            ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
        }
        chapters = sorted.enumerated().map { place, entry in
            let next = place + 1 < sorted.count ? sorted[place + 1].element.start : nil
            return Chapter(
                id: place, title: entry.element.title, start: entry.element.start,
                end: entry.element.end ?? next)
        }
    }

    /// The average bit rate, from bytes and duration. Nil if the content is too short.
    static func bitrate(ofBytes bytes: Int, in duration: Duration) -> Int? {
        guard bytes > 0, duration >= .milliseconds(100) else { return nil }
        return Int((Double(bytes) * 8 / duration.inSeconds).rounded())
    }
}

extension TagValues {
    /// The common name of the container. A tag format in front of a file is no container.
    fileprivate var containerName: String? {
        container.map(StreamNames.container(described:)).flatMap {
            $0 == "ID3" || $0.contains("tag") ? nil : $0
        }
    }

    /// A gain of an Opus file as one of ReplayGain, in dB: it is a number of 1/256 dB that leads to -23 LUFS
    /// (RFC 7845, section 5.2.1), which is 5 dB less. Decoders apply the gain of the header before it.
    fileprivate func r128Gain(_ name: String) -> Double? {
        let comment = extendedComments.first { $0.uppercased().hasPrefix(name + "=") }
        return comment.flatMap { Int16($0.dropFirst(name.count + 1)) }.map { Double($0) / 256 + 5 }
    }

    /// The chapters in Vorbis comments and ID3v2 frames.
    fileprivate var chapters: [ChapterEntry] {
        let comments = ChapterComments.chapters(in: extendedComments)
        return comments.isEmpty ? id3Frames.compactMap(ID3Chapter.chapter(in:)) : comments
    }
}

/// The metadata of a medium, collected from the tags of its streams.
///
/// Global tags take precedence over tags of a stream, and earlier streams over later ones. If tracks have
/// names of their own, the tags of a stream describe that stream only.
struct MetadataCollector: Sendable {
    /// The demuxers that put the name of a track into the tags of its stream.
    static let namers: Set<String> = ["matroskademux", "qtdemux"]

    /// The entry among the demuxers for WebM, which is Matroska with a name of its own.
    static let webM = "webm"

    private struct Said: Sendable {
        var source: String
        var tags: TagValues
    }

    private var said: [Said] = []
    private var table: [ChapterEntry] = []
    /// Chapters in the file that GStreamer does not read.
    var fileChapters: [ChapterEntry] = []
    private var bitrate: Int?

    /// Takes the tags of one stream, and replaces its earlier tags. A radio station sends its name once, and
    /// only titles later.
    mutating func take(_ tags: TagValues, from source: String, isRadio: Bool = false) {
        var tags = tags
        let place = said.firstIndex { $0.source == source && $0.tags.isGlobal == tags.isGlobal }
        if let place, isRadio {
            tags.organization = tags.organization ?? said[place].tags.organization
            tags.genre = tags.genre ?? said[place].tags.genre
        }
        if let place { said[place].tags = tags } else { said.append(Said(source: source, tags: tags)) }
    }

    mutating func setBitrate(_ bytes: Int, _ duration: Duration) {
        bitrate = MediaMetadata.bitrate(ofBytes: bytes, in: duration)
    }

    mutating func take(_ chapters: [ChapterEntry]) { if !chapters.isEmpty { table = chapters } }

    /// Adds the values of the tags to a track, if it is the only one that they can describe.
    func describe(_ track: inout Track) {
        for entry in said where !entry.tags.isGlobal { track.take(entry.tags, isNamed: false) }
    }

    /// The rotation and mirroring of the video frames.
    var orientation: PictureOrientation? { said.lazy.compactMap(\.tags.orientation).first }

    /// The name of a playlist takes precedence over the container that it leads to. Audio without a container
    /// is named by its codec.
    private func container(of demuxers: Set<String>, tagged: String?) -> String? {
        let known = StreamNames.container(of: demuxers)
        if let known, tagged == nil || ["HLS", "DASH", "WebM"].contains(known) { return known }
        let codecs = said.lazy.compactMap(\.tags.audioCodec)
        return tagged ?? codecs.first.map(StreamNames.codec(described:))
    }

    func metadata(demuxers: Set<String>) -> MediaMetadata {
        var metadata = MediaMetadata()
        metadata.take(chapters: table.isEmpty ? fileChapters : table)
        for entry in said where entry.tags.isGlobal { metadata.fill(from: entry.tags) }
        if Self.namers.isDisjoint(with: demuxers) {
            for entry in said where !entry.tags.isGlobal { metadata.fill(from: entry.tags) }
        }
        metadata.container = container(of: demuxers, tagged: metadata.container)
        metadata.bitrate = bitrate
        return metadata
    }
}
