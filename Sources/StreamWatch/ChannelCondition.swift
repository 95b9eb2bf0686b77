/// A fault of a channel that lasts.
public enum ChannelCondition: String, Sendable, CaseIterable, Hashable {
    /// The playlist or the segments cannot be loaded.
    case unavailable
    /// The first segment has not arrived in time.
    case slowStart
    /// No new segment arrives, and a player stalls.
    case stalled
    case black, frozen, silent
    /// The sound is louder or quieter than the limits.
    case loudness
    /// Segments are missing, unreadable, or marked as gaps.
    case gaps
    /// The multivariant playlist lists fewer variants than before.
    case variantsMissing
    /// The playlist breaks a rule of live updates.
    case invalidUpdate
    /// The certificate of the server ends soon.
    case certificateEnds
}

/// The thresholds of a watch. A condition is raised after it has lasted for its time, and cleared after it has
/// been absent for ``recovery``.
public struct WatchThresholds: Sendable, Hashable {
    /// The maximum time until the first segment is loaded.
    public var startup: Duration = .seconds(10)
    /// The time after which an address that cannot be loaded is an alarm.
    public var unavailable: Duration = .seconds(10)
    /// The duration of a stall of a player that plays all segments as they are loaded.
    public var stall: Duration = .seconds(2)
    /// The duration of black video.
    public var black: Duration = .seconds(10)
    /// The duration of video that does not change.
    public var frozen: Duration = .seconds(20)
    /// The duration of silence.
    public var silence: Duration = .seconds(20)
    /// The level below which sound is silent, in dBFS.
    public var silenceLevel = -60.0
    /// The limits of the loudness of a segment, in LUFS; nil for none.
    public var loudness: ClosedRange<Double>?
    /// The duration for which the loudness is outside of its limits.
    public var loudnessDuration: Duration = .seconds(30)
    /// The number of faulty segments within ``gapPeriod`` that is an alarm. One lost segment is none.
    public var gapCount = 3
    /// The period in which faulty segments are counted.
    public var gapPeriod: Duration = .seconds(60)
    /// The time for which variants are missing.
    public var variantsMissing: Duration = .seconds(30)
    /// The rest of a certificate below which it is an alarm.
    public var certificateRest: Duration = .seconds(14 * 86_400)
    /// The time without the condition after which it is cleared.
    public var recovery: Duration = .seconds(30)

    /// Makes the default thresholds.
    public init() {}

    /// The time for which a condition has to last.
    func duration(of condition: ChannelCondition) -> Duration {
        switch condition {
        case .unavailable: unavailable
        case .stalled: stall
        case .black: black
        case .frozen: frozen
        case .silent: silence
        case .loudness: loudnessDuration
        case .variantsMissing: variantsMissing
        case .slowStart, .gaps, .invalidUpdate, .certificateEnds: .zero
        }
    }
}
