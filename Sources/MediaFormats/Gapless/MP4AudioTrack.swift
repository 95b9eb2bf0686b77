/// What the boxes of a track say of how much it holds and of how much of that is played.
struct MP4AudioTrack {
    /// What an edit list of one entry says.
    struct Edit: Equatable {
        /// Where what is played begins, in units of the track.
        var start: Int
        /// How long it is, in units of the movie; 0 when that is not said.
        var length: Int
    }

    /// By which the movie knows it, from 1.
    let id: Int
    /// `soun`, `vide` …
    private(set) var handler = ""
    private(set) var clock: MP4Timescale?
    /// How much was coded, in units of the track.
    private(set) var length = 0
    /// How much is in a frame, in the same units.
    private(set) var frame = 0
    /// The box with the edit list.
    private(set) var edits: MP4File.Box?
    private(set) var edit: Edit?
    /// Whether it is for us to trim: a decoder of Opus does so itself, and a list that is more than one part at its own speed means more.
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
            // An empty edit says -1, and no medium is longer than that.
            start < 1 << min(8 * width - 1, 40), length < 1 << 40, piece.number(bytes: 4) == 0x10000
        else { return isTrimmed = false }
        edit = Edit(start: start, length: length)
    }

    /// Keeps a demuxer from seeing the edit list, and says that all that was coded is to come, down to the last sample; false for a box that is
    /// not one.
    func hideEdits(in movie: inout [UInt8]) -> Bool {
        if let edits {
            let type = (edits.start - 4)..<edits.start
            guard movie[type].elementsEqual("edts".utf8) else { return false }
            movie.replaceSubrange(type, with: "free".utf8)
        }
        clock?.lengthen(to: length, in: &movie)
        return true
    }

    /// What iTunes says, if that is about what was coded: with a doubled rate, it counts what comes out of the decoder.
    func padding(_ said: ITunesPadding, _ clock: MP4Timescale) -> EncoderPadding? {
        let sum = said.delay + said.padding + said.total
        let factor = [1, 2].first { abs(sum - $0 * length) <= $0 * max(frame, 1) }
        return factor.flatMap {
            EncoderPadding(rate: clock.scale * $0, delay: said.delay, total: said.total)
        }
    }

    /// What an edit list says. One in coarse units means all that was coded, if it means that within two of them.
    func padding(_ edit: Edit, _ clock: MP4Timescale, _ movie: MP4Timescale) -> EncoderPadding? {
        let rest = length - edit.start
        guard rest > 0 else { return nil }
        let unit = Double(clock.scale) / Double(movie.scale)
        let said = Double(edit.length) * unit
        let isAll = edit.length == 0 || said >= Double(rest) - (unit > 1 ? 2 * unit : 0)
        return EncoderPadding(rate: clock.scale, delay: edit.start, total: isAll ? rest : Int(said.rounded()))
    }
}
