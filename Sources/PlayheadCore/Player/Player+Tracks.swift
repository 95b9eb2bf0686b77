extension Player {
    /// The tracks of the current item, with what is chosen and what is applied of them; empty until they are known, shortly before
    /// ``PlayerEvent/ready``.
    public var tracks: TrackList { snapshot.tracks }

    /// Chooses a track of the current item. Playback goes on where it is; for another sound or picture by a short seek.
    ///
    /// A track that the current item does not have changes nothing. A choice ends with the item; what is to hold longer is a
    /// matter of ``trackPreferences``.
    public func select(_ track: Track) { perform(.command(.select(track.kind, .track(track.id)))) }

    /// Chooses no subtitles. Forced ones are shown all the same where they fit the sound
    /// (``TrackPreferences/Subtitles-swift.enum/none`` turns those off too). Sound and pictures cannot be chosen away: see
    /// ``isMuted``.
    public func selectNone(_ kind: Track.Kind) { perform(.command(.select(kind, .none))) }

    /// Leaves the choice to the preferences again.
    public func selectAutomatically(_ kind: Track.Kind) { perform(.command(.select(kind, .automatic))) }

    /// Which tracks are chosen by themselves. May be set at any time and holds over items; the current item follows where
    /// nothing was chosen by hand.
    public var trackPreferences: TrackPreferences {
        get { snapshot.trackPreferences }
        set { perform(.command(.setTrackPreferences(newValue))) }
    }

    /// How much later than it says each subtitle is shown; negative for earlier. May be set at any time and holds over items.
    public var subtitleDelay: Duration {
        get { snapshot.subtitleDelay }
        set { perform(.command(.setSubtitleDelay(newValue))) }
    }

    /// The subtitle that is shown: of several at once, their texts in order, for as long as these stay the same.
    public var subtitleCue: SubtitleCue? { snapshot.subtitleCue }
    /// What the current item says about itself; empty until that is known.
    public var metadata: MediaMetadata { snapshot.metadata }
    /// What a person sees of the current item's pictures, in square pixels; nil until that is known, and without pictures.
    public var videoSize: VideoSize? { snapshot.videoSize }
}
