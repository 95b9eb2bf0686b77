/// An observer of player changes. Every function has an empty default implementation.
///
/// Calls are serial and in the order of the events. They are made on the queue given when the observer was
/// added, or on a private serial queue of the player. During a call the player's properties are at least as
/// new as the event. Commands are allowed inside a call.
public protocol PlayerObserver: AnyObject, Sendable {
    /// Any event, before its specific function is called.
    func player(_ player: Player, received event: PlayerEvent)
    /// The state changed.
    func player(_ player: Player, stateChanged change: StateChange)
    /// The current item failed.
    func player(_ player: Player, failedWith error: PlayerError)
    /// The current item is prerolled.
    func playerBecameReady(_ player: Player)
    /// Playback of the current item ended.
    func player(_ player: Player, playbackFinished reason: EndReason)
    /// The visible subtitle changed; nil for none.
    func player(_ player: Player, subtitleChanged cue: SubtitleCue?)
    /// The tracks became known, the selection changed, or a selection took effect.
    func player(_ player: Player, tracksChanged tracks: TrackList)
    /// The metadata became known, or changed.
    func player(_ player: Player, metadataChanged metadata: MediaMetadata)
    /// The displayed video size became known, or changed.
    func player(_ player: Player, videoSizeChanged size: VideoSize?)
    /// The stream type became known, or changed.
    func player(_ player: Player, streamTypeChanged type: StreamType)
    /// The range of seek targets became known, or changed.
    func player(_ player: Player, seekableRangeChanged range: Range<Duration>?)
    /// The fetched variant of an adaptive stream changed.
    func player(_ player: Player, variantChanged variant: StreamVariant?)
    /// The download rate changed, in bits per second; nil if it is no longer known.
    func player(_ player: Player, bandwidthChanged bandwidth: Double?)
    /// Playback entered another chapter, or left all chapters.
    func player(_ player: Player, chapterChanged chapter: Chapter?)
    /// The subtitle delay changed.
    func player(_ player: Player, subtitleDelayChanged delay: Duration)
    /// The delay of sound changed.
    func player(_ player: Player, audioDelayChanged delay: Duration)
    /// The current item changed; it may be none.
    func player(_ player: Player, itemChanged change: ItemChange)
    /// The queue or its settings changed.
    func player(_ player: Player, queueChanged change: QueueChange)
    /// The duration became known, or changed.
    func player(_ player: Player, durationChanged duration: Duration?)
    /// The position was measured or jumped.
    func player(_ player: Player, positionChanged position: Duration)
    /// The audio was muted or unmuted.
    func player(_ player: Player, mutedChanged isMuted: Bool)
    /// The volume changed.
    func player(_ player: Player, volumeChanged volume: Double)
    /// The effects on the sound changed.
    func player(_ player: Player, audioEffectsChanged effects: AudioEffects)
    /// The requested or the effective speed changed.
    func player(_ player: Player, speedChanged asked: Double, effective: Double)
    /// The aspect mode changed.
    func player(_ player: Player, aspectModeChanged mode: AspectMode)
    /// Another audio device was asked for, plays, is lost, or is back.
    func player(_ player: Player, audioDeviceChanged status: AudioDeviceStatus)
    /// The life cycle of the current item advanced.
    func player(_ player: Player, statusChanged status: ItemStatus, from old: ItemStatus)
    /// A problem occurred that does not stop playback.
    func player(_ player: Player, warned warning: PlayerWarning)
    /// Buffering began, advanced or ended; nil when it ended.
    func player(_ player: Player, bufferingChanged buffering: BufferingState?)
    /// Playback stalled, because media is missing.
    func playerStalled(_ player: Player)
    /// Playback resumed after a stall of this length.
    func player(_ player: Player, resumedAfter length: Duration)
    /// An interval of the current item was not presented as intended.
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
    public func player(_ player: Player, audioDelayChanged delay: Duration) {}
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
    public func player(_ player: Player, audioEffectsChanged effects: AudioEffects) {}
    /// Does nothing.
    public func player(_ player: Player, speedChanged asked: Double, effective: Double) {}
    /// Does nothing.
    public func player(_ player: Player, aspectModeChanged mode: AspectMode) {}
    /// Does nothing.
    public func player(_ player: Player, audioDeviceChanged status: AudioDeviceStatus) {}
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

    /// Calls the function for an event, unless the observer no longer wants it.
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
        case .audioDelayChanged(let delay): self.player(player, audioDelayChanged: delay)
        case .mutedChanged(let isMuted): self.player(player, mutedChanged: isMuted)
        case .volumeChanged(let volume): self.player(player, volumeChanged: volume)
        case .audioEffectsChanged(let effects): self.player(player, audioEffectsChanged: effects)
        case .speedChanged(let asked, let effective):
            self.player(player, speedChanged: asked, effective: effective)
        case .aspectModeChanged(let mode): self.player(player, aspectModeChanged: mode)
        case .audioDeviceChanged(let status): self.player(player, audioDeviceChanged: status)
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
