/// The findings of an inspector so far, and its subscribers.
struct InspectionRecord: Sendable {
    typealias Listener = AsyncStream<PresentationEvent>.Continuation

    private var checks: [any PresentationCheck]
    private var load = 0
    /// The kinds of findings that each check has reported as begun.
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

    /// Passes presented media to every check. Media of a replaced load is ignored.
    mutating func ask(
        about load: Int, _ question: (inout any PresentationCheck) -> [PresentationFinding]
    ) {
        guard load >= self.load else { return }
        if load > self.load { finish() }
        self.load = load
        for index in checks.indices { tell(question(&checks[index]), of: index) }
    }

    /// Ends the current findings.
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

    /// Sends an event to all subscribers, and removes the cancelled ones. A termination handler of the stream
    /// cannot remove them: it runs under a lock of the cancelled task, and `yield` needs that lock too.
    private mutating func send(_ event: PresentationEvent) {
        listeners.removeAll { listener in
            if case .terminated = listener.yield(event) { true } else { false }
        }
    }
}
