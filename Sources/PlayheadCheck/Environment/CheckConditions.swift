/// The clock and the time limit of a check.
public struct CheckConditions: Sendable {
    /// Whether to play on a virtual clock. A scenario may override it.
    public var isVirtual: Bool
    /// The maximum real time of a check, in addition to the duration of its media.
    public var limit: Duration
    /// Whether the duration of the media extends the limit.
    package var isExtendedByMedia = true
    /// Called with the additional duration each time the known duration of the media grows.
    package var reportsMedia: @Sendable (Duration) -> Void = { _ in }

    /// Makes the conditions.
    public init(isVirtual: Bool = false, limit: Duration = .seconds(60)) {
        self.isVirtual = isVirtual
        self.limit = limit
    }

    /// Makes conditions with a limit that does not depend on the media.
    package init(fixedLimit: Duration) {
        self.init(limit: fixedLimit)
        isExtendedByMedia = false
    }
}
