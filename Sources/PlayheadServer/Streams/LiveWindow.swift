/// What a live stream offers at a time. Segments are counted from 0, whatever their media sequence numbers.
struct LiveWindow: Equatable {
    /// Those that the playlist lists.
    var listed: Range<Int>
    /// The first of those that can be had.
    var firstAvailable: Int
    /// Whether no other will follow, and the playlist says so.
    var isComplete: Bool
    /// How long nothing will change; nil: for ever.
    var change: Duration?

    /// The window of a stream so long after its beginning, after it has been moved on by so many segments.
    init(of stream: LiveStream, from source: StreamSource, at time: Duration, movedBy shift: Int = 0) {
        let limit = stream.segmentCount ?? .max
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
        let size =
            switch stream.window {
            case .segments(let size): max(size, 1)
            case .all: count
            }
        listed = max(count - size, 0)..<count
        firstAvailable = max(listed.lowerBound - size, 0)
        isComplete = count == limit && stream.end == .vod
        if count == limit { change = nil }
    }

    /// The text of the playlist. Its segments are named by their media sequence numbers.
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

/// The names of the files of a stream, beside its playlist.
struct StreamNames {
    /// What they begin with.
    let stem: String

    /// For a playlist, by its path or its name.
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
    /// With its full stop; empty without one.
    fileprivate var pathExtension: String {
        let name = split(separator: "/").last ?? ""
        return name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
    }
}
