internal import Synchronization

extension Player {
    /// Neither shows nor sounds what is loaded from now on before it plays, or is brought forward.
    func holdBack() { isHeldBack.store(true, ordering: .sequentiallyConsistent) }

    /// Shows what is loaded.
    func bringForward() {
        guard isHeldBack.exchange(false, ordering: .sequentiallyConsistent) else { return }
        core.withLock { $0.pipelines[$0.snapshot.stamp] }?.perform(.present)
    }

    /// Makes the player as a new one is, for another holder: no content, all settings as at the beginning, and nobody listens.
    ///
    /// Who listened hears that its item ended, and nothing after that; asynchronous sequences and recordings end.
    func becomeAsNew() {
        core.withLock { core in
            let now = time.now
            core.commit(.command(.end(.stopped)), at: now)
            core.commit(.command(.reset), at: now)
            core.dismissListeners(at: now)
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
        }
        carryOut()
    }
}
