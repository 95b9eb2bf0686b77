/// Which requests meet which faults.
public struct FaultRule: Sendable, Hashable {
    /// The paths that are meant, without what follows a question mark.
    public var path: PathPattern
    /// The method that is meant; nil: every one.
    public var method: String?
    /// Which of the requests with such a path and method are meant; each rule counts its own.
    public var requests: RequestNumbers
    /// What happens to them. Of two faults of a kind the later one counts.
    public var faults: [Fault]

    /// A rule.
    public init(
        _ path: PathPattern, method: String? = nil, requests: RequestNumbers = .all, _ faults: Fault...
    ) {
        self.path = path
        self.method = method
        self.requests = requests
        self.faults = faults
    }
}
