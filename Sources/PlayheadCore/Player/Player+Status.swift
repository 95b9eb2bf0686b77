internal import Synchronization

extension Player {
    /// Everything about the player at this instant, as one value. Never blocks on the pipeline; readable from any
    /// thread, in any state, without any observer.
    public var snapshot: PlayerSnapshot { core.snapshot(by: time) }

    /// The state of the reducer, for tests and for media that follow it; takes the lock.
    package var machine: PlayerMachine { core.withLock(\.machine) }

    /// Asks the pipeline where it stands, and answers with a snapshot that holds it: the asynchronous twin of ``snapshot``. When
    /// things have come to rest, both are equal.
    ///
    /// Answers exactly once, also when the item fails, is replaced or the player is closed meanwhile.
    public func refreshed() async -> PlayerSnapshot {
        await withCheckedContinuation { continuation in
            change { core in
                let id = core.registerRefresh { continuation.resume() }
                core.commit(.command(.refresh(id: id)), at: time.now)
            }
        }
        return snapshot
    }

    /// The state.
    public var state: PlaybackState { snapshot.state }
    /// The life cycle of the current item.
    public var status: ItemStatus { snapshot.status }
    /// The current item, or nil when there is none.
    public var item: MediaItem? { snapshot.item }
    /// The length of the medium; nil until it is known, for live content, and once more has been played than was told.
    public var duration: Duration? { snapshot.duration }
    /// Where playback stands: between zero and the duration, never against the direction of play but by a seek or with another item;
    /// the target of a seek in flight.
    public var position: Duration { snapshot.position }
    /// Up to where media is held locally: the whole of a file, what has arrived from a network; nil when that is not known. A fast
    /// fact: measured while somebody listens to positions or takes snapshots, and by ``refreshed()``.
    public var bufferedPosition: Duration? { snapshot.bufferedPosition }
    /// Which parts of the medium are held locally, as far as that is known.
    public var bufferedRanges: [Range<Duration>] { snapshot.bufferedRanges }
    /// What is waited for while the state is one that buffers; nil otherwise.
    public var buffering: BufferingState? { snapshot.buffering }
    /// The error that ended the current item; nil while there is none.
    public var error: PlayerError? { snapshot.error }
}

extension Player {
    /// Whether the sound is muted. May be set at any time and holds over items.
    public var isMuted: Bool {
        get { snapshot.isMuted }
        set { perform(.command(.setMuted(newValue))) }
    }

    /// The volume as the amplitude's factor, 0 to 1; values outside are clamped. May be set at any time and
    /// holds over items.
    public var volume: Double {
        get { snapshot.volume }
        set { perform(.command(.setVolume(newValue))) }
    }

    /// The speed that is asked for: 1 is normal, 0.1 to 16 either way, negative is backwards. Values outside are clamped; 0 and
    /// what is no number is ignored.
    ///
    /// May be set at any time and holds over items. Setting it does not start playback. It takes effect by a seek to where playback
    /// stands; a source that refuses it is played at normal speed, said in a warning: see ``effectiveSpeed``.
    ///
    /// Sound keeps its pitch up to 4 times the speed. Above that and backwards it is muted; ``isMuted`` does not show that.
    public var speed: Double {
        get { snapshot.speed }
        set { perform(.command(.setSpeed(newValue))) }
    }

    /// The speed that the current item is played at.
    public var effectiveSpeed: Double { snapshot.effectiveSpeed }

    /// How pictures fill the window. May be set at any time and holds over items.
    public var aspectMode: AspectMode {
        get { snapshot.aspectMode }
        set { perform(.command(.setAspectMode(newValue))) }
    }
}
