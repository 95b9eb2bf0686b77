/// What a ``MediaServer`` does beside serving its folder: faults, live streams, and documents that no folder has.
///
///     let plan = FaultPlan(rules: [
///         FaultRule("hls-ts/*.ts", .rate(.bytesPerSecond(100_000))),
///         FaultRule("hls-ts/low-2.ts", requests: 1, .status(503)),
///     ])
///
/// Every rule that is about a request has its say: the faults of all of them meet, and of two of a kind the one of the
/// later rule counts.
///
/// As a file (YAML, of which JSON is a part):
///
///     rules:
///       - path: hls-ts/*.ts
///         rate: 100 kB/s
///       - path: hls-ts/low-2.ts
///         requests: 1
///         status: 503
public struct FaultPlan: Sendable, Hashable {
    /// What goes wrong, in the order in which it counts.
    public var rules: [FaultRule]
    /// Live streams, by the path of their playlist.
    public var streams: [String: LiveStream]
    /// The text of files that the folder need not have, by path; they come before those of the folder.
    public var documents: [String: String]

    /// A plan; without anything, one of a server without a fault.
    public init(
        rules: [FaultRule] = [], streams: [String: LiveStream] = [:], documents: [String: String] = [:]
    ) {
        self.rules = rules
        self.streams = streams
        self.documents = documents
    }
}

extension FaultPlan {
    /// Reads a plan from the text of a file, YAML or JSON.
    public init(text: String) throws(DocumentError) { self = try Document(text: text).read() }

    /// Reads a plan from a file, YAML or JSON.
    public init(contentsOf path: String) throws(DocumentError) { self = try Document(path: path).read() }
}
