internal import GStreamer
internal import PlayheadCore

/// Bitmap subtitles from the time before the target of a seek, by track.
struct PastBitmaps: Sendable {
    /// The range of the medium that was read.
    var part: Range<Duration>
    var pieces: [Track.ID: [TextSample]]

    /// The subtitles to draw again when playback begins at a position: they began before it and may still be
    /// visible. Their times are moved to the position, because the overlay treats earlier subtitles as over
    /// (1.22.0).
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
                // Subtitles with the same time would be taken for one.
                return (DVBSubtitleWorkaround.widened(left), position + .nanoseconds(place))
            }
        default: return []
        }
    }
}

/// DVD subtitles. One packet contains a bitmap, and the times at which it appears and disappears.
enum VobSub {
    /// Shortens a packet for a later start: commands before that time take effect at once.
    static func shortened(_ piece: [UInt8], by distance: Duration) -> [UInt8] {
        var piece = piece
        let ticks = Int((distance / tick).rounded())
        var (place, next) = (-1, number(at: 2, of: piece) ?? 0)
        // Each command sequence has its time and the offset of the next one. The last one has its own offset.
        while next > place, let delay = number(at: next, of: piece),
            let following = number(at: next + 2, of: piece)
        {
            let left = max(delay - ticks, 0)
            (piece[next], piece[next + 1]) = (UInt8(left >> 8), UInt8(left & 0xFF))
            (place, next) = (next, following)
        }
        return piece
    }

    /// The unit of time in a packet: 1024/90,000 s.
    private static let tick: Duration = .seconds(1024) / 90_000

    private static func number(at place: Int, of bytes: [UInt8]) -> Int? {
        place + 1 < bytes.count ? Int(bytes[place]) << 8 | Int(bytes[place + 1]) : nil
    }
}

/// Blu-ray subtitles (PGS).
enum PGS {
    /// Whether a packet can be drawn without earlier ones, because it begins a new composition.
    static func beginsAnew(_ piece: [UInt8]) -> Bool {
        var place = 0
        while place + 3 <= piece.count {
            let length = Int(piece[place + 1]) << 8 | Int(piece[place + 2])
            // Width, height, frame rate and number precede the composition state.
            if piece[place] == composition, length >= 8, place + 10 < piece.count {
                return piece[place + 10] & 0xC0 != 0
            }
            place += 3 + length
        }
        return false
    }

    private static let composition: UInt8 = 0x16
}
