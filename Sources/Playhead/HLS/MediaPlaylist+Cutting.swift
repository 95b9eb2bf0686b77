extension MediaPlaylist {
    /// The playlist with the segments of these numbers only, as far as it has them; nil where it has none. `isComplete` says whether the end of
    /// the part is the end of all; nil for what the playlist itself says.
    func cut(from first: Int, through last: Int, isComplete: Bool? = nil) -> MediaPlaylist? {
        guard first <= last else { return nil }
        let kept = numbers.clamped(to: first..<(last == Int.max ? last : last + 1))
        guard !kept.isEmpty else { return nil }
        var result = self
        let dropped = segments.prefix(kept.lowerBound - sequence)
        result.segments = Array(segments[(kept.lowerBound - sequence)..<(kept.upperBound - sequence)])
        result.sequence = kept.lowerBound
        result.discontinuitySequence += dropped.count { $0.isDiscontinuity }
        result.isComplete = isComplete ?? self.isComplete
        if isComplete == false, result.kind == .onDemand { result.kind = nil }
        if !result.segments[0].isDiscontinuity, result.segments[0].date == nil {
            result.segments[0].date = Self.dateBehind(dropped)
        }
        return result
    }

    /// When what follows segments begins, by the last date among them.
    private static func dateBehind(_ segments: ArraySlice<Segment>) -> Duration? {
        var behind = Duration.zero
        for segment in segments.reversed() {
            behind += segment.duration
            if let date = segment.date { return date + behind }
            if segment.isDiscontinuity { return nil }
        }
        return nil
    }
}
