/// The input of the track selection: preferences across items, and the choices for this item.
package struct TrackSelectionParameters: Sendable, Equatable {
    package enum Choice: Sendable, Equatable {
        case automatic
        case none
        case track(Track.ID)
    }

    package var preferences = TrackPreferences()
    package var video = Choice.automatic
    package var audio = Choice.automatic
    package var subtitles = Choice.automatic

    package init(preferences: TrackPreferences = TrackPreferences()) { self.preferences = preferences }

    package subscript(kind: Track.Kind) -> Choice {
        get {
            switch kind {
            case .video: video
            case .audio: audio
            case .subtitles: subtitles
            }
        }
        set {
            switch kind {
            case .video: video = newValue
            case .audio: audio = newValue
            case .subtitles: subtitles = newValue
            }
        }
    }

    /// The tracks to present. The function is pure, so that the player and its pipeline have the same result.
    package func selection(of tracks: [Track]) -> TrackSelection {
        var selection = TrackSelection()
        for kind in [Track.Kind.video, .audio] {
            let candidates = tracks.filter { $0.kind == kind }
            // Audio and video are always selected if available: silence is a volume setting.
            let choice = self[kind] == .none ? .automatic : self[kind]
            selection[kind] = chosen(choice, of: candidates) { best(of: candidates) }
        }
        let texts = tracks.filter { $0.kind == .subtitles }
        let language = tracks.first { $0.id == selection.audio }?.language
        selection.subtitles = chosen(subtitles, of: texts) { bestText(of: texts.filter { !$0.isForced }) }
        if selection.subtitles == nil, preferences.subtitles != .none {
            let forced = texts.filter(\.isForced)
            selection.subtitles = (forced.first { LanguageTag.match($0.language, language) })?.id
        }
        return selection
    }

    private func chosen(_ choice: Choice, of tracks: [Track], _ best: () -> Track.ID?) -> Track.ID? {
        switch choice {
        case .none: nil
        case .track(let id) where tracks.contains { $0.id == id }: id
        case .track, .automatic: best()
        }
    }

    private func best(of tracks: [Track]) -> Track.ID? {
        let ranked = tracks.enumerated().min { one, other in
            rank(one.element, one.offset).lexicographicallyPrecedes(rank(other.element, other.offset))
        }
        return ranked?.element.id
    }

    /// The rank of a track; smaller is better.
    private func rank(_ track: Track, _ place: Int) -> [Int] {
        [
            preferences.prefersOriginal && !track.isOriginal ? 1 : 0,
            LanguageTag.rank(of: track.language, in: preferences.audioLanguages), track.isDefault ? 0 : 1,
            place,
        ]
    }

    private func bestText(of tracks: [Track]) -> Track.ID? {
        guard preferences.subtitles == .automatic else { return nil }
        let languages = preferences.subtitleLanguages
        let wanted = tracks.filter { track in
            languages.isEmpty || LanguageTag.rank(of: track.language, in: languages) < languages.count
                || track.isExternal && track.language == nil
        }
        let ranked = wanted.enumerated().min { one, other in
            textRank(one.element, one.offset).lexicographicallyPrecedes(textRank(other.element, other.offset))
        }
        return ranked?.element.id
    }

    private func textRank(_ track: Track, _ place: Int) -> [Int] {
        [
            LanguageTag.rank(of: track.language, in: preferences.subtitleLanguages),
            track.isForHearingImpaired == preferences.prefersHearingImpaired ? 0 : 1,
            track.isExternal ? 0 : 1, track.hasText ? 0 : 1, track.isDefault ? 0 : 1, place,
        ]
    }
}
