// What is written is what hlsdemux2 of GStreamer 1.22 understands.
extension MediaPlaylist {
    /// The playlist with other addresses. Each segment has to get one of its own: hlsdemux2 drops a segment whose address is that of the one
    /// before. With a timeline, segments are numbered so that a server's restart does not show, and no number is too large for an `int`.
    ///
    /// - A segment that does not exist is written like any other: hlsdemux2 does not know `EXT-X-GAP`, but steps over an empty answer.
    /// - Segments' ranges of bytes stay; that of a map does not, because hlsdemux2 takes it for the next segment's too. Whoever answers the
    ///   request for a map sends that range only.
    /// - What has no duration gets a millisecond: hlsdemux2 passes over what has none, and counts wrong from there on.
    func rewritten(on timeline: PlaylistTimeline? = nil, _ address: (HLSReference) -> String) -> String {
        let shift = timeline?.shift ?? 0
        var text = "#EXTM3U\n#EXT-X-VERSION:\(max(version, 6))\n"
        text += "#EXT-X-TARGETDURATION:\(targetDuration.wholeSeconds)\n"
        text += "#EXT-X-MEDIA-SEQUENCE:\(sequence + shift)\n"
        if discontinuitySequence > 0 {
            text += "#EXT-X-DISCONTINUITY-SEQUENCE:\(discontinuitySequence % Int(Int32.max))\n"
        }
        if let kind { text += "#EXT-X-PLAYLIST-TYPE:\(kind.rawValue)\n" }
        if isIndependent { text += "#EXT-X-INDEPENDENT-SEGMENTS\n" }
        if isIFramesOnly { text += "#EXT-X-I-FRAMES-ONLY\n" }
        if let start { text += start.line }
        var key: Key?
        var map: Map?
        var end = Duration.zero
        var run = discontinuitySequence
        let mayBreak = mayBreak
        for (offset, segment) in segments.enumerated() {
            let number = sequence + offset
            if segment.isDiscontinuity {
                text += "#EXT-X-DISCONTINUITY\n"
                run += 1
            }
            var current = segment.key
            // With another number, the vector that follows from the number would be another one.
            if shift != 0 { current?.initializationVector = segment.key?.vector(of: number) }
            if current != key { text += current?.line(address) ?? "#EXT-X-KEY:METHOD=NONE\n" }
            key = current
            if let found = segment.map, found != map {
                text += "#EXT-X-MAP:URI=\"\(address(.map(found)))\"\n"
                map = found
            }
            if let date = segment.date { text += "#EXT-X-PROGRAM-DATE-TIME:\(HLSDate.text(date))\n" }
            if let bitrate = segment.bitrate { text += "#EXT-X-BITRATE:\(bitrate / 1000)\n" }
            let duration = max(segment.duration, .milliseconds(1))
            text += "#EXTINF:\(HLSNumber.text(duration)),\(segment.title ?? "")\n"
            if let range = segment.range { text += "#EXT-X-BYTERANGE:\(range.length)@\(range.offset)\n" }
            let interval = timeline?.interval(of: number) ?? end..<end + segment.duration
            end = interval.upperBound
            var part = HLSPart(
                number: number, uri: segment.uri, range: segment.range, interval: interval,
                isGap: segment.isGap, isEncrypted: segment.key != nil)
            if segment.key == nil {
                let place = FragmentPlace(
                    map: segment.map, run: run, start: interval.lowerBound, mediaTime: segment.mediaTime)
                part.standIn = segment.map == nil ? nil : place
                if mayBreak { part.fragment = place }
            }
            text += address(.segment(part)) + "\n"
        }
        if isComplete { text += "#EXT-X-ENDLIST\n" }
        return text
    }
}

extension MediaPlaylist.Key {
    fileprivate func line(_ address: (HLSReference) -> String) -> String {
        let vector = initializationVector.map { ",IV=" + HLSNumber.hexadecimal($0) } ?? ""
        return "#EXT-X-KEY:METHOD=AES-128,URI=\"\(address(.key(self)))\"\(vector)\n"
    }
}

extension HLSStart {
    var line: String {
        "#EXT-X-START:TIME-OFFSET=\(HLSNumber.text(offset))\(isPrecise ? ",PRECISE=YES" : "")\n"
    }
}

extension Duration {
    /// In seconds, rounded up, and one at least.
    fileprivate var wholeSeconds: Int64 { max(1, components.seconds + (components.attoseconds > 0 ? 1 : 0)) }
}
