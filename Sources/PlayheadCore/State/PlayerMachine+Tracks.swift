extension PlayerMachine {
    /// Applies a caller's selection; an unknown track is ignored.
    mutating func select(
        _ choice: TrackSelectionParameters.Choice, of kind: Track.Kind, at moment: Moment,
        effects: inout [Effect]
    ) {
        if case .track(let id) = choice, tracks[id: id]?.kind != kind { return }
        guard item != nil else { return }
        trackWishes[kind] = choice
        chooseTracks(at: moment, effects: &effects)
    }

    /// The pipeline has found tracks, or presents other ones.
    mutating func learn(
        _ found: [Track], applied: TrackSelection, needSeek: [Track.Kind], at moment: Moment,
        effects: inout [Effect]
    ) {
        let isNew = !knowsTracks || tracks.isEmpty
        let nowNeedSeek = needSeek.filter { !tracksNeedSeek.contains($0) }
        tracksNeedSeek = needSeek
        let isFirst = tracks.isEmpty
        knowsTracks = true
        tracks = TrackList(found, chosen: trackWishes.selection(of: found), applied: applied)
        if isFirst { missTracks() }
        // The initial tracks of the medium differ from the chosen ones.
        if isNew, !isOpened, needSeek.contains(where: { tracks.chosen[$0] != applied[$0] }) {
            seekInPlace(at: moment, effects: &effects)
        }
        // A selection during playback needs a seek.
        if !isNew, isPrerolled, isSeekable, wantsToPlay, !seeks.isBusy, status != .ended,
            nowNeedSeek.contains(where: { tracks.chosen[$0] != applied[$0] })
        {
            seekInPlace(at: moment, effects: &effects)
        }
    }

    /// Warns if the item has no track that was requested for its start.
    private mutating func missTracks() {
        for kind in Track.Kind.allCases {
            guard let id = item?.tracks[kind], trackWishes[kind] == .track(id), tracks[id: id] == nil else {
                continue
            }
            let known = tracks[kind].map(\.id.rawValue).joined(separator: ", ")
            warn(
                PlayerWarning(
                    "There is no track \(id)", hint: known.isEmpty ? nil : "there are: \(known)"))
        }
    }

    /// Derives the chosen tracks from the parameters and the available tracks.
    mutating func chooseTracks(at moment: Moment, effects: inout [Effect]) {
        let before = tracks.chosen
        tracks.chosen = trackWishes.selection(of: tracks.all)
        guard hasPipeline, tracksNeedSeek.contains(where: { tracks.chosen[$0] != before[$0] }) else { return }
        if isPrerolled {
            if !isSeekable { return refuseTracks() }
            if status == .ended { return }
        }
        seekInPlace(at: moment, effects: &effects)
    }

    /// Keeps the presented tracks, with a warning.
    private mutating func refuseTracks() {
        for kind in [Track.Kind.video, .audio] {
            if let applied = tracks.applied[kind] { trackWishes[kind] = .track(applied) }
        }
        tracks.chosen = trackWishes.selection(of: tracks.all)
        warn(PlayerWarning("This content cannot seek: what is presented of its tracks stays"))
    }

    mutating func forgetTracks() {
        tracks = TrackList()
        knowsTracks = false
        tracksNeedSeek = []
        metadata = MediaMetadata()
        chapterTimes = TimeSubscriptions()
        awaitsChapter = false
        videoSize = nil
        transcribed = []
        trackWishes = TrackSelectionParameters(preferences: trackWishes.preferences)
    }
}
