internal import Playhead
internal import PlayheadTesting

/// Makes the presentation checks for the defects that expectations name.
enum StandardChecks {
    /// A new check for a defect; nil for a defect that no presentation check detects.
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

    /// A new loudness meter; nil if the plug-in for it is missing.
    static func loudness() -> LoudnessReading? {
        guard let meter = try? LoudnessMeter() else { return nil }
        return LoudnessReading(meter: meter) { meter.loudness?.integrated }
    }
}

/// A tap that measures loudness, with its current result.
struct LoudnessReading: Sendable {
    let meter: any PresentationTap
    /// The integrated loudness in LUFS; nil if no audio was loud enough.
    let integrated: @Sendable () -> Double?
}
