internal import GStreamer
internal import PlayheadCore

extension AudioDevice {
    /// The rest of an audio buffer when the audio delay has changed: silence is put before it, or a part of it is
    /// left out. Nil if nothing remains of it.
    func shifted(_ sound: AudioRun, of feed: AudioFeed) -> AudioRun? {
        let wanted = feed.shift
        guard wanted != shift, let due = sound.due, !isPaused else { return sound }
        var change = wanted - shift
        if dueNext == nil {
            // Nothing sounds that it could continue: what is missing to its time is what it needs.
            let gap = due + feed.delay + wanted - turn - (run == nil ? Self.startDelay : .zero)
            change = min(max(gap, min(change, .zero)), max(change, .zero))
        }
        if change < .zero {
            let left = min(.zero - change, sound.duration)
            if dueNext != nil || left == sound.duration { move(by: .zero - left) } else { shift = wanted }
            return sound.dropping(left)
        }
        if sound.encoding != nil {
            // There is no silence to put before it: the output starts anew, at its time.
            (shift, dueNext) = (wanted, nil)
            return sound
        }
        if let silence = sound.silence(change) { append(silence, of: feed) }
        if dueNext == nil { shift = wanted } else { move(by: change) }
        return sound
    }

    /// The audio that follows has another delay. At the beginning of sound, each buffer is compared with its time
    /// anew.
    private func move(by change: Duration) {
        guard let next = dueNext else { return }
        shift += change
        dueNext = next + change
    }
}
