/// One text that is due for a while on the medium's timeline (contract 4.4).
public struct SubtitleCue: Sendable, Hashable, Codable {
    /// What a person reads; lines are parted by `\n`.
    public var text: String
    /// The text with what marks it up, as its format has it.
    public var markup: String
    /// When it is to be shown, in media time.
    public var start: Duration
    /// When it is to be shown no longer.
    public var end: Duration
    /// The track that it belongs to.
    public var track: Track.ID?

    /// A cue.
    public init(text: String, markup: String? = nil, start: Duration, end: Duration, track: Track.ID? = nil) {
        self.text = text
        self.markup = markup ?? text
        self.start = start
        self.end = end
        self.track = track
    }
}
