public import Observation
internal import Synchronization

/// A player for user interfaces: its main properties, observable on the main actor.
///
/// A view is updated when a property that it reads changes. The position is not a property here, see
/// ``ProgressTracker``. Effects of the model's own commands are visible when they return. Other changes,
/// including commands to the ``player`` itself, appear when the main actor runs next.
///
/// Releasing the model ends its observation and does not change the player.
@MainActor @Observable
public final class PlayerModel {
    /// The observed player.
    public let player: Player

    /// The playback state.
    public private(set) var state = PlaybackState.idle
    /// The life cycle of the current item.
    public private(set) var status = ItemStatus.idle
    /// The current item, or nil.
    public private(set) var item: MediaItem?
    /// The duration of the medium; nil until it is known, and for live content.
    public private(set) var duration: Duration?
    /// The error that ended the current item; nil without one.
    public private(set) var error: PlayerError?
    /// The reason for the end of the current item; nil before its end.
    public private(set) var endReason: EndReason?
    /// The metadata of the current item, including chapters; empty until it is known.
    public private(set) var metadata = MediaMetadata()
    /// The chapter at the position; nil outside chapters.
    public private(set) var currentChapter: Chapter?
    /// The displayed video size in square pixels; nil until it is known, and without video.
    public private(set) var videoSize: VideoSize?
    /// The text of the visible subtitle; nil without one.
    public private(set) var subtitle: String?
    /// Whether the current item is live; false until it is known.
    public private(set) var isLive = false
    /// Whether the current item is seekable; false until it is known.
    public private(set) var isSeekable = false
    /// Whether the current item has video; false until it is known.
    public private(set) var hasVideo = false
    /// Whether the current item has audio; false until it is known.
    public private(set) var hasAudio = false
    /// The actual speed of the current item.
    public private(set) var effectiveSpeed = 1.0
    /// Whether a seek can succeed: there is content that is not known to be unseekable.
    public private(set) var canSeek = false
    /// Whether a forward skip would seek.
    public private(set) var canSkipForward = false
    /// Whether a backward skip would seek.
    public private(set) var canSkipBackward = false

    private var shownMute = false
    private var shownVolume = 1.0
    private var shownSpeed = 1.0
    private var shownAspectMode = AspectMode.fit
    @ObservationIgnored private var attachment: Attachment?

    /// Makes a model of a player. A player may have several models.
    public init(_ player: Player) {
        self.player = player
        let last = Mutex<PlayerSnapshot?>(nil)
        let notice = MainActorInvalidation(interest: .facts) { snapshot in
            last.withLock { last in
                defer { last = snapshot }
                return last.map {
                    !$0.hasSameFacts(as: snapshot)
                        || $0.progress.motion.jumps != snapshot.progress.motion.jumps
                } ?? false
            }
        } look: { [weak self] in
            self?.look()
        }
        attachment = player.attach(notice)
        look()
    }

    /// Updates the properties.
    func look() {
        let snapshot = player.snapshot
        show(snapshot.state, as: \.state)
        show(snapshot.status, as: \.status)
        show(snapshot.item, as: \.item)
        show(snapshot.duration, as: \.duration)
        show(snapshot.error, as: \.error)
        show(snapshot.endReason, as: \.endReason)
        show(snapshot.subtitle, as: \.subtitle)
        show(snapshot.metadata, as: \.metadata)
        show(snapshot.currentChapter, as: \.currentChapter)
        show(snapshot.videoSize, as: \.videoSize)
        show(snapshot.isLive, as: \.isLive)
        show(snapshot.isSeekable, as: \.isSeekable)
        show(snapshot.hasVideo, as: \.hasVideo)
        show(snapshot.hasAudio, as: \.hasAudio)
        show(snapshot.effectiveSpeed, as: \.effectiveSpeed)
        show(snapshot.canSeek, as: \.canSeek)
        // While media advances, the position is about to leave either end.
        let isPlaying = snapshot.state.isPlaying
        show(isPlaying ? snapshot.canSeek : snapshot.canSkipForward, as: \.canSkipForward)
        show(isPlaying ? snapshot.canSeek : snapshot.canSkipBackward, as: \.canSkipBackward)
        show(snapshot.isMuted, as: \.shownMute)
        show(snapshot.volume, as: \.shownVolume)
        show(snapshot.speed, as: \.shownSpeed)
        show(snapshot.aspectMode, as: \.shownAspectMode)
    }

    private func show<Value: Equatable>(
        _ value: Value, as fact: ReferenceWritableKeyPath<PlayerModel, Value>
    ) {
        if self[keyPath: fact] != value { self[keyPath: fact] = value }
    }
}

extension PlayerModel {
    /// Whether the audio is muted.
    public var isMuted: Bool {
        get { shownMute }
        set { ask { $0.isMuted = newValue } }
    }

    /// The volume, as ``Player/volume``.
    public var volume: Double {
        get { shownVolume }
        set { ask { $0.volume = newValue } }
    }

    /// The requested speed, as ``Player/speed``.
    public var speed: Double {
        get { shownSpeed }
        set { ask { $0.speed = newValue } }
    }

    /// How video fills the window.
    public var aspectMode: AspectMode {
        get { shownAspectMode }
        set { ask { $0.aspectMode = newValue } }
    }
}
