/// The effects on the sound of a player (``Player/audioEffects``).
///
/// They act on what a sound device plays, over items and seeks, and delay nothing. A change takes effect
/// gradually, within 10 to 50 ms, so that no click is heard. What a tap or ``Player/audioBuffers(buffering:)``
/// receives is the sound of the medium, without effects.
public struct AudioEffects: Sendable, Hashable, Codable {
    /// How the volume becomes an amplitude.
    public enum VolumeCurve: String, Sendable, Hashable, Codable, CaseIterable {
        /// The volume is the amplitude.
        case linear
        /// The amplitude is the third power of the volume. A volume of 0.5 sounds about half as loud.
        case cubic
    }

    /// The gains by frequency.
    public var equalizer = Equalizer()
    /// The balance: -1 is left only, 0 is both sides, 1 is right only. It is clamped.
    public var balance: Double = 0 {
        didSet { balance = balance.isNaN ? 0 : min(max(balance, -1), 1) }
    }
    /// Whether both sides play the mean of all channels.
    public var isMono = false
    /// The channels that are played. A change takes effect within 300 ms.
    public var channels = AudioChannels.automatic
    /// Whether left and right are exchanged, in each pair of channels. A change takes effect within 300 ms.
    public var swapsSides = false
    /// The semitones by which the pitch is raised, -12 to 12; 0 leaves the samples as they are. It is clamped. The
    /// duration stays. It requires the plug-in `soundtouch`.
    public var pitch: Double = 0 {
        didSet { pitch = pitch.isNaN ? 0 : min(max(pitch, -12), 12) }
    }
    /// How the volume becomes an amplitude.
    public var volumeCurve = VolumeCurve.linear
    /// The gain of each item by its tags. It changes exactly at the joint of two items.
    public var replayGain = ReplayGain()
    /// The loudness in LUFS to which items are brought (EBU R128), -40 to -5; nil to leave them as they are. It is
    /// clamped.
    ///
    /// An item whose tags tell its loudness (``ReplayGain``, with or without ``replayGain``) has one gain, and so has
    /// one whose loudness is in the ``PlayerConfiguration/loudnessStorage``. The others are measured while they play,
    /// and their gain changes slowly. It requires the library libebur128.
    public var normalization: Double? {
        didSet { normalization = normalization.flatMap { $0.isNaN ? nil : min(max($0, -40), -5) } }
    }
    /// Whether quiet sound is raised and loud sound lowered, so that speech is understood at a low volume.
    public var isNightMode = false

    /// No effects.
    public init() {}
}
