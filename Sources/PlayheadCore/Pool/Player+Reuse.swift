internal import Synchronization

/// The operations of a pool on its players under its own lock. They take effect immediately for callers that
/// ask for a player. ``Player/carryOut()`` carries them out outside the lock.
extension Player {
    /// Loads an item that is neither shown nor heard before it plays or is brought forward. `hear` is called
    /// as in ``chronicle(positions:_:)``.
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

    /// Marks the loaded item as presentable; returns the pipeline to notify.
    func commitBringingForward() -> (any MediaPipeline)? {
        guard isHeldBack.exchange(false, ordering: .sequentiallyConsistent) else { return nil }
        return core.withLock { $0.pipelines[$0.machine.stamp] }
    }

    /// Removes the content.
    func commitReset() {
        core.withLock { core in
            let now = time.now
            core.commit(.command(.end(.stopped)), at: now)
            core.commit(.command(.reset), at: now)
        }
    }

    /// Resets the player for another owner: no content, default settings, no listeners.
    ///
    /// Observers receive the end of the item and nothing more; asynchronous sequences and recordings end.
    func commitRenewal() {
        let released = core.withLock { core in
            let now = time.now
            core.commit(.command(.end(.stopped)), at: now)
            core.commit(.command(.reset), at: now)
            let released = core.dismissListeners(at: now)
            let new = PlayerSnapshot()
            let settings: [Command] = [
                .setMuted(new.isMuted), .setVolume(new.volume), .setSpeed(new.speed),
                .setAudioEffects(new.audioEffects), .setAspectMode(new.aspectMode),
                .setAudioDevice(configuration.audioDevice),
                .setTrackPreferences(new.trackPreferences), .setSubtitleDelay(new.subtitleDelay),
                .setAudioDelay(new.audioDelay),
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
