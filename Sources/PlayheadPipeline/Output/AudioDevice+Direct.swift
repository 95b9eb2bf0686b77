internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import Synchronization

/// The sound that a device is given as it is in the medium, where nothing has to change it.
struct DirectPlayback: Sendable {
    /// The encodings that a device decodes itself, if it offers that.
    var encodings: Set<EncodedAudio> = []
    /// Whether decoded samples are given to a sound card in their own format.
    var isExclusive = false

    var isWanted: Bool { isExclusive || !encodings.isEmpty }
}

extension DirectPlayback {
    init(_ configuration: PlayerConfiguration) {
        isExclusive = configuration.isAudioExclusive
        if configuration.audioFilter == nil {
            encodings = Set(configuration.audioPassthrough.compactMap(\.encodedAudio))
        }
    }
}

/// The elements between the source and the sink of an audio output.
enum AudioPath: Equatable {
    /// Converters and effects.
    case processed
    /// Nothing.
    case direct
    /// A decoder, converters and effects.
    case decoded(EncodedAudio)
}

/// A start that waits for the time at which the first frame is due. There are no frames of silence to put before it.
struct DelayedStart {
    /// The number of starts, of which only the last one counts.
    private(set) var number = 0
    private var end: Duration?
    /// What remains to wait after a pause.
    private(set) var rest: Duration?

    var isPending: Bool { end != nil || rest != nil }

    mutating func begin(until end: Duration) {
        (self.end, rest) = (end, nil)
        number += 1
    }

    mutating func pause(at now: Duration) {
        guard let end else { return }
        (self.end, rest) = (nil, max(end - now, .zero))
        number += 1
    }

    mutating func cancel() {
        (end, rest) = (nil, nil)
        number += 1
    }
}

extension AudioDevice {
    /// Links the path of the next sound. Called before the output starts.
    func linkPath() {
        let next = nextPath
        guard next != path, let out = source.pad("src"), let last = sink.pad("sink") else { return }
        if let peer = out.peer { out.unlink(from: peer) }
        if let peer = last.peer { peer.unlink(from: last) }
        if let decoder {
            if let exit = decoder.pad("src"), let peer = exit.peer { exit.unlink(from: peer) }
            pipeline.remove(decoder)
        }
        decoder = nil
        path = next
        if case .decoded(let encoding) = next { decoder = encoding.makeDecoder() }
        if let decoder {
            pipeline.add(decoder)
            decoder.link(to: convert)
            decoder.syncStateWithParent()
        }
        let entry = next == .direct ? last : (decoder ?? convert).pad("sink")
        if let entry { out.linkForNextFormat(to: entry) }
        if next != .direct { format.link(to: sink) }
    }

    /// The path of the sound that was not heard yet.
    private var nextPath: AudioPath {
        guard let first = kept.first else { return .processed }
        let isUntouched = first.feed.isUntouched && pace == 1 && kept.allSatisfy { $0.pace == 1 }
        let isDirect = isUntouched && mayBeDirect(first.sound) && sinkTakes(first.sound)
        if let encoding = first.sound.encoding { return isDirect ? .direct : .decoded(encoding) }
        return isDirect ? .direct : .processed
    }

    private func mayBeDirect(_ sound: AudioRun) -> Bool {
        // Other sinks take anything, and only seem to play it.
        let interface = route.current?.interface
        guard routing == nil || interface == .alsa || interface == .pulse else { return false }
        if let encoding = sound.encoding { return directPlayback.encodings.contains(encoding) }
        return directPlayback.isExclusive && interface != .pulse
    }

    private func sinkTakes(_ sound: AudioRun) -> Bool {
        sink.pad("sink")?.accepts(sound) ?? false
    }

    /// Whether decoded sound is given to the device in its own format, or in none before it.
    func keepsFormat(of sound: AudioRun, _ feed: AudioFeed) -> Bool {
        sound.encoding == nil && feed.isUntouched && mayBeDirect(sound)
    }

    /// Changes the path if samples now have to be changed, or no longer have to be. That interrupts the sound.
    func reviewPath() {
        guard directPlayback.isWanted, run != nil else { return }
        if nextPath == path { reportFormat() } else { restart() }
    }

    /// Has the last frames played, behind which there is no silence that pushes them out. Sound that follows all the same
    /// interrupts the output.
    func endStream() {
        guard run != nil, !isEnded, feeds.isEmpty || isHeldForFormat else { return }
        isEnded = true
        source.endStream()
    }

    /// Starts after a time of silence.
    func start(after length: Duration) {
        delayedStart.begin(until: timeline.clock.even + length)
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(length.inNanoseconds))) {
            [weak self, number = delayedStart.number] in
            guard let self, number == delayedStart.number else { return }
            delayedStart.cancel()
            if !isPaused, !kept.isEmpty { start() }
        }
    }

    /// What the device is given; nil where that was not asked for.
    var deliveredFormat: AudioOutputFormat? {
        guard isFormatKnown, routing == nil || route.current != nil,
            let given = sink.pad("sink")?.audioFormat, let first = kept.first
        else {
            return nil
        }
        let isKept = first.sound.format.map { $0.isKept(in: given) } ?? false
        let isUntouched = path == .direct || path == .processed && first.feed.isUntouched && pace == 1
        // A server mixes decoded samples, and ALSA's default device may be one.
        let isOwn = given.encoding != nil || route.current?.interface == .alsa && route.current?.device != nil
        return AudioOutputFormat(
            encoding: AudioOutputFormat.Encoding(given.encoding), sampleRate: given.rate,
            channels: given.channels,
            isBitPerfect: isKept && isUntouched && isOwn)
    }

    /// Reports the format of a new sink as soon as it is known.
    func followFormat(of sink: Element) {
        guard directPlayback.isWanted else { return }
        let isNew = Atomic(false)
        sink.pad("sink")?.watch { [weak self] passage in
            // The pad has the format when the first buffer of it passes.
            if case .format = passage { isNew.store(true, ordering: .relaxed) }
            guard case .buffer = passage, isNew.exchange(false, ordering: .relaxed), let self else { return }
            queue.async {
                self.isFormatKnown = true
                self.reportFormat()
            }
        }
    }
}

extension AudioOutputFormat.Encoding {
    fileprivate init(_ encoding: EncodedAudio?) {
        self =
            switch encoding {
            case .ac3: .ac3
            case .dts: .dts
            case nil: .pcm
            }
    }

    /// The encoding that is passed through; nil for decoded samples.
    var encodedAudio: EncodedAudio? {
        switch self {
        case .pcm: nil
        case .ac3: .ac3
        case .dts: .dts
        }
    }
}
