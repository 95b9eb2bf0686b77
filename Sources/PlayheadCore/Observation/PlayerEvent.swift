/// A change of a player, delivered to every observer and every sequence.
///
/// Events are the difference of two snapshots. An event is sent after the commit of the snapshot that shows
/// it. So the player's properties are at least as new as the event during its delivery (contract 3.2).
///
/// Changes with one cause come in this order: queue, item, settings, duration, tracks, metadata, size,
/// stream, warning, gap, ready, error, finished, subtitle, chapter, status, state, buffering, stall, position
/// (contract 3.3).
public enum PlayerEvent: Sendable, Equatable {
    /// The queue or its settings changed.
    case queueChanged(QueueChange)
    /// The current item changed; it may be none.
    case itemChanged(ItemChange)
    /// The duration became known or changed.
    case durationChanged(Duration?)
    /// The current item is prerolled: its first frame or sample can be presented at once.
    case ready
    /// The state changed.
    case stateChanged(StateChange)
    /// The status of the current item changed.
    case statusChanged(from: ItemStatus, to: ItemStatus)
    /// The position advanced or jumped.
    case positionChanged(Duration)
    /// The subtitle cue at the position changed; it may be none.
    case subtitleChanged(SubtitleCue?)
    /// Tracks became known, a track was selected, or a selection took effect.
    case tracksChanged(TrackList)
    /// The metadata became known or changed.
    case metadataChanged(MediaMetadata)
    /// The display size of the video became known or changed.
    case videoSizeChanged(VideoSize?)
    /// The stream type became known or changed.
    case streamTypeChanged(StreamType)
    /// The seekable range became known or changed; in a live stream every few seconds.
    case seekableRangeChanged(Range<Duration>?)
    /// The fetched variant of an adaptive stream changed.
    case variantChanged(StreamVariant?)
    /// The measured bandwidth changed, in bits per second (``PlayerSnapshot/bandwidth``); nil if it is no
    /// longer known.
    case bandwidthChanged(Double?)
    /// The chapter at the position changed; it may be none.
    case chapterChanged(Chapter?)
    /// Audio was muted or unmuted.
    case mutedChanged(Bool)
    /// The volume changed.
    case volumeChanged(Double)
    /// The effects on the sound changed.
    case audioEffectsChanged(AudioEffects)
    /// A speed was requested or took effect.
    case speedChanged(asked: Double, effective: Double)
    /// The subtitle delay changed.
    case subtitleDelayChanged(Duration)
    /// The delay of sound changed.
    case audioDelayChanged(Duration)
    /// The scaling of video in the window changed.
    case aspectModeChanged(AspectMode)
    /// Another audio device was asked for, plays, is lost, or is back.
    case audioDeviceChanged(AudioDeviceStatus)
    /// A fault that does not stop playback.
    case warning(PlayerWarning)
    /// Media of the current item was due and did not reach the outputs.
    case gap(MediaGap)
    /// Playback of the current item failed.
    case error(PlayerError)
    /// Playback of the current item ended.
    case finished(EndReason)
    /// The progress or the reason of buffering changed; nil at its end.
    case bufferingChanged(BufferingState?)
    /// Playback has stalled for lack of data.
    case stalled
    /// Playback resumed after a stall of this duration.
    case resumed(after: Duration)
}

/// A change of state and its cause.
public struct StateChange: Sendable, Equatable {
    /// The cause of a state change.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// A command of the caller.
        case command
        /// The item prerolled.
        case prerolled
        /// The level of a buffer, or data that did not come.
        case buffering
        /// A seek or a step completed.
        case seek
        /// The content ended.
        case ended
        /// A fatal error.
        case error
        /// A timeout passed.
        case timeout
    }

    /// The old state.
    public let from: PlaybackState
    /// The new state.
    public let to: PlaybackState
    /// The cause.
    public let reason: Reason
}
