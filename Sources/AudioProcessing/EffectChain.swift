/// The effects of a player on interleaved samples, in one continuous stream. They delay no sample.
///
/// The order is the gain of the item, equalizer, night mode, balance and mono, volume, limiter. A change takes effect
/// gradually, so that no click is heard; the gain of an item changes at its first sample.
package struct EffectChain: Sendable {
    private let rate: Int
    private let channels: Int
    private var settings: EffectSettings
    private var gain: ItemGain
    private var equalizer: BandEqualizer
    private var compressor: Compressor
    private var mixer: ChannelMixer
    private var limiter: Limiter
    private var volume: Ramp
    private var sound: Ramp
    private var entry = Ramp(1)
    private var isLimited: Bool

    package init(
        rate: Int, places: [ChannelPlace], settings: EffectSettings,
        makeMeter: @escaping MakeLoudnessMeter = { _, _, _ in nil }
    ) {
        self.rate = rate
        channels = places.count
        self.settings = settings
        gain = ItemGain(rate: rate, channels: places.count, makeMeter: makeMeter)
        equalizer = BandEqualizer(rate: rate, channels: places.count, gains: settings.gains)
        compressor = Compressor(rate: rate, channels: places.count, isOn: settings.isNight)
        mixer = ChannelMixer(
            places: places, balance: settings.balance, isMono: settings.isMono,
            step: Int(EffectSettings.shortest * Double(rate)))
        limiter = Limiter(rate: rate, channels: places.count)
        volume = Ramp(settings.volume)
        sound = Ramp(settings.isMuted ? 0 : 1)
        isLimited = settings.raises
    }

    /// The level of the item that is processed.
    package var level: ItemLevel { gain.level }

    /// Whether samples pass unchanged.
    package var isNeutral: Bool {
        gain.isNeutral && equalizer.isFlat && compressor.isOff && mixer.isNeutral && isUnity && !isLimited
    }

    private var isUnity: Bool {
        [volume, sound, entry].allSatisfy { $0.isSettled && $0.value == 1 }
    }

    package mutating func set(_ new: EffectSettings) {
        let frames = Int(new.fade * Double(rate))
        if new.volume != settings.volume { volume.move(to: new.volume, frames: frames) }
        if new.isMuted != settings.isMuted {
            sound.move(to: new.isMuted ? 0 : 1, frames: Int(EffectSettings.shortest * Double(rate)))
        }
        equalizer.set(new.gains)
        compressor.set(new.isNight)
        mixer.set(balance: new.balance, isMono: new.isMono)
        isLimited = isLimited || new.raises
        settings = new
    }

    /// Sets the level of an item from a time on, in seconds. A new item has it from this sample on; that of the same
    /// item changes gradually.
    package mutating func schedule(_ level: ItemLevel, at time: Double, isNewItem: Bool) {
        gain.schedule(ItemGain.Change(time: time, level: level, isNewItem: isNewItem))
    }

    /// Forgets earlier samples and what was scheduled. Changes have taken effect; sound that begins in its middle is
    /// faded in.
    package mutating func restart(fadesIn: Bool) {
        gain.restart()
        equalizer.restart()
        compressor.restart()
        mixer.restart()
        limiter.restart()
        if volume.isSettled { volume.jump() }
        sound.jump()
        entry = Ramp(fadesIn ? 0 : 1)
        if fadesIn { entry.move(to: 1, frames: Int(EffectSettings.shortest * Double(rate))) }
    }

    /// Continues a chain for another format: at its level, with what was scheduled.
    package mutating func follow(_ other: EffectChain) {
        gain.schedule(ItemGain.Change(time: 0, level: other.gain.level, isNewItem: true))
        for change in other.gain.changes { gain.schedule(change) }
        (volume, entry) = (other.volume, other.entry)
    }

    /// Changes samples, of which the first is at a time in seconds. `measure` receives them before the volume.
    package mutating func process(
        _ samples: inout MutableSpan<Float>, at start: Double = 0, measure: ((Span<Float>) -> Void)? = nil
    ) {
        if !gain.isNeutral { gain.process(&samples, at: start) }
        if !equalizer.isFlat { equalizer.process(&samples) }
        if !compressor.isOff { compressor.process(&samples) }
        if !mixer.isNeutral { mixer.process(&samples) }
        measure?(samples.span)
        if !isUnity { scale(&samples) }
        limit(&samples)
    }

    private mutating func limit(_ samples: inout MutableSpan<Float>) {
        let raises =
            settings.raises || volume.value > 1 || gain.raises || !equalizer.isFlat && isLimited
            || !compressor.isOff
        isLimited = isLimited || raises
        guard isLimited else { return }
        limiter.process(&samples, hasCeiling: raises)
        if !raises, limiter.gain > 0.9999 {
            limiter.restart()
            isLimited = false
        }
    }

    private mutating func scale(_ samples: inout MutableSpan<Float>) {
        if volume.isSettled, sound.isSettled, entry.isSettled {
            let gain = Float(amplitude(volume.value) * sound.value * entry.value)
            for index in samples.indices { samples[index] *= gain }
            return
        }
        var frame = 0
        while frame + channels <= samples.count {
            let gain = Float(amplitude(volume.next()) * sound.next() * entry.next())
            for channel in 0..<channels { samples[frame + channel] *= gain }
            frame += channels
        }
    }

    /// The amplitude of a volume.
    private func amplitude(_ volume: Double) -> Double {
        settings.isCubic ? volume * volume * volume : volume
    }
}
