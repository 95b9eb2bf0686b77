internal import GStreamer

/// Streams that go on. What hlsdemux2 gives after a seek into one ends where the playlist ended then (1.22.0); so the pipeline is built anew for each
/// seek, with a playlist that begins with the part that is sought.
extension GStreamerPipeline {
    /// Whether it is a stream that goes on, or did when it was opened, and its playlists are known.
    var isOngoing: Bool { sourceKind != .progressive && window != nil }

    /// A playlist of the item was read.
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

    /// Carries a seek out by opening the stream anew.
    func reopen(for seek: SeekRequest) {
        begin(seek)
        // A gateway that has not read its playlists yet knows none.
        if let known = gateway?.timelines { timelines.merge(known) { $1 } }
        isReopening = true
        tearDown()
        for kind in PresentationMeter.Output.allCases { meter.jump(to: seek.target, on: kind) }
        forgetLevels()
        build()
    }

    /// What a seek led to is there.
    func reopened() {
        guard isReopening, let request = seekInFlight else { return }
        isReopening = false
        seekInFlight = nil
        let position = restingPosition ?? request.target
        for branch in branches { branch.land(at: position, meter) }
        report(.seekDone(serial: request.serial, at: position))
        reportBuffer()
        if isPlayingWanted {
            pipeline?.setState(.playing)
            if pipeline?.isPlaying == true { started() }
        }
        keepTime()
    }
}
