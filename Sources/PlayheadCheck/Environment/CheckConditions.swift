/// How checks are run.
public struct CheckConditions: Sendable {
    /// Whether to play on a virtual clock, where a scenario does not say otherwise.
    public var isVirtual: Bool
    /// How long a check may take in real time, in addition to the length of its media.
    public var limit: Duration
    /// Called with the additional length each time the known media become longer.
    package var reportsMedia: @Sendable (Duration) -> Void = { _ in }

    /// Conditions.
    public init(isVirtual: Bool = false, limit: Duration = .seconds(60)) {
        self.isVirtual = isVirtual
        self.limit = limit
    }
}
