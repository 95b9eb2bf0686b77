/// One change of a player, as every observer and every sequence hears it.
///
/// Events are the difference of two snapshots: an event is sent after the snapshot that shows it was committed,
/// so what the player's properties say while an event is delivered is at least as new as the event
/// (contract 3.2). Changes with one cause come in this order: queue, item, settings, duration, tracks, metadata, size, stream, warning, gap,
/// ready, error, finished, subtitle, chapter, status, state, buffering, stall, position (contract 3.3).
public enum PlayerEvent: Sendable, Equatable {
    /// The list changed, or what is done with it.
    case queueChanged(QueueChange)
    /// Another item is current, or none.
    case itemChanged(ItemChange)
    /// The length became known, or changed.
    case durationChanged(Duration?)
    /// The current item is prerolled: its first frame or sample could be shown at once.
    case ready
    /// The state changed.
    case stateChanged(StateChange)
    /// The life cycle of the current item moved on.
    case statusChanged(from: ItemStatus, to: ItemStatus)
    /// The position was measured anew or jumped.
    case positionChanged(Duration)
    /// Another subtitle is due, or none.
    case subtitleChanged(SubtitleCue?)
    /// Tracks became known, another one was chosen, or a choice has taken effect.
    case tracksChanged(TrackList)
    /// What the current item says about itself became known, or changed.
    case metadataChanged(MediaMetadata)
    /// What a person sees of the pictures became known, or changed.
    case videoSizeChanged(VideoSize?)
    /// It became known how the medium relates to the time in which it is played, or that changed.
    case streamTypeChanged(StreamType)
    /// Where one can seek to became known, or changed: of a stream that goes on, every few seconds.
    case seekableRangeChanged(Range<Duration>?)
    /// Another variant of an adaptive stream is being fetched.
    case variantChanged(StreamVariant?)
    /// Media comes faster or slower from its network than was told before, in bits per second (``PlayerSnapshot/bandwidth``); nil: it is not known any more.
    case bandwidthChanged(Double?)
    /// Playback has come into another chapter, or out of all.
    case chapterChanged(Chapter?)
    /// The sound was muted or unmuted.
    case mutedChanged(Bool)
    /// The volume changed.
    case volumeChanged(Double)
    /// Another speed was asked for, or has taken effect.
    case speedChanged(asked: Double, effective: Double)
    /// Subtitles are shown earlier or later.
    case subtitleDelayChanged(Duration)
    /// Pictures fill the window in another way.
    case aspectModeChanged(AspectMode)
    /// Something is not as it should be, and playback goes on.
    case warning(PlayerWarning)
    /// A stretch of the current item did not reach the outputs though it was to be played.
    case gap(MediaGap)
    /// The current item cannot go on.
    case error(PlayerError)
    /// Playback of the current item ended.
    case finished(EndReason)
    /// What comes from a network is waited for: another share of it is there, or it is waited for for another reason; nil when it is there.
    case bufferingChanged(BufferingState?)
    /// Playback has been standing still for a moment, because media does not come.
    case stalled
    /// Media has come, after playback stood still for so long.
    case resumed(after: Duration)
}

/// A change of state and its cause.
public struct StateChange: Sendable, Equatable {
    /// What set a change of state off.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// A command of the caller.
        case command
        /// The item prerolled.
        case prerolled
        /// The level of a buffer, or data that did not come.
        case buffering
        /// A seek or a step was answered.
        case seek
        /// The content ended.
        case ended
        /// A fatal error.
        case error
        /// A timeout passed.
        case timeout
    }

    /// The state before.
    public let from: PlaybackState
    /// The state since then.
    public let to: PlaybackState
    /// What set it off.
    public let reason: Reason
}
