public import Observation
internal import Synchronization

/// A player for user interfaces: its essential facts, observable on the main actor.
///
/// A view that reads a fact is updated when that fact changes, and not because time passes: the position is not among
/// them, see ``ProgressTracker``. What the model's own commands ask for shows in it when they return; everything else, also what
/// is asked of the ``player`` itself, as soon as the main actor gets to it.
///
/// Releasing the model ends its observation and leaves the player as it is.
@MainActor @Observable
public final class PlayerModel {
    /// What is shown, and what the commands go to.
    public let player: Player

    /// The state.
    public private(set) var state = PlaybackState.idle
    /// The life cycle of the current item.
    public private(set) var status = ItemStatus.idle
    /// The current item, or nil when there is none.
    public private(set) var item: MediaItem?
    /// The length of the medium; nil until it is known, and for live content.
    public private(set) var duration: Duration?
    /// The error that ended the current item; nil while there is none.
    public private(set) var error: PlayerError?
    /// Why playback of the current item ended; nil while it has not.
    public private(set) var endReason: EndReason?
    /// What the current item says about itself, its chapters among that; empty until that is known.
    public private(set) var metadata = MediaMetadata()
    /// The chapter that playback is in; nil outside of all, and where there are none.
    public private(set) var currentChapter: Chapter?
    /// What a person sees of the pictures, in square pixels; nil until that is known, and without pictures.
    public private(set) var videoSize: VideoSize?
    /// The text of the subtitle that is due; nil when there is none.
    public private(set) var subtitle: String?
    /// Whether the current item is live content; false until that is known.
    public private(set) var isLive = false
    /// Whether the current item can seek; false until that is known.
    public private(set) var isSeekable = false
    /// Whether the current item has pictures; false until that is known.
    public private(set) var hasVideo = false
    /// Whether the current item has sound; false until that is known.
    public private(set) var hasAudio = false
    /// The speed that the current item is played at.
    public private(set) var effectiveSpeed = 1.0
    /// Whether a seek can succeed: there is content that is not known to refuse it.
    public private(set) var canSeek = false
    /// Whether a skip forwards would move.
    public private(set) var canSkipForward = false
    /// Whether a skip backwards would move.
    public private(set) var canSkipBackward = false

    private var shownMute = false
    private var shownVolume = 1.0
    private var shownSpeed = 1.0
    private var shownAspectMode = AspectMode.fit
    @ObservationIgnored private var attachment: Attachment?

    /// A model of a player, which may have several.
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

    /// Shows what is.
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
        // While media advances, the position that these depend on is about to leave either end.
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
    /// Whether the sound is muted.
    public var isMuted: Bool {
        get { shownMute }
        set { ask { $0.isMuted = newValue } }
    }

    /// The volume as the amplitude's factor, 0 to 1; values outside are clamped.
    public var volume: Double {
        get { shownVolume }
        set { ask { $0.volume = newValue } }
    }

    /// The speed that is asked for, as ``Player/speed``.
    public var speed: Double {
        get { shownSpeed }
        set { ask { $0.speed = newValue } }
    }

    /// How pictures fill the window.
    public var aspectMode: AspectMode {
        get { shownAspectMode }
        set { ask { $0.aspectMode = newValue } }
    }
}
