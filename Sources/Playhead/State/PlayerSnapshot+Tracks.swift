extension PlayerSnapshot {
    /// A caller has chosen; what the item does not have is no choice.
    mutating func select(_ choice: TrackWishes.Choice, of kind: Track.Kind) {
        if case .track(let id) = choice, tracks[id: id]?.kind != kind { return }
        guard item != nil else { return }
        trackWishes[kind] = choice
        chooseTracks()
    }

    /// The pipeline has found streams, or presents others.
    mutating func learn(_ found: [Track], applied: TrackSelection) {
        tracks = TrackList(found, chosen: trackWishes.selection(of: found), applied: applied)
    }

    /// What is chosen follows from the wishes and from what there is.
    mutating func chooseTracks() { tracks.chosen = trackWishes.selection(of: tracks.all) }

    mutating func forgetTracks() {
        tracks = TrackList()
        metadata = MediaMetadata()
        videoSize = nil
        trackWishes = TrackWishes(preferences: trackWishes.preferences)
    }
}
