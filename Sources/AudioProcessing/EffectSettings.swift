/// What an ``EffectChain`` does.
package struct EffectSettings: Sendable, Equatable {
    /// The gains of the equalizer in dB, one for each of ``BandEqualizer/frequencies``.
    package var gains = BandEqualizer.frequencies.map { _ in 0.0 }
    /// -1 is left only, 1 is right only.
    package var balance = 0.0
    package var isMono = false
    /// Whether quiet sound is raised and loud sound lowered.
    package var isNight = false
    /// The volume as its control shows it; 1 is the level of the medium.
    package var volume = 1.0
    /// Whether the amplitude is the third power of the volume.
    package var isCubic = false
    package var isMuted = false
    /// The time in seconds in which the volume changes.
    package var fade = EffectSettings.shortest

    package init() {}

    /// The time of a change that makes no click, in seconds.
    package static let shortest = 0.01

    /// Whether samples may become louder.
    var raises: Bool { volume > 1 || isNight || gains.contains { $0 > 0 } }
}
