/// Which tracks are to be chosen by themselves, in every item that has no choice of its own.
public struct TrackPreferences: Sendable, Hashable, Codable {
    /// Which subtitles are chosen by themselves.
    public enum Subtitles: String, Sendable, Hashable, Codable, CaseIterable {
        /// Those in a preferred language; where no language is preferred, those that the medium asks for, else the first.
        case automatic
        /// Only those that are forced, in the language of the sound.
        case forcedOnly
        /// None, not even forced ones.
        case none
    }

    /// Languages of the sound as BCP 47 tags, the best first. `en` also means `en-GB`; `pt-BR` also takes `pt`.
    public var audioLanguages: [String]
    /// Languages of the text as BCP 47 tags, the best first.
    public var subtitleLanguages: [String]
    /// Which subtitles are chosen.
    public var subtitles: Subtitles
    /// Whether sound in the language in which the medium was made comes before the languages.
    public var prefersOriginal: Bool
    /// Whether text for people who hear badly comes first; else it comes last.
    public var prefersHearingImpaired: Bool

    /// Preferences; without any, the medium decides.
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
