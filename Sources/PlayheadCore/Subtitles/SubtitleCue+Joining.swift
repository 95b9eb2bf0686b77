extension SubtitleCue {
    /// Several cues that are due at once as one: their texts in order, from where the last of them begins to where the first of
    /// them ends. Nil where there is none.
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
