/// The segments that a live stream offers at one time. Segments are counted from 0, independent of their
/// media sequence numbers.
struct LiveWindow: Equatable {
    /// The segments in the playlist.
    var listed: Range<Int>
    /// The first available segment.
    var firstAvailable: Int
    /// Whether the playlist is complete and has `EXT-X-ENDLIST`.
    var isComplete: Bool
    /// The time until the next change; nil if there is none.
    var change: Duration?

    /// The limits of what a plan may ask for: numbers that can be computed with, and a list that can be written.
    private static let (mostSegments, mostListed) = (1 << 53, 1 << 20)

    /// Computes the window at a time since the beginning, after rules have advanced it by `shift` segments.
    init(of stream: LiveStream, from source: StreamSource, at time: Duration, movedBy shift: Int = 0) {
        let limit = min(stream.segmentCount ?? Self.mostSegments, Self.mostSegments)
        var count = min(max(stream.startsWith, 1), limit)
        var due = Duration.zero
        while count < limit {
            let next = due + source.segment(count).duration
            if next > time {
                change = next - time
                break
            }
            due = next
            count += 1
        }
        let (moved, isFar) = count.addingReportingOverflow(shift)
        count = min(isFar ? limit : max(moved, 0), limit)
        var size =
            switch stream.window {
            case .segments(let size): max(size, 1)
            case .all: count
            }
        size = min(size, Self.mostListed)
        listed = max(count - size, 0)..<count
        firstAvailable = max(listed.lowerBound - size, 0)
        isComplete = count == limit && stream.end == .vod
        if count == limit { change = nil }
    }

    /// The text of the playlist. The names of the segments contain their media sequence numbers.
    func playlist(of stream: LiveStream, from source: StreamSource, named name: String) -> String {
        var lines = ["#EXTM3U"]
        if let version = source.version { lines.append("#EXT-X-VERSION:\(version)") }
        lines.append("#EXT-X-TARGETDURATION:\(source.targetDuration)")
        lines.append("#EXT-X-MEDIA-SEQUENCE:\(stream.firstSequence + listed.lowerBound)")
        let discontinuities = source.discontinuities(before: listed.lowerBound)
        if discontinuities > 0 { lines.append("#EXT-X-DISCONTINUITY-SEQUENCE:\(discontinuities)") }
        if stream.window == .all { lines.append("#EXT-X-PLAYLIST-TYPE:EVENT") }
        if source.isIndependent { lines.append("#EXT-X-INDEPENDENT-SEGMENTS") }
        if let map = source.map {
            lines.append("#EXT-X-MAP:URI=\"\(StreamNames(name).map(like: map))\"")
        }
        for number in listed {
            let segment = source.segment(number)
            if segment.isDiscontinuous { lines.append("#EXT-X-DISCONTINUITY") }
            lines.append("#EXTINF:\(segment.durationText),")
            lines.append(StreamNames(name).segment(stream.firstSequence + number, like: segment.path))
        }
        if isComplete { lines.append("#EXT-X-ENDLIST") }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// The file names of a stream, derived from the name of its playlist.
struct StreamNames {
    /// The common prefix of the names.
    let stem: String

    /// Makes the names for a playlist, given by its path or name.
    init(_ playlist: String) {
        stem = playlist.lastIndex(of: ".").map { String(playlist[..<$0]) } ?? playlist
    }

    func segment(_ sequence: Int, like path: String) -> String { "\(stem)-\(sequence)\(path.pathExtension)" }

    func map(like path: String) -> String { "\(stem)-init\(path.pathExtension)" }

    /// The media sequence number in the path of a segment.
    func sequence(in path: String) -> Int? {
        guard path.hasPrefix(stem + "-") else { return nil }
        return Int(path.dropFirst(stem.count + 1).prefix { $0 != "." })
    }
}

extension String {
    /// The file name extension with its dot; empty without one.
    fileprivate var pathExtension: String {
        let name = split(separator: "/").last ?? ""
        return name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
    }
}
