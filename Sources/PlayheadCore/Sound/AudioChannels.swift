/// The channels that an audio device is given (``AudioEffects/channels``).
///
/// Fewer channels than those of the medium are mixed by ITU-R BS.775, so that nothing exceeds full scale. With more,
/// the others are silent. A device without these channels is given the nearest ones that it has.
public enum AudioChannels: String, Sendable, Hashable, Codable, CaseIterable {
    /// Those of the medium, if the device has them. A sound server has all, and mixes them for its device.
    case automatic = "auto"
    /// One channel.
    case mono
    /// Left and right.
    case stereo
    /// Left, right, centre, low frequencies and two surrounds.
    case surround51 = "5.1"
    /// Left, right, centre, low frequencies and four surrounds.
    case surround71 = "7.1"
}
