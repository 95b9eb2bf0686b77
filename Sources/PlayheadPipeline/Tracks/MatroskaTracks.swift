package import GStreamer
internal import MediaFormats
package import PlayheadCore
package import PlayheadSystem

/// A track entry in the header of a Matroska or WebM file, with values that GStreamer 1.22 does not pass on.
package struct MatroskaTrack: Sendable, Equatable {
    /// The track number in the file. GStreamer's stream ids end in `/` and this number, with at least three
    /// digits.
    package var number: Int
    /// Nil for a track that is neither video, audio nor subtitles.
    package var kind: Track.Kind?
    /// The codec id, for example `S_TEXT/ASS`.
    package var codecID = ""
    package var title: String?
    package var language: String?
    package var isDefault = true
    package var isForced = false
    package var isForHearingImpaired = false
    package var isOriginal = false
    /// The encryption of the frames, such as `AES-CTR`; nil if there is none.
    package var encryption: String?
    /// The rotation and mirroring of video (`Projection`).
    package var orientation = PictureOrientation.upright
}

/// Reads the `Tracks` element of a Matroska file (RFC 9559). It reads only the header, in bounded pieces, and
/// checks all values.
package enum MatroskaTracks {
    /// The maximum number of bytes read of the `Tracks` element.
    private static let largestTable = 1 << 20
    private static let mostElements = 256

    /// The tracks of a local file, in the order of their numbers. Empty if it is no Matroska file.
    package static func read(path: FilePath) -> [MatroskaTrack] {
        guard let file = FileBytes(path: path) else { return [] }
        return read { file.bytes(at: $0, count: $1) }
    }

    /// The tracks of a file of which only the beginning has arrived. Nil if more bytes are needed.
    package static func read(head: [UInt8]) -> [MatroskaTrack]? {
        var isShort = false
        let tracks = read { offset, count in
            if offset + count > head.count { isShort = true }
            return offset < head.count ? Array(head[offset..<min(offset + count, head.count)]) : []
        }
        return isShort ? nil : tracks
    }

    /// The maximum number of bytes kept of a file until its tracks are known.
    package static let largestHead = 1 << 20

    static func read(_ bytes: ByteReader) -> [MatroskaTrack] {
        guard let header = Element(at: 0, bytes), header.id == 0x1A45_DFA3, let size = header.size,
            let segment = Element(at: header.content + size, bytes), segment.id == 0x1853_8067
        else { return [] }
        var offset = segment.content
        for _ in 0..<mostElements {
            guard let element = Element(at: offset, bytes), element.id != 0x1F43_B675, let size = element.size
            else { return [] }
            if element.id == 0x1654_AE6B {
                return tracks(in: bytes(element.content, min(size, largestTable)))
            }
            offset = element.content + size
        }
        return []
    }

    /// Whether the file declares itself as WebM, a subset of Matroska.
    static func isWebM(_ bytes: ByteReader) -> Bool {
        guard let header = Element(at: 0, bytes), header.id == 0x1A45_DFA3, let size = header.size else {
            return false
        }
        var piece = ByteCursor(bytes(header.content, min(size, 4096)))
        while let (id, content) = piece.element() {
            if id == 0x4282 { return content.starts(with: "webm".utf8) }
        }
        return false
    }

    private static func tracks(in table: [UInt8]) -> [MatroskaTrack] {
        var (piece, tracks) = (ByteCursor(table), [MatroskaTrack]())
        while let (id, content) = piece.element(), tracks.count < mostElements {
            if id == 0xAE, let track = MatroskaTrack(entry: content) { tracks.append(track) }
        }
        return tracks.sorted { $0.number < $1.number }
    }

    /// The position of an element in the file.
    private struct Element {
        var id: UInt64
        /// Nil if the size is unknown.
        var size: Int?
        var content: Int

        init?(at offset: Int, _ bytes: ByteReader) {
            guard offset >= 0, offset < Int.max / 2 else { return nil }
            var piece = ByteCursor(bytes(offset, 12))
            let count = piece.rest.count
            guard let id = piece.elementID(), let size = piece.elementSize() else { return nil }
            self.id = id
            content = offset + count - piece.rest.count
            self.size = size.flatMap { $0 < Int.max / 2 ? Int($0) : nil }
        }
    }
}

extension MatroskaTrack {
    init?(entry: ArraySlice<UInt8>) {
        var piece = ByteCursor(entry)
        var (number, tag): (Int?, String?)
        self.init(number: 0)
        // English is the default language in the specification.
        var name: String? = "eng"
        while let (id, content) = piece.element() {
            let value = content.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
            switch id {
            case 0xD7: number = Int(exactly: value)
            case 0x83: kind = [1: .video, 2: .audio, 17: .subtitles][value]
            case 0x86: codecID = Self.text(content) ?? ""
            case 0x88: isDefault = value != 0
            case 0x55AA: isForced = value != 0
            case 0x55AB: isForHearingImpaired = value != 0
            case 0x55AE: isOriginal = value != 0
            case 0xE0: orientation = Self.orientation(of: content)
            case 0x536E: title = Self.text(content)
            case 0x22B59C: name = Self.text(content)
            case 0x22B59D: tag = Self.text(content)
            case 0x6D80: encryption = Self.encryption(content)
            default: break
            }
        }
        guard let number else { return nil }
        self.number = number
        language = LanguageTag.tag(for: tag ?? name)
    }

