extension Player {
    /// Draws the video on another surface from now on: in a window of the program, or one of its own. Playback
    /// continues; a paused player shows its frame there. A surface may be attached before, while, and after an item
    /// is loaded. Several players may draw into surfaces of one window.
    ///
    /// Returns when the former surface is no longer in use, and may be destroyed. A surface that cannot be used counts
    /// as lost (``WindowOptions/lossPolicy``).
    public func attach(to surface: VideoSurface) async { await window.attach(to: surface) }

    /// Draws nothing from now on; playback continues. Returns when the surface is no longer in use.
    public func detach() async { await window.attach(to: .none) }
}
