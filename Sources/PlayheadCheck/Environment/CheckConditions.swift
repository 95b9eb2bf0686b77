/// How checks are run.
public struct CheckConditions: Sendable {
    /// Whether to play on a virtual clock, where a scenario does not say otherwise.
    public var isVirtual: Bool
    /// How long a check may take in real time, beside the time that the media last.
    public var limit: Duration
    /// Is told each time more media are known to be played, how much.
    package var tellsMedia: @Sendable (Duration) -> Void = { _ in }

    /// Conditions.
    public init(isVirtual: Bool = false, limit: Duration = .seconds(60)) {
        self.isVirtual = isVirtual
        self.limit = limit
    }
}
