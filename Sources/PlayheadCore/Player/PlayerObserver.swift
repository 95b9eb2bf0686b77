/// Somebody who wants to hear of changes. Every function has a default that does nothing; implement the ones you want.
///
/// Calls come one after another, in the order in which things happened, on the queue that was named when the
/// observer was added, or on a private serial queue of the player. During a call the player's properties
/// are at least as new as what is told. Commands may be given from inside a call.
public protocol PlayerObserver: AnyObject, Sendable {
    /// Any change, before the function that is meant for it is called.
    func player(_ player: Player, received event: PlayerEvent)
    /// The state changed.
    func player(_ player: Player, stateChanged change: StateChange)
    /// The current item cannot go on.
    func player(_ player: Player, failedWith error: PlayerError)
    /// The current item is prerolled.
    func playerBecameReady(_ player: Player)
    /// Playback of the current item ended.
    func player(_ player: Player, playbackFinished reason: EndReason)
    /// Another subtitle is due, or none.
    func player(_ player: Player, subtitleChanged cue: SubtitleCue?)
    /// Tracks became known, another one was chosen, or a choice has taken effect.
    func player(_ player: Player, tracksChanged tracks: TrackList)
    /// What the current item says about itself became known, or changed.
    func player(_ player: Player, metadataChanged metadata: MediaMetadata)
    /// What a person sees of the pictures became known, or changed.
    func player(_ player: Player, videoSizeChanged size: VideoSize?)
    /// It became known how the medium relates to the time in which it is played, or that changed.
    func player(_ player: Player, streamTypeChanged type: StreamType)
    /// Where one can seek to became known, or changed.
    func player(_ player: Player, seekableRangeChanged range: Range<Duration>?)
    /// Another variant of an adaptive stream is being fetched.
    func player(_ player: Player, variantChanged variant: StreamVariant?)
    /// Media comes faster or slower from its network than was told before, in bits per second; nil: it is not known any more.
    func player(_ player: Player, bandwidthChanged bandwidth: Double?)
    /// Playback has come into another chapter, or out of all.
    func player(_ player: Player, chapterChanged chapter: Chapter?)
    /// Subtitles are shown earlier or later.
    func player(_ player: Player, subtitleDelayChanged delay: Duration)
    /// Another item is current, or none.
    func player(_ player: Player, itemChanged change: ItemChange)
    /// The list changed, or what is done with it.
    func player(_ player: Player, queueChanged change: QueueChange)
    /// The length became known, or changed.
    func player(_ player: Player, durationChanged duration: Duration?)
    /// The position was measured anew or jumped.
    func player(_ player: Player, positionChanged position: Duration)
    /// The sound was muted or unmuted.
    func player(_ player: Player, mutedChanged isMuted: Bool)
    /// The volume changed.
    func player(_ player: Player, volumeChanged volume: Double)
    /// Another speed was asked for, or has taken effect.
    func player(_ player: Player, speedChanged asked: Double, effective: Double)
    /// Pictures fill the window in another way.
    func player(_ player: Player, aspectModeChanged mode: AspectMode)
    /// The life cycle of the current item moved on.
    func player(_ player: Player, statusChanged status: ItemStatus, from old: ItemStatus)
    /// Something is not as it should be, and playback goes on.
    func player(_ player: Player, warned warning: PlayerWarning)
    /// What comes from a network is waited for; nil when it is there.
    func player(_ player: Player, bufferingChanged buffering: BufferingState?)
    /// Playback has been standing still for a moment, because media does not come.
    func playerStalled(_ player: Player)
    /// Media has come, after playback stood still for so long.
    func player(_ player: Player, resumedAfter length: Duration)
    /// A stretch of the current item did not reach the outputs though it was to be played.
    func player(_ player: Player, missed gap: MediaGap)
}

