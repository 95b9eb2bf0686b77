/// When the streams of a fragmented MP4 are presented, as the edit lists of its movie box say (ISO/IEC 14496-12, 8.6.6).
///
/// qtdemux (1.22.0) leaves them out where it is given fragments: pictures that are decoded in another order than they are shown would be late
/// against the sound, by 57 ms in what libavformat makes of H.264 and AAC.
struct FragmentedEdits: Equatable {
    /// When what has the media time 0 is presented; nil for a kind of stream that is not in it.
    let video: Duration?
    let audio: Duration?

    /// What is to be added to the times of either stream, so that they come together; one of them is zero.
    var pictures: Duration { delay(video) }
    var sound: Duration { delay(audio) }

    private func delay(_ begin: Duration?) -> Duration {
        guard let video, let audio, let begin else { return .zero }
        return begin - min(video, audio)
    }

    /// More is no delay of an encoder.
    private static let longest: Duration = .seconds(1)

    /// Nil for what has no fragments, no stream or several of a kind, or lists that leave out more than a beginning.
    init?(movie: [UInt8]) {
        let bytes = movie.reader
        let whole = MP4Chapters.Box(type: "moov", start: 8, end: movie.count)
        let parts = MP4Chapters.boxes(in: whole, bytes)
        guard parts.contains(where: { $0.type == "mvex" }),
            let clock = parts.first(where: { $0.type == "mvhd" }).flatMap({ MP4Clock($0, bytes) })
        else { return nil }
        let tracks = parts.filter { $0.type == "trak" }.map { Track(of: $0, clock, bytes) }
        let (videos, sounds) = (
            tracks.filter { $0.handler == "vide" }, tracks.filter { $0.handler == "soun" }
        )
        let begins = (videos + sounds).compactMap(\.begin)
        guard videos.count < 2, sounds.count < 2, let first = begins.min(), let last = begins.max(),
            begins.count == videos.count + sounds.count, last - first < Self.longest
        else { return nil }
        (video, audio) = (videos.first?.begin, sounds.first?.begin)
    }

    private struct Track {
        var handler = ""
        /// When the media time 0 is presented; nil where that cannot be said.
        var begin: Duration?

        init(of track: MP4Chapters.Box, _ movie: MP4Clock, _ bytes: ByteReader) {
            let parts = MP4Chapters.boxes(in: track, bytes)
            func inside(_ type: String, in boxes: [MP4Chapters.Box]) -> [MP4Chapters.Box] {
                boxes.first { $0.type == type }.map { MP4Chapters.boxes(in: $0, bytes) } ?? []
            }
            let media = inside("mdia", in: parts)
            if let box = media.first(where: { $0.type == "hdlr" }) {
                handler = String(decoding: bytes(box.start, 12).suffix(4), as: UTF8.self)
            }
            let edits = inside("edts", in: parts).first { $0.type == "elst" }
            guard let clock = media.first(where: { $0.type == "mdhd" }).flatMap({ MP4Clock($0, bytes) })
            else {
                return
            }
            guard let edits else {
                begin = .zero
                return
            }
            begin = Self.begin(BytePiece(bytes(edits.start, edits.count(upTo: 128))), clock, movie)
        }

        /// Nothing for a while, or not, and then everything from a place on.
        private static func begin(_ list: BytePiece, _ clock: MP4Clock, _ movie: MP4Clock) -> Duration? {
            var piece = list
            let width = piece.number(bytes: 1) == 1 ? 8 : 4
            guard piece.take(3) != nil, let count = piece.integer(bytes: 4), (1...2).contains(count) else {
                return nil
            }
            let empty = UInt64.max >> (64 - 8 * UInt64(width))
            var wait = Duration.zero
            for index in 0..<count {
                guard let length = piece.integer(bytes: width), let place = piece.number(bytes: width),
                    piece.number(bytes: 4) == 0x10000
                else { return nil }
                if UInt64(place) != empty {
                    guard index == count - 1, let place = Int(exactly: place), place < 1 << 40 else {
                        return nil
                    }
                    return wait - .seconds(1) * (Double(place) / Double(clock.scale))
                }
                guard index == 0, count == 2, length < 1 << 40 else { return nil }
                wait = .seconds(1) * (Double(length) / Double(movie.scale))
            }
            return nil
        }
    }
}
