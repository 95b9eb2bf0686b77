/// What an inspector has found so far, and who hears of it.
struct InspectionRecord: Sendable {
    typealias Listener = AsyncStream<PresentationEvent>.Continuation

    private var checks: [any PresentationCheck]
    private var load = 0
    /// What was said to have begun, by the check that found it.
    private var begun: [Set<PresentationFinding.Kind>]
    private var listeners: [Listener] = []
    private(set) var findings: [PresentationFinding] = []
    var pictures = 0

    init(checks: [any PresentationCheck]) {
        self.checks = checks
        begun = Array(repeating: [], count: checks.count)
    }

    mutating func add(_ listener: Listener) { listeners.append(listener) }

    mutating func takeListeners() -> [Listener] {
        defer { listeners = [] }
        return listeners
    }

    /// Asks every check about something that was presented; nothing about a load that another one has replaced.
    mutating func ask(
        about load: Int, _ question: (inout any PresentationCheck) -> [PresentationFinding]
    ) {
        guard load >= self.load else { return }
        if load > self.load { finish() }
        self.load = load
        for index in checks.indices { tell(question(&checks[index]), of: index) }
    }

    /// Ends what goes on.
    mutating func finish() {
        for index in checks.indices { tell(checks[index].finish(), of: index) }
    }

    private mutating func tell(_ ended: [PresentationFinding], of index: Int) {
        for finding in ended {
            begin(finding, of: index)
            begun[index].remove(finding.kind)
            findings.append(finding)
            send(.ended(finding))
        }
        for finding in checks[index].ongoing { begin(finding, of: index) }
    }

    private mutating func begin(_ finding: PresentationFinding, of index: Int) {
        if begun[index].insert(finding.kind).inserted { send(.began(finding.kind, at: finding.start)) }
    }

    /// Whoever does not listen any more is forgotten here. A handler of that end would run under a lock of the task that is cancelled,
    /// which telling it needs too.
    private mutating func send(_ event: PresentationEvent) {
        listeners.removeAll { listener in
            if case .terminated = listener.yield(event) { true } else { false }
        }
    }
}
