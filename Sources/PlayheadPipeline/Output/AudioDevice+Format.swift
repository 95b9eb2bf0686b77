internal import GStreamer

extension AudioDevice {
    /// Whether the output can go on with a sound as it is. Where another format follows without a break, it is converted to the one that
    /// the output has: to change that would take time. Where channels would be lost, the output is opened anew.
    func goesOn(with sound: AudioRun) -> Bool {
        guard let last = kept.last?.sound, !last.hasFormat(of: sound) else { return true }
        guard run != nil, let pad = sink.pad("sink"), let caps = pad.caps, let text = pad.capsText,
            sound.channels <= caps.channels ?? 0
        else { return false }
        if !isFormatKept { format.set("caps", text: text) }
        isFormatKept = true
        return true
    }

    /// Has a sound, and what follows it, wait until everything before it has been heard: an output that is opened anew loses what it
    /// still has to play.
    func hold(_ sound: AudioRun, of feed: AudioFeed) {
        feed.pending.append(sound)
        guard !isHeldForFormat else { return }
        isHeldForFormat = true
        lookForEnds()
    }

    /// Goes on with what was held, in its own format.
    func openAnew() {
        dryOut()
        letNextPlay(afresh: true)
    }
}
