internal import AudioProcessing
internal import GStreamer
internal import PlayheadCore

extension AudioDevice {
    /// Whether the output can continue with an audio buffer. A new format that follows without a break is
    /// converted to the format of the output, because a change of format takes time. If channels would be
    /// lost, the output is reopened.
    func goesOn(with sound: AudioRun, of feed: AudioFeed) -> Bool {
        guard let entry = kept.last else { return true }
        let last = entry.sound
        // A change within an item is the affair of `reviewPath`.
        if path == .direct, entry.feed !== feed, !feed.isUntouched { return false }
        if path != .processed || sound.encoding != last.encoding || keepsFormat(of: sound, feed) {
            return last.hasFormat(of: sound)
        }
        if let layout, let wanted = playedLayout(of: sound, of: feed), wanted.count > layout.count {
            return false
        }
        if last.hasFormat(of: sound) { return true }
        guard run != nil, let pad = sink.pad("sink"), let caps = pad.caps, let text = pad.capsText,
            layout != nil || sound.channels <= caps.channels ?? 0
        else { return false }
        if !isFormatKept { format.set("caps", text: text) }
        isFormatKept = true
        return true
    }

    /// The audio buffer in the channels that the output is given.
    func mixed(_ sound: AudioRun, of feed: AudioFeed) -> AudioRun {
        guard let own = sound.channelMask.map(SpeakerLayout.init),
            let wanted = playedLayout(of: sound, of: feed)
        else { return sound }
        let target = layout ?? wanted
        layout = target
        let swapsSides = feed.channels.swapsSides
        guard own != target || own != wanted || swapsSides else { return sound }
        let first = ChannelMatrix(from: own, to: wanted, swapsSides: swapsSides)
        let second = ChannelMatrix(from: wanted, to: target)
        return sound.withChannels(target.mask) { samples in
            let mixed = first.mix(samples)
            return wanted == target ? mixed : second.mix(mixed)
        } ?? sound
    }

    /// The channels in which an audio buffer is played: those that are asked for, or those of the medium, or the
    /// nearest that the sink accepts. Nil if nothing tells the channels of the medium.
    private func playedLayout(of sound: AudioRun, of feed: AudioFeed) -> SpeakerLayout? {
        guard let own = sound.channelMask.map(SpeakerLayout.init) else { return nil }
        let wanted = SpeakerLayout(feed.channels.wanted) ?? own
        if accepts(wanted) { return wanted }
        let narrower: [SpeakerLayout] = [.surround71, .surround51, .stereo, .mono].filter {
            $0.count < wanted.count
        }
        let wider: [SpeakerLayout] = [.stereo, .surround51, .surround71].filter { $0.count > wanted.count }
        return (narrower + wider).first(where: accepts) ?? wanted
    }

    /// Whether the sink accepts channels. A sound server accepts all, and may take its time to say so.
    private func accepts(_ layout: SpeakerLayout) -> Bool {
        guard routing == nil || route.current?.interface == .alsa else { return true }
        if let known = accepted[layout] { return known }
        let result = sink.pad("sink")?.accepts(channelMask: layout.mask) ?? true
        accepted[layout] = result
        return result
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

extension SpeakerLayout {
    fileprivate init?(_ channels: AudioChannels) {
        switch channels {
        case .automatic: return nil
        case .mono: self = .mono
        case .stereo: self = .stereo
        case .surround51: self = .surround51
        case .surround71: self = .surround71
        }
    }
}
