extension SubtitleCue {
    /// Joins simultaneous cues: their texts in order, from the latest start to the earliest end. Nil without
    /// cues.
    package init?(joining cues: [SubtitleCue]) {
        guard var joined = cues.last else { return nil }
        if cues.count > 1 {
            joined.text = cues.map(\.text).joined(separator: "\n")
            joined.markup = cues.map(\.markup).joined(separator: "\n")
            joined.end = cues.map(\.end).min() ?? joined.end
        }
        self = joined
    }
}
