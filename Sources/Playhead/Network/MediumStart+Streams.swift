/// What the parts of streams consist of.
extension MediumStart {
    /// Whether it is nothing that a part of a stream consists of, and long enough to tell.
    var isForeign: Bool { bytes.count >= Self.packets[0] && !isStreamed }

    /// Whether it may be MPEG-TS, wherever that begins, boxes of MP4, Matroska, or sound as it is.
    var isStreamed: Bool { isBoxes || isSound || bytes.starts(with: Self.matroska) || isPackets }

    /// A fragment has a header, and where it is there as a whole, says of a track what is in it.
    private var isBoxes: Bool {
        let content = Array(bytes)
        let reader = content.reader
        let found = MP4Chapters.boxes(in: content.content, reader)
        guard content.count >= 8, Self.boxes.contains(type(at: 0, in: content)) else { return false }
        let rest = found.last?.end ?? 0
        if content.count >= rest + 16, type(at: rest, in: content) == "moof" {
            return type(at: rest + 8, in: content) == "mfhd"
        }
        return found.filter { $0.type == "moof" }.allSatisfy { fragment in
            MP4Chapters.boxes(in: fragment, reader).contains { track in
                track.type == "traf" && MP4Chapters.boxes(in: track, reader).contains { $0.type == "tfhd" }
            }
        }
    }

    private func type(at offset: Int, in content: [UInt8]) -> String {
        String(decoding: content[(offset + 4)..<(offset + 8)], as: UTF8.self)
    }

    /// MPEG audio or AAC, AC-3, or what is tagged.
    private var isSound: Bool {
        guard bytes.count >= 3 else { return false }
        let start = Array(bytes.prefix(3))
        return start[0] == 0xff && start[1] & 0xe0 == 0xe0 || start.starts(with: [0x0b, 0x77])
            || start == Array("ID3".utf8)
    }

    /// Three packets on end, or all that there are of fewer.
    private var isPackets: Bool {
        Self.packets.contains { size in
            guard bytes.count >= 3 * size else {
                return stride(from: bytes.startIndex, to: bytes.endIndex, by: size).allSatisfy {
                    bytes[$0] == Self.sync
                }
            }
            return bytes.dropLast(2 * size).indices.contains { first in
                [first, first + size, first + 2 * size].allSatisfy { bytes[$0] == Self.sync }
            }
        }
    }

    private static let sync: UInt8 = 0x47
    /// How long packets are: as they are, with a time before each, with bytes to mend errors.
    private static let packets = [188, 192, 204]
    private static let matroska: [UInt8] = [0x1a, 0x45, 0xdf, 0xa3]
    /// What fragments and their headers may begin with.
    private static let boxes: Set<String> = [
        "styp", "ftyp", "moof", "moov", "sidx", "ssix", "emsg", "prft", "mdat", "free", "skip", "uuid",
        "meta",
    ]
}
