/// The loudness of a programme by EBU R128.
public struct Loudness: Sendable, Hashable {
    /// The integrated loudness in LUFS; nil if no audio is loud enough.
    public var integrated: Double?
    /// The loudness range in LU (EBU Tech 3342); 0 for short programmes.
    public var range: Double
    /// The true peak, which includes levels between samples, in dBTP; nil for silence.
    public var truePeak: Double?

    /// Makes a value, for example one that was measured earlier.
    public init(integrated: Double?, range: Double = 0, truePeak: Double? = nil) {
        self.integrated = integrated
        self.range = range
        self.truePeak = truePeak
    }
}

/// Keeps the loudness of media, so that ``AudioEffects/normalization`` knows it from the first sample on
/// (``PlayerConfiguration/loudnessStorage``).
///
/// It is used while normalisation is on, for items whose tags do not tell their loudness. What identifies a medium
/// is up to the storage: the bytes behind a URI may change. Calls come on threads of loads, at most one at a time for
/// each load; the item waits for the answer.
public protocol LoudnessStorage: AnyObject, Sendable {
    /// The loudness of an audio track; nil if it is not known. Called before its first sample is heard.
    func loudness(of track: Track.ID, in item: MediaItem) -> Loudness?

    /// The loudness of an audio track has been measured: it was played from its beginning to its natural end at
    /// normal speed, without a seek and without missing samples. Called before ``PlayerEvent/finished(_:)``.
    func keep(_ loudness: Loudness, of track: Track.ID, in item: MediaItem)
}
