internal import GStreamer
internal import MediaFormats
internal import PlayheadCore

extension MediaMetadata {
    /// Takes what tags say, where nothing is known yet.
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
        trackGain = trackGain ?? tags.trackGain
        albumGain = albumGain ?? tags.albumGain
        trackPeak = trackPeak ?? tags.trackPeak
        albumPeak = albumPeak ?? tags.albumPeak
        artwork = artwork ?? tags.picture.map { Artwork(type: $0.type, bytes: $0.bytes) }
        container = container ?? tags.containerName
        if chapters.isEmpty { take(chapters: tags.chapters) }
    }

    /// Takes chapters in any order; one without an end ends where the next one begins.
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

    /// The bit rate over all that bytes and length come to; nil for what is too short to have one.
    static func bitrate(ofBytes bytes: Int, in duration: Duration) -> Int? {
        guard bytes > 0, duration >= .milliseconds(100) else { return nil }
        return Int((Double(bytes) * 8 / duration.inSeconds).rounded())
    }
}

extension TagValues {
    /// What a person would call the container. Tags in front of a file are none.
    fileprivate var containerName: String? {
        container.map(StreamNames.container(described:)).flatMap {
            $0 == "ID3" || $0.contains("tag") ? nil : $0
        }
    }

    /// The chapters that stand in comments (Vorbis) and in frames (ID3v2).
    fileprivate var chapters: [ChapterEntry] {
        let comments = ChapterComments.chapters(in: extendedComments)
        return comments.isEmpty ? id3Frames.compactMap(ID3Chapter.chapter(in:)) : comments
    }
}

/// What a medium says about itself, put together from what its streams say one after another.
///
/// What is said of the medium comes before what is said of a stream, and the stream that spoke first before the others. Where tracks
/// have names of their own, a stream speaks for itself alone.
struct MetadataCollector: Sendable {
    /// The elements that give each stream the name of its track.
    static let namers: Set<String> = ["matroskademux", "qtdemux"]

    /// What stands among the demuxers for the kind of Matroska that has a name of its own.
    static let webM = "webm"

    private struct Said: Sendable {
        var source: String
        var tags: TagValues
    }

    private var said: [Said] = []
    private var table: [ChapterEntry] = []
    /// Chapters that the file holds, and that GStreamer does not read.
    var fileChapters: [ChapterEntry] = []
    private var bitrate: Int?

    /// What one stream says, in place of what it has said before. A radio station says its name once, and then titles alone.
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

    /// Adds to a track what the streams say, if it is the only one that they can speak of.
    func describe(_ track: inout Track) {
        for entry in said where !entry.tags.isGlobal { track.take(entry.tags, isNamed: false) }
    }

    /// How pictures have to be turned.
    var orientation: PictureOrientation? { said.lazy.compactMap(\.tags.orientation).first }

    /// A playlist comes before what it leads to. Sound without a container is named by what it is coded with.
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