    /// The algorithm and the mode of the first ContentEncryption, at any depth.
    private static func encryption(_ encodings: ArraySlice<UInt8>) -> String? {
        var piece = ByteCursor(encodings)
        while let (id, content) = piece.element() {
            switch id {
            case 0x6240: if let found = encryption(content) { return found }
            case 0x5035: return cipher(content)
            default: break
            }
        }
        return nil
    }

    private static func cipher(_ encryption: ArraySlice<UInt8>) -> String {
        var (piece, algorithm, mode) = (ByteCursor(encryption), 0, 0)
        while let (id, content) = piece.element() {
            switch id {
            case 0x47E1: algorithm = Int(content.last ?? 0)
            case 0x47E7:
                var settings = ByteCursor(content)
                while let (id, content) = settings.element() {
                    if id == 0x47E8 { mode = Int(content.last ?? 0) }
                }
            default: break
            }
        }
        let names = [1: "DES", 2: "3DES", 3: "Twofish", 4: "Blowfish", 5: "AES"]
        let modes = [1: "-CTR", 2: "-CBC"]
        return (names[algorithm] ?? "an unknown algorithm (\(algorithm))")
            + (algorithm == 5 ? modes[mode] ?? "" : "")
    }

    /// The orientation in the element `Video`: a flat projection that is mirrored by a yaw of 180 degrees, and
    /// then turned by its roll, counter-clockwise (RFC 9559, 5.1.4.1.28.41). Other poses are ignored.
    private static func orientation(of video: ArraySlice<UInt8>) -> PictureOrientation {
        var (piece, type, pose) = (ByteCursor(video), UInt64(0), [UInt64: Double]())
        while let (id, content) = piece.element() {
            guard id == 0x7670 else { continue }
            var inner = ByteCursor(content)
            while let (id, content) = inner.element() {
                if id == 0x7671 { type = content.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
                if 0x7673...0x7675 ~= id { pose[id] = EBML.float(content) }
            }
        }
        let (yaw, pitch, roll) = (pose[0x7673] ?? 0, pose[0x7674] ?? 0, pose[0x7675] ?? 0)
        guard type == 0, pitch == 0, yaw == 0 || abs(yaw) == 180, roll.isFinite, abs(roll) <= 360,
            roll.remainder(dividingBy: 90).magnitude < 1
        else { return .upright }
        return PictureOrientation(rotation: -Int((roll / 90).rounded()) * 90, isMirrored: yaw != 0)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    /// Whether a GStreamer stream id belongs to this track.
    package func isStream(_ id: String) -> Bool { number == Self.number(ofStream: id) }

    /// The number of a track in the file, which its stream id ends in.
    static func number(ofStream id: String) -> Int? {
        guard let last = id.split(separator: "/").last?.prefix(while: { $0 != ":" }) else { return nil }
        return last.allSatisfy(\.isNumber) ? Int(last) : nil
    }
}

extension Track {
    /// Copies the values of the file header.
    package mutating func take(_ track: MatroskaTrack) {
        isDefault = track.isDefault
        isForced = track.isForced
        isForHearingImpaired = track.isForHearingImpaired
        isOriginal = track.isOriginal
        title = track.title ?? title
        language = track.language
        follow(track.orientation)
        if kind == .subtitles { codec = Self.subtitleCodecs[track.codecID] ?? codec }
    }

    private static let subtitleCodecs = [
        "S_TEXT/UTF8": "SubRip", "S_TEXT/ASS": "ASS", "S_TEXT/SSA": "SSA", "S_ASS": "ASS", "S_SSA": "SSA",
        "S_TEXT/WEBVTT": "WebVTT", "D_WEBVTT/SUBTITLES": "WebVTT", "S_HDMV/PGS": "PGS", "S_VOBSUB": "VobSub",
        "S_DVBSUB": "DVB subtitles", "S_TEXT/USF": "USF",
    ]
}

extension ByteCursor {
    /// The next EBML element within the bytes. Nil at the end, and for an element that is cut off.
    fileprivate mutating func element() -> (id: UInt64, content: ArraySlice<UInt8>)? {
        guard let id = elementID(), let known = elementSize(), let size = known.flatMap({ Int(exactly: $0) }),
            let content = take(size)
        else { return nil }
        return (id, content)
    }

    /// An element id, including the bits that tell its length (RFC 8794, 5).
    fileprivate mutating func elementID() -> UInt64? {
        guard let first = rest.first, first != 0, first.leadingZeroBitCount < 4 else { return nil }
        return number(bytes: first.leadingZeroBitCount + 1)
    }

    /// An element size without the length bits. The inner value is nil if all bits are set, which means
    /// unknown.
    fileprivate mutating func elementSize() -> UInt64?? {
        guard let first = rest.first, first != 0, let raw = number(bytes: first.leadingZeroBitCount + 1)
        else {
            return nil
        }
        let mask = UInt64(1) << (7 * (first.leadingZeroBitCount + 1)) - 1
        return .some(raw & mask == mask ? nil : raw & mask)
    }
}
