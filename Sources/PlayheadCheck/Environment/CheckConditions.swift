/// The clock and the time limit of a check.
public struct CheckConditions: Sendable {
    /// Whether to play on a virtual clock. A scenario may override it.
    public var isVirtual: Bool
    /// The maximum real time of a check, in addition to the duration of its media.
    public var limit: Duration
    /// Called with the additional duration each time the known duration of the media grows.
    package var reportsMedia: @Sendable (Duration) -> Void = { _ in }

    /// Makes the conditions.
    public init(isVirtual: Bool = false, limit: Duration = .seconds(60)) {
        self.isVirtual = isVirtual
        self.limit = limit
    }
}
