/// The media length and the edit list of an MP4 track.
struct MP4AudioTrack {
    /// An edit list of one entry.
    struct Edit: Equatable {
        /// The start of the played media, in units of the track.
        var start: Int
        /// The duration in units of the movie; 0 when it is not declared.
        var length: Int
    }

    /// The track ID, from 1 on.
    let id: Int
    /// The handler type: `soun`, `vide` …
    private(set) var handler = ""
    private(set) var clock: MP4Timescale?
    /// The coded length in units of the track.
    private(set) var length = 0
    /// The length of a frame in units of the track.
    private(set) var frame = 0
    /// The box with the edit list.
    private(set) var edits: MP4File.Box?
    private(set) var edit: Edit?
    /// Whether the player trims the track. An Opus decoder trims by itself. An edit list of several entries,
    /// or with another speed, has more effects than trimming.
    private(set) var isTrimmed = true

    init(of track: MP4File.Box, _ bytes: ByteReader) {
        let parts = MP4File.boxes(in: track, bytes)
        id = MP4Chapters.trackID(parts, bytes)
        func box(_ type: String, in boxes: [MP4File.Box]) -> MP4File.Box? {
            boxes.first { $0.type == type }
        }
        func inside(_ type: String, in boxes: [MP4File.Box]) -> [MP4File.Box] {
            box(type, in: boxes).map { MP4File.boxes(in: $0, bytes) } ?? []
        }
        let media = inside("mdia", in: parts)
        if let box = box("hdlr", in: media) {
            handler = String(decoding: bytes(box.start, 12).suffix(4), as: UTF8.self)
        }
        guard handler == "soun" else { return }
        clock = box("mdhd", in: media).flatMap { MP4Timescale($0, bytes) }
        let tables = inside("stbl", in: inside("minf", in: media))
        if let box = box("stsd", in: tables) {
            isTrimmed = !bytes(box.start, 16).suffix(4).elementsEqual("Opus".utf8)
        }
        if let box = box("stts", in: tables) {
            takeTimes(ByteCursor(bytes(box.start, box.count(upTo: MP4Padding.largestMovie))))
        }
        edits = box("edts", in: parts)
        guard let list = box("elst", in: inside("edts", in: parts)) else { return }
        takeEdits(ByteCursor(bytes(list.start, list.count(upTo: 64))))
    }

    private mutating func takeTimes(_ table: ByteCursor) {
        var piece = table
        guard piece.take(8) != nil else { return }
        while let count = piece.integer(bytes: 4), let each = piece.integer(bytes: 4) {
            let (run, isTooLong) = count.multipliedReportingOverflow(by: each)
            let (sum, isBeyond) = length.addingReportingOverflow(run)
            guard !isTooLong, !isBeyond, sum < 1 << 50 else { return length = 0 }
            (length, frame) = (sum, max(frame, each))
        }
    }

    private mutating func takeEdits(_ table: ByteCursor) {
        var piece = table
        let width = piece.number(bytes: 1) == 1 ? 8 : 4
        guard piece.take(3) != nil, let count = piece.integer(bytes: 4), count > 0 else { return }
        guard count == 1, let length = piece.integer(bytes: width), let start = piece.integer(bytes: width),
            // An empty edit has the value -1. Larger values are beyond any medium.
            start < 1 << min(8 * width - 1, 40), length < 1 << 40, piece.number(bytes: 4) == 0x10000
        else { return isTrimmed = false }
        edit = Edit(start: start, length: length)
    }

    /// Hides the edit list from the demuxer, and declares the whole coded length. Returns false for an
    /// invalid box.
    func hideEdits(in movie: inout [UInt8]) -> Bool {
        if let edits {
            let type = (edits.start - 4)..<edits.start
            guard movie[type].elementsEqual("edts".utf8) else { return false }
            movie.replaceSubrange(type, with: "free".utf8)
        }
        clock?.lengthen(to: length, in: &movie)
        return true
    }

    /// The padding declared by iTunes, if it matches the coded length. With a doubled sample rate it counts
    /// decoded samples.
    func padding(_ said: ITunesPadding, _ clock: MP4Timescale) -> EncoderPadding? {
        let sum = said.delay + said.padding + said.total
        let factor = [1, 2].first { abs(sum - $0 * length) <= $0 * max(frame, 1) }
        return factor.flatMap {
            EncoderPadding(rate: clock.scale * $0, delay: said.delay, total: said.total)
        }
    }

    /// The padding declared by an edit list. In coarse units, a length within two units of the coded length
    /// means all of it.
    func padding(_ edit: Edit, _ clock: MP4Timescale, _ movie: MP4Timescale) -> EncoderPadding? {
        let rest = length - edit.start
        guard rest > 0 else { return nil }
        let unit = Double(clock.scale) / Double(movie.scale)
        let said = Double(edit.length) * unit
        let isAll = edit.length == 0 || said >= Double(rest) - (unit > 1 ? 2 * unit : 0)
        return EncoderPadding(rate: clock.scale, delay: edit.start, total: isAll ? rest : Int(said.rounded()))
    }
}
