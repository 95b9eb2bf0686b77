internal import PlayheadSystem

/// The encoder padding in an MP4 file as declared by iTunes: numbers as text, in a `----` atom named
/// `iTunSMPB`.
struct ITunesPadding: Equatable, Sendable {
    /// The delay in samples.
    var delay: Int
    /// The padding at the end in samples.
    var padding: Int
    /// The number of original samples.
    var total: Int
    /// The atom in the movie. It is nil if the padding was parsed from text alone.
    private(set) var atom: MP4File.Box?

    /// Parses ` 00000000 00000840 000001CA 00000000003F31F6 …`: unused, delay, padding, length.
    init?(_ text: some StringProtocol) {
        let words = text.split(separator: " ").prefix(4).map { Int($0, radix: 16) }
        guard words.count == 4, let delay = words[1], let padding = words[2], let total = words[3],
            (0...EncoderPadding.longest).contains(delay), (0...EncoderPadding.longest).contains(padding),
            (1...Int.max >> 1).contains(total)
        else { return nil }
        (self.delay, self.padding, self.total) = (delay, padding, total)
    }

    /// Searches the boxes of a movie for the atom.
    init?(in movie: [MP4File.Box], _ bytes: ByteReader) {
        guard Workaround.mp4ITunesPadding.isNeeded else { return nil }
        func inside(_ boxes: [MP4File.Box], _ type: String) -> [MP4File.Box] {
            boxes.filter { $0.type == type }
        }
        let user = inside(movie, "udta").flatMap { MP4File.boxes(in: $0, bytes) }
        let lists = inside(user, "meta").flatMap { meta in
            // The ISO form of QuickTime's box begins with a version.
            let plain = MP4File.boxes(in: meta, bytes)
            var rest = meta
            rest.start += 4
            return inside(plain, "ilst") + inside(MP4File.boxes(in: rest, bytes), "ilst")
        }
        for entry in lists.flatMap({ inside(MP4File.boxes(in: $0, bytes), "----") }) {
            let parts = MP4File.boxes(in: entry, bytes)
            func content(_ type: String, after skipped: Int) -> String? {
                inside(parts, type).first.map {
                    String(decoding: bytes($0.start, $0.count(upTo: 1024)).dropFirst(skipped), as: UTF8.self)
                }
            }
            guard content("name", after: 4) == "iTunSMPB", let text = content("data", after: 8) else {
                continue
            }
            self.init(text)
            atom = entry
            return
        }
        return nil
    }

    /// Hides the atom from the demuxer: qtdemux applies it from 1.24 on, in addition to the player. Returns
    /// false for an invalid box.
    func hide(in movie: inout [UInt8]) -> Bool {
        guard let atom else { return true }
        let type = (atom.start - 4)..<atom.start
        guard movie[type].elementsEqual("----".utf8) else { return false }
        movie.replaceSubrange(type, with: "free".utf8)
        return true
    }
}
