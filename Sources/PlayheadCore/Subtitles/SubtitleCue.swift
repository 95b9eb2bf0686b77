/// A subtitle with its interval on the media timeline (contract 4.4).
public struct SubtitleCue: Sendable, Hashable, Codable {
    /// The visible text; lines are separated by `\n`.
    public var text: String
    /// The text with the markup of its format.
    public var markup: String
    /// The start in media time.
    public var start: Duration
    /// The end in media time.
    public var end: Duration
    /// The track of the cue.
    public var track: Track.ID?

    /// Makes a cue.
    public init(text: String, markup: String? = nil, start: Duration, end: Duration, track: Track.ID? = nil) {
        self.text = text
        self.markup = markup ?? text
        self.start = start
        self.end = end
        self.track = track
    }
}
