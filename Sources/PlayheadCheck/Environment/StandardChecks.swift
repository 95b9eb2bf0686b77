internal import Playhead
internal import PlayheadTesting

/// The checks of what is presented that there are.
enum StandardChecks {
    /// A new check for a trouble; nil: it is none of what is presented.
    static func check(for trouble: Trouble) -> (any PresentationCheck)? {
        switch trouble {
        case .black: BlackCheck()
        case .frozen: FrozenCheck()
        case .silence: SilenceCheck()
        case .clipping: ClippingCheck()
        case .deadChannel: DeadChannelCheck()
        case .drift: DriftCheck()
        case .stall, .error, .warning, .gap: nil
        }
    }

    /// A new meter of loudness; nil: there is none here.
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
