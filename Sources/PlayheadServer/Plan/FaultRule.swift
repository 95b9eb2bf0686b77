/// A rule that applies faults to matching requests.
public struct FaultRule: Sendable, Hashable {
    /// The pattern of paths that the rule matches. The query is ignored.
    public var path: PathPattern
    /// The method that the rule matches; nil matches every method.
    public var method: String?
    /// The numbers of the matching requests that get the faults. Each rule counts its own requests.
    public var requests: RequestNumbers
    /// The faults. If two have the same kind, the later one applies.
    public var faults: [Fault]

    /// Makes a rule.
    public init(
        _ path: PathPattern, method: String? = nil, requests: RequestNumbers = .all, _ faults: Fault...
    ) {
        self.path = path
        self.method = method
        self.requests = requests
        self.faults = faults
    }
}
