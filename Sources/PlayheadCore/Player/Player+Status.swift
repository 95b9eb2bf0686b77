internal import Synchronization

extension Player {
    /// All values of the player at this instant. It never blocks on the pipeline, and is readable from any
    /// thread, in any state, without observers.
    public var snapshot: PlayerSnapshot { core.snapshot(by: time) }

    /// The state of the reducer, for tests and for media that follow it; takes the lock.
    package var machine: PlayerMachine { core.withLock(\.machine) }

    /// Queries the position of the pipeline and returns a snapshot with it: the asynchronous form of
    /// ``snapshot``. Without changes in progress, both are equal.
    ///
    /// It returns exactly once, also if the item fails, is replaced, or the player is closed in the meantime.
    public func refreshed() async -> PlayerSnapshot {
        await withCheckedContinuation { continuation in
            change { core in
                let id = core.registerRefresh { continuation.resume() }
                core.commit(.command(.refresh(id: id)), at: time.now)
            }
        }
        return snapshot
    }

    /// The playback state.
    public var state: PlaybackState { snapshot.state }
    /// The life cycle of the current item.
    public var status: ItemStatus { snapshot.status }
    /// The current item, or nil when there is none.
    public var item: MediaItem? { snapshot.item }
    /// The duration of the medium. Nil until it is known, for live content, and after playback beyond the
    /// declared duration.
    public var duration: Duration? { snapshot.duration }
    /// The playback position, between zero and the duration; the target while a seek is in flight. It moves
    /// against the direction of play only with a seek or another item.
    public var position: Duration { snapshot.position }
    /// The end of the locally available media: all of a file, or the received data of a network stream. Nil
    /// if unknown.
    ///
    /// It is a fast value: measured while there are listeners for positions or snapshots, and by
    /// ``refreshed()``.
    public var bufferedPosition: Duration? { snapshot.bufferedPosition }
    /// The locally available ranges of the medium, as far as they are known.
    public var bufferedRanges: [Range<Duration>] { snapshot.bufferedRanges }
    /// The cause and level of buffering while the state is a buffering one; nil otherwise.
    public var buffering: BufferingState? { snapshot.buffering }
    /// The error that ended the current item; nil without one.
    public var error: PlayerError? { snapshot.error }
}

extension Player {
    /// Whether the audio is muted. Settable at any time; kept across items.
    public var isMuted: Bool {
        get { snapshot.isMuted }
        set { perform(.command(.setMuted(newValue))) }
    }

    /// The volume, 0 to 2; other values are clamped. 1 is the level of the medium. Settable at any time; kept
    /// across items.
    ///
    /// It is an amplitude factor, or follows ``AudioEffects/volumeCurve-swift.property``. Above 1 a limiter
    /// keeps peaks below full scale.
    public var volume: Double {
        get { snapshot.volume }
        set { perform(.command(.setVolume(newValue))) }
    }

    /// The requested speed: 1 is normal, 0.1 to 16 in either direction, negative is backwards. Other values
    /// are clamped; 0 and NaN are ignored.
    ///
    /// Settable at any time; kept across items. Setting it does not start playback. It takes effect by a seek
    /// to the current position. A source that refuses it plays at normal speed, with a warning: see
    /// ``effectiveSpeed``.
    ///
    /// Audio keeps its pitch up to a speed of 4. Above that and backwards it is muted; ``isMuted`` does not
    /// change.
    public var speed: Double {
        get { snapshot.speed }
        set { perform(.command(.setSpeed(newValue))) }
    }

    /// The actual speed of the current item.
    public var effectiveSpeed: Double { snapshot.effectiveSpeed }

    /// The audio device; nil follows the default one of the system.
    ///
    /// Settable at any time; kept across items. What was not heard on the former device is heard on this one. A device
    /// that is not there counts as lost (``AudioDeviceLossPolicy``): audio moves to it as soon as it is.
    public var audioDevice: AudioOutputDevice.ID? {
        get { snapshot.audioDevice }
        set { perform(.command(.setAudioDevice(newValue))) }
    }

    /// How video fills the window. Settable at any time; kept across items.
    public var aspectMode: AspectMode {
        get { snapshot.aspectMode }
        set { perform(.command(.setAspectMode(newValue))) }
    }
}
