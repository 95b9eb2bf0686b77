internal import Playhead
internal import PlayheadTesting

/// The checks of what is presented that there are.
enum StandardChecks {
    /// Whether players tell spectators what they present.
    static let hasSpectators = false

    /// The troubles that are looked for; any other cannot be told of yet.
    static let known: Set<Trouble> = []

    /// A new check for a trouble; nil: there is none.
    static func check(for trouble: Trouble) -> (any PresentationCheck)? { nil }

    /// A new meter of loudness; nil: there is none here.
    static func loudness() -> LoudnessReading? { nil }
}

/// A spectator that measures loudness, and what it has measured so far.
struct LoudnessReading: Sendable {
    let meter: any PlaybackSpectator
    /// Integrated, in LUFS; nil: nothing of it is loud enough.
    let integrated: @Sendable () -> Double?
}
