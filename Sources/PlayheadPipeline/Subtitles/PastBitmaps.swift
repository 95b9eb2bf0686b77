internal import GStreamer
internal import PlayheadCore

/// Pictures of text that were read of the time before the target of a seek, by their tracks.
struct PastBitmaps: Sendable {
    /// What was read of the medium.
    var part: Range<Duration>
    var pieces: [Track.ID: [TextSample]]

    /// What has to be drawn anew where playback begins at a position: what began before it and may still be seen, in such a way that what
    /// draws it takes it for its own. The output takes what lies before its beginning for over (1.22.0).
    func due(of track: Track.ID, mediaType: String?, at position: Duration) -> [(
        bytes: [UInt8], start: Duration
    )] {
        let earlier = (pieces[track] ?? []).filter { part.contains($0.start) && $0.start < position }
        switch mediaType {
        case "subpicture/x-dvd":
            return earlier.last.map {
                [(VobSub.shortened($0.bytes, by: position - $0.start), position)]
            } ?? []
        case "subpicture/x-pgs":
            let first = earlier.lastIndex { PGS.beginsAnew($0.bytes) }
            return first.map { first in earlier[first...].map { ($0.bytes, position) } } ?? []
        case "subpicture/x-dvb":
            return earlier.enumerated().map { place, piece in
                let left = DVBSubtitleWorkaround.shortened(piece.bytes, by: position - piece.start)
                // What bears the same time is taken for one.
                return (DVBSubtitleWorkaround.widened(left), position + .nanoseconds(place))
            }
        default: return []
        }
    }
}

/// The pictures of text of a DVD: one piece says what is seen, and when it comes and goes.
enum VobSub {
    /// The same, for who begins so much later: what it says of a time before happens at once.
    static func shortened(_ piece: [UInt8], by distance: Duration) -> [UInt8] {
        var piece = piece
        let ticks = Int((distance / tick).rounded())
        var (place, next) = (-1, number(at: 2, of: piece) ?? 0)
        // Each list of commands tells its time and where the next one is; the last one names itself.
        while next > place, let delay = number(at: next, of: piece),
            let following = number(at: next + 2, of: piece)
        {
            let left = max(delay - ticks, 0)
            (piece[next], piece[next + 1]) = (UInt8(left >> 8), UInt8(left & 0xFF))
            (place, next) = (next, following)
        }
        return piece
    }

    /// In which it counts time.
    private static let tick: Duration = .seconds(1024) / 90_000

    private static func number(at place: Int, of bytes: [UInt8]) -> Int? {
        place + 1 < bytes.count ? Int(bytes[place]) << 8 | Int(bytes[place + 1]) : nil
    }
}

/// The pictures of text of a Blu-ray disc.
enum PGS {
    /// Whether nothing that came earlier is needed to draw it: it composes all anew.
    static func beginsAnew(_ piece: [UInt8]) -> Bool {
        var place = 0
        while place + 3 <= piece.count {
            let length = Int(piece[place + 1]) << 8 | Int(piece[place + 2])
            // Width, height, rate and number come before the state.
            if piece[place] == composition, length >= 8, place + 10 < piece.count {
                return piece[place + 10] & 0xC0 != 0
            }
            place += 3 + length
        }
        return false
    }

    private static let composition: UInt8 = 0x16
}
