internal import AudioProcessing
internal import GStreamer
internal import PlayheadCore
internal import Synchronization

/// The effects on what a sound device plays, and its levels.
final class DeviceEffects: SampleProcessor {
    fileprivate struct State: Sendable {
        var settings = EffectSettings()
        var format: Format?
        /// Nil until the format is known.
        var chain: EffectChain?
        /// Whether the next sound begins in its middle, because sound before it was dropped.
        var isCut = false
        /// Whether the sound since the last start began so.
        var fadesIn = false
        /// The levels of items that were scheduled before the format was known.
        var early: [Scheduled] = []
        /// The feed whose level was scheduled last.
        var feed: ObjectIdentifier?
        var level = ItemLevel()
        var meter: LevelMeter?
        var listeners: LevelListeners?
    }

    fileprivate struct Format: Equatable {
        var rate: Int
        var places: [SoundPlace]
    }

    fileprivate struct Scheduled {
        var level: ItemLevel
        var time: Double
        var isNewItem: Bool
    }

    private let state = Mutex(State())

    /// Sets the effects on all sound from now on.
    func apply(_ output: OutputSettings) {
        let settings = EffectSettings(output)
        state.withLock { state in
            state.settings = settings
            state.chain?.set(settings)
        }
    }

    /// Tells levels to listeners, while there are some.
    func measure(for listeners: LevelListeners) { state.withLock { $0.listeners = listeners } }

    /// Sets the level of a feed's sound, which begins at a time on the timeline of the device.
    func schedule(_ level: ItemLevel, of feed: AudioFeed, at start: Duration) {
        state.withLock { state in
            let isNew = state.feed != ObjectIdentifier(feed)
            guard isNew || state.level != level else { return }
            (state.feed, state.level) = (ObjectIdentifier(feed), level)
            if state.chain == nil {
                state.early.append(Scheduled(level: level, time: start.inSeconds, isNewItem: isNew))
            }
            state.chain?.schedule(level, at: start.inSeconds, isNewItem: isNew)
        }
    }

    /// The sound that the device had is dropped, and other sound follows.
    func fadeIn() { state.withLock { $0.isCut = true } }

    /// The device starts, at the level of the item that sounds next.
    func restart() {
        state.withLock { state in
            // A start of which nothing was processed is none.
            state.fadesIn = state.isCut || state.fadesIn && state.chain == nil
            state.isCut = false
            state.chain?.restart(fadesIn: state.fadesIn)
            // What was scheduled is scheduled again.
            state.early = []
            if let level = state.chain?.level { state.level = level } else { state.feed = nil }
        }
    }

    func begin(rate: Int, places: [SoundPlace]) {
        state.withLock { state in
            let format = Format(rate: rate, places: places)
            guard rate > 0, !places.isEmpty, state.format != format else { return }
            state.format = format
            state.meter = nil
            var chain = EffectChain(
                rate: rate, places: places.map(ChannelPlace.init), settings: state.settings,
                makeMeter: DeviceLoudness.make)
            if let old = state.chain { chain.follow(old) } else { chain.restart(fadesIn: state.fadesIn) }
            for entry in state.early {
                chain.schedule(entry.level, at: entry.time, isNewItem: entry.isNewItem)
            }
            state.early = []
            state.chain = chain
        }
    }

    func process(at start: Duration?, _ access: ((inout MutableSpan<Float>) -> Bool) -> Void) {
        let (spans, listeners) = state.withLock { state -> ([LevelMeter.Span], LevelListeners?) in
            let listeners = state.listeners.flatMap { $0.areWanted ? $0 : nil }
            if listeners == nil { state.meter = nil }
            let changes = state.chain.map { !$0.isNeutral } ?? false
            guard listeners != nil || changes else { return ([], nil) }
            var spans: [LevelMeter.Span] = []
            access {
                spans = state.process(&$0, at: start?.inSeconds ?? 0, isMeasured: listeners != nil)
                return changes
            }
            return (spans, listeners)
        }
        for span in spans { listeners?.tell(AudioLevels(span)) }
    }
}

