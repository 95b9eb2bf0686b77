/// The behaviour of a ``MediaServer`` besides a folder: faults, live streams and additional documents.
///
///     let plan = FaultPlan(rules: [
///         FaultRule("hls-ts/*.ts", .rate(.bytesPerSecond(100_000))),
///         FaultRule("hls-ts/low-2.ts", requests: 1, .status(503)),
///     ])
///
/// All rules that match a request apply to it. If two of their faults have the same kind, the fault of the
/// later rule applies.
///
/// The same plan as a YAML file (JSON is permitted, as a subset of YAML):
///
///     rules:
///       - path: hls-ts/*.ts
///         rate: 100 kB/s
///       - path: hls-ts/low-2.ts
///         requests: 1
///         status: 503
public struct FaultPlan: Sendable, Hashable {
    /// The fault rules. Later rules have precedence.
    public var rules: [FaultRule]
    /// The live streams, by the path of their playlist.
    public var streams: [String: LiveStream]
    /// The text of additional files, by path. They have precedence over files of the folder.
    public var documents: [String: String]

    /// Makes a plan. Without arguments it is the plan of a server without faults.
    public init(
        rules: [FaultRule] = [], streams: [String: LiveStream] = [:], documents: [String: String] = [:]
    ) {
        self.rules = rules
        self.streams = streams
        self.documents = documents
    }
}

extension FaultPlan {
    /// Parses a plan from YAML or JSON text.
    public init(text: String) throws(DocumentError) { self = try Document(text: text).read() }

    /// Reads a plan from a YAML or JSON file.
    public init(contentsOf path: String) throws(DocumentError) { self = try Document(path: path).read() }
}
