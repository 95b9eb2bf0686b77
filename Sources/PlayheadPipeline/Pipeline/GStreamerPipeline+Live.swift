internal import PlayheadCore
internal import PlayheadNetwork

/// Live streams.
extension GStreamerPipeline {
    /// Whether the item is a live stream, or was one when it was opened, and its playlists are known.
    var isOngoing: Bool { sourceKind != .progressive && window != nil }

    /// Takes the values of a playlist that was read.
    func learn(_ playlist: PlaylistReport) {
        isPresentation = playlist.isOfManifest
        guard playlist.kind == nil, window != nil || !playlist.isComplete else { return }
        let window = StreamWindow(
            from: playlist.window.lowerBound, to: playlist.window.upperBound, holdBack: playlist.holdBack,
            isAppendOnly: playlist.isAppendOnly, isComplete: playlist.isComplete, date: playlist.date)
        guard window != self.window else { return }
        self.window = window
        report(.window(window))
    }
}
