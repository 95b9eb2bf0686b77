public import PlayheadServer

/// What is played, what is done to it meanwhile, and what is expected: a file in YAML or JSON.
///
///     media: film.mp4
///     server:
///       folder: media
///       rules:
///         - {path: film.mp4, rate: 300 kB/s}
///     clock: virtual
///     steps: [play, wait for end]
///     expect: [ends=natural, stalls<=1, duration=12s±40ms]
///
/// The grammar is told in docs/check.md, and as a JSON Schema in schema/scenario.schema.json.
public struct Scenario: Sendable, Hashable {
    /// What time is: as fast as it goes, or as it is.
    public enum Pace: String, Sendable, Hashable, CaseIterable, Codable {
        /// On a virtual clock.
        case virtual
        /// In real time.
        case real
    }

    /// A server that is there as long as the scenario.
    public struct Server: Sendable, Hashable {
        /// The path of the folder that it serves; nil: it serves what the plan has alone.
        public var folder: String?
        /// What goes wrong, live streams and documents.
        public var plan: FaultPlan
        /// Whether it is come to by TLS; nobody vouches for its certificate.
        public var usesTLS = false
        /// The path of a file of certificates (PEM), one of which clients have to show, by TLS; nil: they need none.
        public var clients: String?

        /// A server.
        public init(folder: String? = nil, plan: FaultPlan = FaultPlan()) {
            self.folder = folder
            self.plan = plan
        }
    }

    /// For people; nil: it has none.
    public var name: String?
    /// A path or an address; where there is a server, a path on it.
    public var media: String
    /// The scenario's own server.
    public var server: Server?
    /// How what comes from a network is fetched.
    public var network = Network()
    /// What time is; nil: what whoever runs it wants.
    public var clock: Pace?
    /// What is done, in order, after the medium was loaded.
    public var steps: [Step]
    /// What is true when that is done.
    public var expectations: [Expectation]
    /// The folder from which relative paths lead; nil: the current one.
    public var folder: String?

    /// A scenario; one without steps plays to the end.
    public init(
        media: String, server: Server? = nil, clock: Pace? = nil, steps: [Step] = Step.toTheEnd,
        expectations: [Expectation] = []
    ) {
        self.media = media
        self.server = server
        self.clock = clock
        self.steps = steps
        self.expectations = expectations
    }
}

extension Scenario {
    /// Reads a scenario from the text of a file, YAML or JSON.
    public init(text: String) throws(DocumentError) { self = try Document(text: text).read() }

    /// Reads a scenario from a file, YAML or JSON. Its relative paths lead from where the file is.
    public init(contentsOf path: String) throws(DocumentError) {
        self = try Document(path: path).read()
        folder = path.lastIndex(of: "/").map { String(path[...$0]) }
    }

    /// What is said of the network, with paths as seen from the current folder.
    package var resolvedNetwork: Network {
        var resolved = network
        resolved.trustRoots = network.trustRoots.map(self.resolved)
        resolved.certificate = network.certificate.map(self.resolved)
        resolved.privateKey = network.privateKey.map(self.resolved)
        return resolved
    }

    /// The path as seen from the current folder.
    package func resolved(_ path: String) -> String {
        path.hasPrefix("/") ? path : (folder ?? "") + path
    }
}
