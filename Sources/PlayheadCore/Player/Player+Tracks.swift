extension Player {
    /// The tracks of the current item with the chosen and the applied ones; empty until they are known,
    /// shortly before ``PlayerEvent/ready``.
    public var tracks: TrackList { snapshot.tracks }

    /// Selects a track of the current item. Playback continues at its position; another audio or video track
    /// takes a short seek.
    ///
    /// A track of another item has no effect. The selection ends with the item; ``trackPreferences`` last
    /// longer.
    public func select(_ track: Track) { perform(.command(.select(track.kind, .track(track.id)))) }

    /// Disables subtitles. Forced subtitles are still shown if they match the audio
    /// (``TrackPreferences/Subtitles-swift.enum/none`` disables those too). Audio and video cannot be
    /// deselected: see ``isMuted``.
    public func selectNone(_ kind: Track.Kind) { perform(.command(.select(kind, .none))) }

    /// Returns the selection to the preferences.
    public func selectAutomatically(_ kind: Track.Kind) { perform(.command(.select(kind, .automatic))) }

    /// The preferences of the automatic track selection. Settable at any time; kept across items. The current
    /// item follows them where no track was selected by a command.
    public var trackPreferences: TrackPreferences {
        get { snapshot.trackPreferences }
        set { perform(.command(.setTrackPreferences(newValue))) }
    }

    /// The delay of each subtitle; negative for earlier. Settable at any time; kept across items.
    public var subtitleDelay: Duration {
        get { snapshot.subtitleDelay }
        set { perform(.command(.setSubtitleDelay(newValue))) }
    }

    /// The visible subtitle. Simultaneous cues are joined in order while they stay the same.
    public var subtitleCue: SubtitleCue? { snapshot.subtitleCue }
    /// The metadata of the current item; empty until it is known.
    public var metadata: MediaMetadata { snapshot.metadata }
    /// The displayed video size of the current item in square pixels; nil until it is known, and without
    /// video.
    public var videoSize: VideoSize? { snapshot.videoSize }
}
