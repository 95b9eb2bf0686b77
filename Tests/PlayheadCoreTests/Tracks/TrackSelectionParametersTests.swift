import Testing

@testable import PlayheadCore

/// Which tracks are chosen, from what is preferred and what there is (contract 4.5).
struct TrackWishesTests {
    private func audio(_ languages: String?..., isDefault place: Int? = nil, original: Int? = nil) -> [Track]
    {
        languages.enumerated().map { index, language in
            var track = Track(id: Track.ID(.audio, index + 1), kind: .audio, language: language)
            track.isDefault = index + 1 == place
            track.isOriginal = index + 1 == original
            return track
        }
    }

    private func text(
        _ number: Int, _ language: String?, isDefault: Bool = false, isForced: Bool = false,
        isForHearingImpaired: Bool = false, isExternal: Bool = false
    ) -> Track {
        var track = Track(id: Track.ID(.subtitles, number), kind: .subtitles, language: language)
        track.isDefault = isDefault
        track.isForced = isForced
        track.isForHearingImpaired = isForHearingImpaired
        track.isExternal = isExternal
        return track
    }

    private func voice(_ tracks: [Track], _ change: (inout TrackPreferences) -> Void = { _ in }) -> String? {
        var preferences = TrackPreferences()
        change(&preferences)
        return TrackSelectionParameters(preferences: preferences).selection(of: tracks).audio?.rawValue
    }

    private func subtitles(_ tracks: [Track], _ change: (inout TrackPreferences) -> Void = { _ in })
        -> String?
    {
        var preferences = TrackPreferences()
        change(&preferences)
        return TrackSelectionParameters(preferences: preferences).selection(of: tracks).subtitles?.rawValue
    }

    @Test func `the medium decides the tracks without preferences`() {
        #expect(voice([]) == nil)
        #expect(voice(audio("en", "de")) == "audio-1")
        #expect(voice(audio("en", "de", isDefault: 2)) == "audio-2")
        #expect(subtitles([text(1, "en"), text(2, "de", isDefault: true)]) == "subtitles-2")
    }

    @Test func `the first available preferred language is chosen`() {
        #expect(voice(audio("en", "de", "fr")) { $0.audioLanguages = ["it", "fr", "de"] } == "audio-3")
        #expect(voice(audio("en", "de", isDefault: 2)) { $0.audioLanguages = ["it"] } == "audio-2")
        #expect(voice(audio("eng", "ger")) { $0.audioLanguages = ["DE"] } == "audio-2")
        #expect(voice(audio("pt-PT", "pt-BR")) { $0.audioLanguages = ["pt-BR"] } == "audio-2")
        #expect(voice(audio("en", "pt")) { $0.audioLanguages = ["pt-BR"] } == "audio-2")
        #expect(voice(audio("de", "en_GB")) { $0.audioLanguages = ["en"] } == "audio-2")
        #expect(voice(audio(nil, "english", "en")) { $0.audioLanguages = ["en"] } == "audio-3")
    }

    @Test func `the original track takes precedence over languages where it is preferred`() {
        let tracks = audio("de", "en", "ja", isDefault: 1, original: 3)
        #expect(voice(tracks) { $0.audioLanguages = ["en"] } == "audio-2")
        #expect(
            voice(tracks) {
                $0.audioLanguages = ["en"]
                $0.prefersOriginal = true
            } == "audio-3")
    }

    @Test func `subtitles in no preferred language are not shown`() {
        let tracks = [text(1, "en", isDefault: true), text(2, "de")]
        #expect(subtitles(tracks) { $0.subtitleLanguages = ["fr"] } == nil)
        #expect(subtitles(tracks) { $0.subtitleLanguages = ["fr", "de"] } == "subtitles-2")
        #expect(subtitles(tracks) { $0.subtitles = .none } == nil)
        #expect(subtitles(tracks) { $0.subtitles = .forcedOnly } == nil)
    }

    @Test func `subtitles for the hearing impaired are chosen on preference`() {
        let tracks = [text(1, "en", isForHearingImpaired: true), text(2, "en")]
        #expect(subtitles(tracks) == "subtitles-2")
        #expect(subtitles(tracks) { $0.prefersHearingImpaired = true } == "subtitles-1")
        #expect(subtitles([tracks[0]]) == "subtitles-1")
    }

    @Test func `sidecar tracks take precedence over subtitle tracks of the medium`() {
        let tracks = [text(1, "en", isDefault: true), text(2, nil, isExternal: true)]
        #expect(subtitles(tracks) == "subtitles-2")
        #expect(subtitles(tracks) { $0.subtitleLanguages = ["en"] } == "subtitles-1")
    }

    @Test func `forced subtitles follow the audio language and are not listed`() {
        let tracks =
            audio("en", "de") + [
                text(1, "en", isForced: true), text(2, "de", isForced: true),
            ]
        #expect(subtitles(tracks) == "subtitles-1")
        #expect(subtitles(tracks) { $0.audioLanguages = ["de"] } == "subtitles-2")
        #expect(subtitles(tracks) { $0.subtitles = .forcedOnly } == "subtitles-1")
        #expect(subtitles(tracks) { $0.subtitles = .none } == nil)
        #expect(subtitles(tracks + [text(3, "fr")]) == "subtitles-3")
        #expect(TrackList(tracks).map(\.id.rawValue) == ["audio-1", "audio-2"])
    }

    @Test func `a selection takes precedence over preferences while its track exists`() {
        var wishes = TrackSelectionParameters(preferences: TrackPreferences(audioLanguages: ["de"]))
        let tracks = audio("en", "de", "fr") + [text(1, "en")]
        wishes.audio = .track(Track.ID(.audio, 3))
        wishes.subtitles = .none
        #expect(wishes.selection(of: tracks).audio?.rawValue == "audio-3")
        #expect(wishes.selection(of: tracks).subtitles == nil)
        #expect(wishes.selection(of: audio("en", "de")).audio?.rawValue == "audio-2")
        wishes.audio = .none
        #expect(wishes.selection(of: tracks).audio?.rawValue == "audio-2")
    }
}
