internal import Glibc

/// How the loudness that the tags of an item tell changes its level.
///
/// The tags are those of ReplayGain, and `R128_TRACK_GAIN` and `R128_ALBUM_GAIN` of Opus. An item without a gain
/// plays at its own level.
public struct ReplayGain: Sendable, Hashable, Codable {
    /// Which gain is used.
    public enum Mode: String, Sendable, Hashable, Codable, CaseIterable {
        /// No gain.
        case none = "no"
        /// The gain of each track, so that all tracks are equally loud. Without one, that of the album.
        case track
        /// The gain of the album, so that its tracks keep their differences. Without one, that of the track.
        case album
    }

    /// Which gain is used.
    public var mode: Mode
    /// A gain in dB that is added to that of the tags, -24 to 24. It is clamped.
    public private(set) var preamplification: Double
    /// Whether the gain is reduced so far that the peak of the tags stays below full scale. A missing peak counts
    /// as full scale.
    public var preventsClipping: Bool

    /// Makes a choice of gain.
    public init(_ mode: Mode = .none, preamplification: Double = 0, preventsClipping: Bool = true) {
        self.mode = mode
        self.preamplification = preamplification.isNaN ? 0 : min(max(preamplification, -24), 24)
        self.preventsClipping = preventsClipping
    }

    /// The loudness in LUFS to which the gains of ReplayGain 2.0 lead.
    package static let reference = -18.0

    /// The gain in dB for an item with these tags; nil without tags, and without a mode. The gains lead to
    /// ``reference``, and `offset` is added to them.
    package func gain(of metadata: MediaMetadata, offset: Double = 0) -> Double? {
        let track = metadata.trackGain.map { (gain: $0, peak: metadata.trackPeak) }
        let album = metadata.albumGain.map { (gain: $0, peak: metadata.albumPeak) }
        let choice: (gain: Double, peak: Double?)? =
            switch mode {
            case .none: nil
            case .track: track ?? album
            case .album: album ?? track
            }
        guard let choice else { return nil }
        let gain = choice.gain + preamplification + offset
        guard preventsClipping else { return gain }
        let peak = choice.peak.flatMap { $0 > 0 ? $0 : nil } ?? 1
        return min(gain, -20 * log10(peak))
    }
}