extension DeviceEffects.State {
    /// Changes samples, and returns the levels that they complete.
    fileprivate mutating func process(
        _ samples: inout MutableSpan<Float>, at start: Double, isMeasured: Bool
    ) -> [LevelMeter.Span] {
        guard isMeasured, let format else {
            chain?.process(&samples, at: start)
            return []
        }
        var meter =
            self.meter
            ?? LevelMeter(
                rate: format.rate, channels: format.places.count, frequencies: AudioLevels.frequencies,
                makeMeter: DeviceLoudness.make)
        var spans: [LevelMeter.Span] = []
        self.meter = nil
        chain?.process(&samples, at: start) { spans = meter.add($0) }
        self.meter = meter
        return spans
    }
}

extension EffectSettings {
    init(_ output: OutputSettings) {
        self.init()
        gains = output.effects.equalizer.gains
        balance = output.effects.balance
        isMono = output.effects.isMono
        isNight = output.effects.isNightMode
        volume = output.volume
        isCubic = output.effects.volumeCurve == .cubic
        isMuted = output.isMuted
        fade = max(output.volumeFade.inSeconds, Self.shortest)
    }
}

extension OutputSettings {
    /// Whether samples are played as they are, apart from the level of an item.
    var leavesSamples: Bool {
        volume == 1 && !isMuted && effects.equalizer == Equalizer() && effects.balance == 0 && !effects.isMono
            && effects.channels == .automatic && !effects.swapsSides && effects.pitch == 0
            && !effects.isNightMode
    }
}

extension ItemLevel {
    /// The level of an item with these tags, or with this loudness.
    init(_ effects: AudioEffects, _ metadata: MediaMetadata, _ loudness: Loudness? = nil) {
        guard let target = effects.normalization else {
            self.init(decibels: effects.replayGain.gain(of: metadata) ?? 0)
            return
        }
        var tags = effects.replayGain
        if tags.mode == .none { tags = ReplayGain(.track) }
        if let gain = tags.gain(of: metadata, offset: target - ReplayGain.reference) {
            self.init(decibels: gain)
        } else if let loudness = loudness?.integrated {
            self.init(from: loudness, to: target)
        } else {
            self.init(target: target)
        }
    }

    private init(decibels: Double) { self.init(factor: decibels == 0 ? 1 : .amplitude(ofDecibels: decibels)) }
}

extension AudioLevels {
    init(_ span: LevelMeter.Span) {
        self.init(
            duration: .nanoseconds(Int64(span.seconds * 1e9)), peaks: span.peaks, rms: span.rms,
            truePeak: span.truePeak, momentary: span.momentary, shortTerm: span.shortTerm,
            integrated: span.integrated, spectrum: span.spectrum)
    }
}

extension ChannelPlace {
    init(_ place: SoundPlace) {
        self =
            switch place {
            case .left: .left
            case .right: .right
            case .middle: .middle
            case .lowFrequency: .lowFrequency
            }
    }
}

/// A measurement of loudness by libebur128.
final class DeviceLoudness: LoudnessMeasuring, @unchecked Sendable {
    // Guarded by the lock of the effects that own it.
    private let library: LoudnessLibrary

    private init(_ library: LoudnessLibrary) { self.library = library }

    static let make: MakeLoudnessMeter = { rate, channels, measuresPeaks in
        LoudnessLibrary(channels: channels, sampleRate: rate, for: measuresPeaks ? .levels : .live).map {
            DeviceLoudness($0)
        }
    }

    func add(_ samples: [Float]) { library.add(samples) }
    var momentary: Double? { library.momentary }
    var shortTerm: Double? { library.shortTerm }
    var integrated: Double? { library.integrated }
    var truePeak: Double? { library.lastTruePeak }
}
