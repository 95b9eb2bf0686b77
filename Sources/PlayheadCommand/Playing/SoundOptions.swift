import ArgumentParser
import Playhead
import PlayheadSystem

/// The options for effects on the sound.
struct SoundOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Equalizer: a preset, ten gains in dB from 31 Hz to 16 kHz, or gains by frequency such as 100=6,8000=-3.",
            discussion: "Presets: \(Equalizer.presets.keys.sorted().joined(separator: ", ")).",
            valueName: "gains"))
    var equalizer = EqualizerGains()

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Balance, -1 (left only) to 1 (right only).", valueName: "number"))
    var balance = 0.0

    @Flag(help: "Play the mean of all channels on both sides.")
    var mono = false

    @Option(
        help: ArgumentHelp(
            "Channels that are played: those of the medium, or a mix of them.", valueName: "channels"))
    var audioChannels: AudioChannels = .automatic

    @Flag(help: "Exchange left and right.")
    var swapSides = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Change of the pitch, -12 to 12; the speed stays.", valueName: "semitones"))
    var pitch = 0.0

    @Option(help: "Relation of volume and amplitude; cubic sounds half as loud at half the volume.")
    var volumeCurve: AudioEffects.VolumeCurve = .linear

    @Option(help: "Gain of each item by its tags, the same for each track or for each album.")
    var replaygain: ReplayGain.Mode = .none

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Gain that is added to that of --replaygain, -24 to 24.", valueName: "dB"))
    var replaygainPreamp = 0.0

    @Flag(help: "Let --replaygain raise peaks above full scale; a limiter lowers them.")
    var replaygainClip = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Bring items to this loudness, -40 to -5 (EBU R128); requires libebur128-1.", valueName: "LUFS"))
    var normalize: Double?

    @Flag(help: "Raise quiet sound and lower loud sound, for speech at a low volume.")
    var night = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Delay of sound against the picture, -10 to 10; negative is earlier.", valueName: "seconds"))
    var audioDelay = Seconds(.zero)

    @Flag(help: "Keep the audio delay that is set while a device plays, and use it with that device again.")
    var keepAudioDelay = false

    func validate() throws {
        guard (-1...1).contains(balance) else {
            throw ValidationError("--balance must lie between -1 and 1")
        }
        guard (-12...12).contains(pitch) else {
            throw ValidationError("--pitch must lie between -12 and 12 semitones")
        }
        guard (-24...24).contains(replaygainPreamp) else {
            throw ValidationError("--replaygain-preamp must lie between -24 and 24")
        }
        if let normalize, !(-40...(-5)).contains(normalize) {
            throw ValidationError("--normalize must lie between -40 and -5, such as -16")
        }
        guard audioDelay.duration.magnitude <= .seconds(10) else {
            throw ValidationError("--audio-delay must lie between -10 and 10")
        }
    }

    var effects: AudioEffects {
        var effects = AudioEffects()
        effects.equalizer = equalizer.value
        effects.balance = balance
        effects.isMono = mono
        (effects.channels, effects.swapsSides) = (audioChannels, swapSides)
        (effects.pitch, effects.volumeCurve) = (pitch, volumeCurve)
        effects.replayGain = ReplayGain(
            replaygain, preamplification: replaygainPreamp, preventsClipping: !replaygainClip)
        effects.normalization = normalize
        effects.isNightMode = night
        return effects
    }

    /// Applies the options to a player that has no item yet.
    @MainActor
    func apply(to player: Player) {
        if effects != AudioEffects() { player.audioEffects = effects }
        player.audioDelay = audioDelay.duration
    }
}

/// The value of `--equalizer`: a preset, ten gains, or gains by frequency.
struct EqualizerGains: ExpressibleByArgument {
    var value = Equalizer()

    init() {}

    /// Frequencies lie between 20 and 20000.
    init?(argument: String) {
        if let preset = Equalizer.presets[argument] {
            value = preset
            return
        }
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        func gain(_ text: Substring) -> Double? {
            Double(text).flatMap { Equalizer.range.contains($0) ? $0 : nil }
        }
        if parts.allSatisfy({ $0.contains("=") }) {
            for part in parts {
                let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard let frequency = Double(sides[0]), (20...20000).contains(frequency),
                    let gain = gain(sides[1])
                else { return nil }
                value[frequency] = gain
            }
        } else {
            let gains = parts.compactMap(gain)
            guard gains.count == parts.count, gains.count == Equalizer.frequencies.count else { return nil }
            value = Equalizer(gains)
        }
    }

    var defaultValueDescription: String {
        value.isFlat ? "flat" : value.gains.map(\.jsonNumber).joined(separator: ",")
    }
}
