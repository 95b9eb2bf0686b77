internal import Synchronization

/// What a pool does with its players under its own lock: it takes effect at once, as whoever asks for a player sees, and is carried out
/// with ``Player/carryOut()`` when the lock is left.
extension Player {
    /// Loads an item that is neither seen nor heard before it plays or is brought forward; `hear` is called as ``chronicle(positions:_:)`` does.
    func commitHeldBack(
        _ item: MediaItem, _ hear: @escaping @Sendable ([PlayerEvent], PlayerSnapshot) -> Void
    ) -> PlayerObservation {
        isHeldBack.store(true, ordering: .sequentiallyConsistent)
        let (listener, observation) = chronicler(positions: false, hear)
        core.withLock { core in
            let now = time.now
            if core.machine.status != .closed { core.attach(listener, isGreeted: false, at: now) }
            core.commit(.command(.end(.replaced)), at: now)
            core.commit(.command(.load(item, autoplay: false)), at: now)
        }
        return observation
    }

    /// Has what is loaded shown; answers with what is to be told so.
    func commitBringingForward() -> (any MediaPipeline)? {
        guard isHeldBack.exchange(false, ordering: .sequentiallyConsistent) else { return nil }
        return core.withLock { $0.pipelines[$0.machine.stamp] }
    }

    /// Takes the content away.
    func commitReset() {
        core.withLock { core in
            let now = time.now
            core.commit(.command(.end(.stopped)), at: now)
            core.commit(.command(.reset), at: now)
        }
    }

    /// Makes the player as a new one is, for another holder: no content, all settings as at the beginning, and nobody listens.
    ///
    /// Who listened hears that its item ended, and nothing after that; asynchronous sequences and recordings end.
    func commitRenewal() {
        let released = core.withLock { core in
            let now = time.now
            core.commit(.command(.end(.stopped)), at: now)
            core.commit(.command(.reset), at: now)
            let released = core.dismissListeners(at: now)
            let new = PlayerSnapshot()
            let settings: [Command] = [
                .setMuted(new.isMuted), .setVolume(new.volume), .setSpeed(new.speed),
                .setAspectMode(new.aspectMode),
                .setTrackPreferences(new.trackPreferences), .setSubtitleDelay(new.subtitleDelay),
                .select(.video, .automatic), .select(.audio, .automatic), .select(.subtitles, .automatic),
                .edit(.setRepeatMode(new.queue.repeatMode)), .edit(.setEndAction(new.queue.endAction)),
                .edit(.setFailurePolicy(new.queue.failurePolicy)), .edit(.shuffle(nil)),
            ]
            for command in settings { core.commit(.command(command), at: now) }
            return released
        }
        withExtendedLifetime(released) {}
    }
}