extension PlayerObserver {
    /// Does nothing.
    public func player(_ player: Player, received event: PlayerEvent) {}
    /// Does nothing.
    public func player(_ player: Player, stateChanged change: StateChange) {}
    /// Does nothing.
    public func player(_ player: Player, failedWith error: PlayerError) {}
    /// Does nothing.
    public func playerBecameReady(_ player: Player) {}
    /// Does nothing.
    public func player(_ player: Player, playbackFinished reason: EndReason) {}
    /// Does nothing.
    public func player(_ player: Player, subtitleChanged cue: SubtitleCue?) {}
    /// Does nothing.
    public func player(_ player: Player, tracksChanged tracks: TrackList) {}
    /// Does nothing.
    public func player(_ player: Player, metadataChanged metadata: MediaMetadata) {}
    /// Does nothing.
    public func player(_ player: Player, videoSizeChanged size: VideoSize?) {}
    /// Does nothing.
    public func player(_ player: Player, streamTypeChanged type: StreamType) {}
    /// Does nothing.
    public func player(_ player: Player, seekableRangeChanged range: Range<Duration>?) {}
    /// Does nothing.
    public func player(_ player: Player, variantChanged variant: StreamVariant?) {}
    /// Does nothing.
    public func player(_ player: Player, bandwidthChanged bandwidth: Double?) {}
    /// Does nothing.
    public func player(_ player: Player, chapterChanged chapter: Chapter?) {}
    /// Does nothing.
    public func player(_ player: Player, subtitleDelayChanged delay: Duration) {}
    /// Does nothing.
    public func player(_ player: Player, queueChanged change: QueueChange) {}
    /// Does nothing.
    public func player(_ player: Player, itemChanged change: ItemChange) {}
    /// Does nothing.
    public func player(_ player: Player, durationChanged duration: Duration?) {}
    /// Does nothing.
    public func player(_ player: Player, positionChanged position: Duration) {}
    /// Does nothing.
    public func player(_ player: Player, mutedChanged isMuted: Bool) {}
    /// Does nothing.
    public func player(_ player: Player, volumeChanged volume: Double) {}
    /// Does nothing.
    public func player(_ player: Player, speedChanged asked: Double, effective: Double) {}
    /// Does nothing.
    public func player(_ player: Player, aspectModeChanged mode: AspectMode) {}
    /// Does nothing.
    public func player(_ player: Player, statusChanged status: ItemStatus, from old: ItemStatus) {}
    /// Does nothing.
    public func player(_ player: Player, warned warning: PlayerWarning) {}
    /// Does nothing.
    public func player(_ player: Player, bufferingChanged buffering: BufferingState?) {}
    /// Does nothing.
    public func playerStalled(_ player: Player) {}
    /// Does nothing.
    public func player(_ player: Player, resumedAfter length: Duration) {}
    /// Does nothing.
    public func player(_ player: Player, missed gap: MediaGap) {}

    /// Tells one event through the function that is meant for it, unless the observer does not want that any more.
    func hear(_ event: PlayerEvent, of player: Player, while isWanted: () -> Bool) {
        guard isWanted() else { return }
        self.player(player, received: event)
        guard isWanted() else { return }
        switch event {
        case .queueChanged(let change): self.player(player, queueChanged: change)
        case .itemChanged(let change): self.player(player, itemChanged: change)
        case .durationChanged(let duration): self.player(player, durationChanged: duration)
        case .ready: playerBecameReady(player)
        case .stateChanged(let change): self.player(player, stateChanged: change)
        case .statusChanged(let old, let new): self.player(player, statusChanged: new, from: old)
        case .positionChanged(let position): self.player(player, positionChanged: position)
        case .subtitleChanged(let cue): self.player(player, subtitleChanged: cue)
        case .tracksChanged(let tracks): self.player(player, tracksChanged: tracks)
        case .metadataChanged(let metadata): self.player(player, metadataChanged: metadata)
        case .videoSizeChanged(let size): self.player(player, videoSizeChanged: size)
        case .streamTypeChanged(let type): self.player(player, streamTypeChanged: type)
        case .seekableRangeChanged(let range): self.player(player, seekableRangeChanged: range)
        case .variantChanged(let variant): self.player(player, variantChanged: variant)
        case .bandwidthChanged(let bandwidth): self.player(player, bandwidthChanged: bandwidth)
        case .chapterChanged(let chapter): self.player(player, chapterChanged: chapter)
        case .subtitleDelayChanged(let delay): self.player(player, subtitleDelayChanged: delay)
        case .mutedChanged(let isMuted): self.player(player, mutedChanged: isMuted)
        case .volumeChanged(let volume): self.player(player, volumeChanged: volume)
        case .speedChanged(let asked, let effective):
            self.player(player, speedChanged: asked, effective: effective)
        case .aspectModeChanged(let mode): self.player(player, aspectModeChanged: mode)
        case .warning(let warning): self.player(player, warned: warning)
        case .gap(let gap): self.player(player, missed: gap)
        case .error(let error): self.player(player, failedWith: error)
        case .finished(let reason): self.player(player, playbackFinished: reason)
        case .bufferingChanged(let buffering): self.player(player, bufferingChanged: buffering)
        case .stalled: playerStalled(player)
        case .resumed(let length): self.player(player, resumedAfter: length)
        }
    }
}
