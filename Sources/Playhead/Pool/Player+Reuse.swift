extension Player {
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
