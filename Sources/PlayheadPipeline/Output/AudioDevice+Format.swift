internal import GStreamer

extension AudioDevice {
    /// Whether the output can continue with an audio buffer. A new format that follows without a break is
    /// converted to the format of the output, because a change of format takes time. If channels would be
    /// lost, the output is reopened.
    func goesOn(with sound: AudioRun) -> Bool {
        guard let last = kept.last?.sound, !last.hasFormat(of: sound) else { return true }
        guard run != nil, let pad = sink.pad("sink"), let caps = pad.caps, let text = pad.capsText,
            sound.channels <= caps.channels ?? 0
        else { return false }
        if !isFormatKept { format.set("caps", text: text) }
        isFormatKept = true
        return true
    }

    /// Makes an audio buffer and its successors wait until everything before it has been heard. An output
    /// that is reopened loses what it still has to play.
    func hold(_ sound: AudioRun, of feed: AudioFeed) {
        feed.pending.append(sound)
        guard !isHeldForFormat else { return }
        isHeldForFormat = true
        lookForEnds()
    }

    /// Continues with the audio that was held, in its own format.
    func openAnew() {
        dryOut()
        letNextPlay(afresh: true)
    }
}
