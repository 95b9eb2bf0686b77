/// The preferences of the automatic track selection, for every item without a selection of its own.
public struct TrackPreferences: Sendable, Hashable, Codable {
    /// The automatic selection of subtitles.
    public enum Subtitles: String, Sendable, Hashable, Codable, CaseIterable {
        /// Subtitles in a preferred language; without preferred languages the default track of the medium,
        /// else the first.
        case automatic
        /// Only forced subtitles, in the language of the audio.
        case forcedOnly
        /// No subtitles, not even forced ones.
        case none
    }

    /// The audio languages as BCP 47 tags, in descending preference. `en` also matches `en-GB`; `pt-BR` also
    /// matches `pt`.
    public var audioLanguages: [String]
    /// The subtitle languages as BCP 47 tags, in descending preference.
    public var subtitleLanguages: [String]
    /// The automatic selection of subtitles.
    public var subtitles: Subtitles
    /// Whether audio in the original language takes precedence over the languages.
    public var prefersOriginal: Bool
    /// Whether subtitles for the hearing impaired come first; otherwise they come last.
    public var prefersHearingImpaired: Bool

    /// Makes preferences; without any, the medium decides.
    public init(
        audioLanguages: [String] = [], subtitleLanguages: [String] = [], subtitles: Subtitles = .automatic,
        prefersOriginal: Bool = false, prefersHearingImpaired: Bool = false
    ) {
        self.audioLanguages = audioLanguages
        self.subtitleLanguages = subtitleLanguages
        self.subtitles = subtitles
        self.prefersOriginal = prefersOriginal
        self.prefersHearingImpaired = prefersHearingImpaired
    }
}
