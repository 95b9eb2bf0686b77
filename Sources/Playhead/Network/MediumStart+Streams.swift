/// What the parts of streams consist of.
extension MediumStart {
    private enum Boxes { case none, some, whole }

    /// What a part of a stream is, by its beginning.
    enum Part {
        /// MPEG-TS, wherever that begins, fragments of MP4, Matroska, or sound as it is: nothing that follows will tell otherwise.
        case streamed
        /// It may be the beginning of a fragment, of which more is to come.
        case cutFragment
        /// Nothing that parts of streams consist of.
        case foreign
        /// Too short to tell.
        case unclear
    }

    var part: Part {
        switch boxes {
        case .whole: .streamed
        case .some: .cutFragment
        case .none where isSound || raw.starts(with: Self.matroska) || isPackets: .streamed
        case .none: raw.count < Self.packets[0] ? .unclear : .foreign
        }
    }

    /// What is there of boxes that fragments begin with. In those that are there as a whole one lies behind the other, and says of each
    /// track what is in it.
    private var boxes: Boxes {
        let reader = raw.reader
        let found = MP4Chapters.boxes(in: raw.content, reader)
        guard raw.count >= 8 else { return .none }
        let isKnown = [0, found.first?.end ?? 0].contains { offset in
            type(at: offset).map(Self.known.contains) ?? false
        }
        guard isKnown else { return .none }
        let fragments = found.filter { $0.type == "moof" }
        let areSound = fragments.allSatisfy { fragment in
            let parts = MP4Chapters.boxes(in: fragment, reader)
            return parts.last?.end == fragment.end
                && parts.filter { $0.type == "traf" }.allSatisfy { track in
                    MP4Chapters.boxes(in: track, reader).contains { $0.type == "tfhd" }
                }
        }
        guard areSound else { return .none }
        let rest = found.last?.end ?? 0
        let next = type(at: rest)
        let types = found.map(\.type) + [next ?? ""]
        // Of a film that is not in fragments, its data are there without one.
        if types.prefix(while: { $0 != "moof" }).contains(where: Self.media.contains) { return .none }
        if !fragments.isEmpty { return .whole }
        // Nor does the header of one that is in fragments tell of each of its pictures.
        if next == "moov", let size = size(at: rest, reader), size > Self.ofFragment - rest { return .none }
        return next == "moof" && !hasHeader(at: rest) ? .none : .some
    }

    /// Whether a fragment that is cut off begins as one does, as far as that is there.
    private func hasHeader(at offset: Int) -> Bool {
        let isLong = raw[offset..<(offset + 4)].elementsEqual([0, 0, 0, 1])
        return type(at: offset + (isLong ? 16 : 8)).map { $0 == "mfhd" } ?? true
    }

    /// How long a box says it is; nil where that is not there as a whole.
    private func size(at offset: Int, _ bytes: ByteReader) -> UInt64? {
        var piece = BytePiece(bytes(offset, 16))
        guard let short = piece.number(bytes: 4), piece.take(4) != nil else { return nil }
        return short == 1 ? piece.number(bytes: 8) : short
    }

    private func type(at offset: Int) -> String? {
        guard raw.count >= offset + 8 else { return nil }
        return String(decoding: raw[(offset + 4)..<(offset + 8)], as: UTF8.self)
    }

    /// MPEG audio or AAC, AC-3, or what is tagged.
    private var isSound: Bool {
        guard raw.count >= 3 else { return false }
        let start = Array(raw.prefix(3))
        return start[0] == 0xff && start[1] & 0xe0 == 0xe0 || start.starts(with: [0x0b, 0x77])
            || start == Array("ID3".utf8)
    }

    /// Three packets on end, or all that there are of fewer.
    private var isPackets: Bool {
        let start = raw.prefix(Self.ofManifest)
        guard start.count >= Self.packets[0] else { return false }
        return Self.packets.contains { size in
            guard start.count >= 3 * size else {
                let first = size == Self.timed ? 4 : 0
                return stride(from: first, to: start.count, by: size).allSatisfy { start[$0] == Self.sync }
            }
            return start.dropLast(2 * size).indices.contains { first in
                start[first] == Self.sync && start[first + size] == Self.sync
                    && start[first + 2 * size] == Self.sync
            }
        }
    }

    /// How much is looked at of what may begin with a fragment.
    static let ofFragment = 1 << 18
    private static let sync: UInt8 = 0x47
    /// How long packets are: as they are, with a time before each, with bytes to mend errors.
    private static let packets = [188, timed, 204]
    private static let timed = 192
    private static let matroska: [UInt8] = [0x1a, 0x45, 0xdf, 0xa3]
    /// What holds media.
    private static let media: Set<String> = ["mdat", "imda"]
    /// What fragments and their headers may begin with.
    private static let known: Set<String> = media.union([
        "styp", "ftyp", "moov", "moof", "mfra", "sidx", "ssix", "emsg", "prft", "free", "skip", "wide",
        "uuid",
        "meta", "meco", "udta", "pdin",
    ])
}
