internal import Playhead
internal import PlayheadTesting

/// The checks of what is presented.
enum StandardChecks {
    /// A new check for a defect; nil for one that is not presented.
    static func check(for defect: Defect) -> (any PresentationCheck)? {
        switch defect {
        case .black: BlackCheck()
        case .frozen: FrozenCheck()
        case .silence: SilenceCheck()
        case .clipping: ClippingCheck()
        case .deadChannel: DeadChannelCheck()
        case .drift: DriftCheck()
        case .stall, .error, .warning, .gap: nil
        }
    }

    /// A new loudness meter; nil without the plug-in that it needs.
    static func loudness() -> LoudnessReading? {
        guard let meter = try? LoudnessMeter() else { return nil }
        return LoudnessReading(meter: meter) { meter.loudness?.integrated }
    }
}

/// A tap that measures loudness, and what it has measured so far.
struct LoudnessReading: Sendable {
    let meter: any PresentationTap
    /// Integrated, in LUFS; nil: nothing of it is loud enough.
    let integrated: @Sendable () -> Double?
}
