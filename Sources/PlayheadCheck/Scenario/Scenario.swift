public import PlayheadServer

/// A check in a YAML or JSON file: a medium, a server, steps and expectations.
///
///     media: video.mp4
///     server:
///       folder: media
///       rules:
///         - {path: video.mp4, rate: 300 kB/s}
///     clock: virtual
///     steps: [play, wait for end]
///     expect: [ends=natural, stalls<=1, duration=12s±40ms]
///
/// `docs/check.md` describes the grammar. `schema/scenario.schema.json` is its JSON Schema.
public struct Scenario: Sendable, Hashable {
    /// The clock of a scenario.
    public enum Pace: String, Sendable, Hashable, CaseIterable, Codable {
        /// A virtual clock, which advances as fast as playback permits.
        case virtual
        /// Real time.
        case real
    }

    /// A media server that runs for the duration of the scenario.
    public struct Server: Sendable, Hashable {
        /// The path of the served folder; nil serves only the contents of the plan.
        public var folder: String?
        /// The path of a HAR file with recorded responses; nil for none.
        public var har: String?
        /// Whether the server takes the recorded times of the HAR file.
        public var usesRecordedTimings = true
        /// The faults, live streams and documents.
        public var plan: FaultPlan
        /// Whether the server uses TLS, with a self-signed certificate.
        public var usesTLS = false
        /// The path of a PEM file with the trusted certificates for clients, with TLS; nil if clients need
        /// none.
        public var clients: String?

        /// The paths of the HAR file whose responses are left out. A written scenario has a HAR file without them.
        package var leftOutPaths: Set<String> = []

        /// Makes a server.
        public init(folder: String? = nil, plan: FaultPlan = FaultPlan()) {
            self.folder = folder
            self.plan = plan
        }
    }

    /// The name for the user, if it has one.
    public var name: String?
    /// A path or a URI. With a server, a path is relative to the server.
    public var media: String
    /// The server of the scenario, if it has one.
    public var server: Server?
    /// The network settings.
    public var network = Network()
    /// The clock; nil leaves the choice to the conditions of the run.
    public var clock: Pace?
    /// The steps after the loading of the medium, in order.
    public var steps: [Step]
    /// The conditions at the end of the steps.
    public var expectations: [Expectation]
    /// The base folder of relative paths; nil for the current folder.
    public var folder: String?

    /// Makes a scenario. Without steps it plays the medium to its end.
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
    /// Parses a scenario from YAML or JSON text.
    public init(text: String) throws(DocumentError) { self = try Document(text: text).read() }

    /// Reads a scenario from a YAML or JSON file. Paths in it are relative to the folder of the file.
    public init(contentsOf path: String) throws(DocumentError) {
        self = try Document(path: path).read()
        folder = path.lastIndex(of: "/").map { String(path[...$0]) }
    }

    /// The YAML text of a file with this scenario. Paths are written as they are; see ``folder``.
    public var text: String { (try? Document.text(of: self)) ?? "" }

    /// The HAR file of the server; nil without one, or if it cannot be read.
    var archive: ArchiveText? {
        (server?.har).flatMap { try? ArchiveText(contentsOf: resolved($0)) }
    }

    /// The network settings with resolved paths.
    package var resolvedNetwork: Network {
        var resolved = network
        resolved.trustRoots = network.trustRoots.map(self.resolved)
        resolved.certificate = network.certificate.map(self.resolved)
        resolved.privateKey = network.privateKey.map(self.resolved)
        return resolved
    }

    /// The path relative to the current folder.
    package func resolved(_ path: String) -> String {
        path.hasPrefix("/") ? path : (folder ?? "") + path
    }
}
