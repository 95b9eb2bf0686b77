/// The faults that a request meets: of each kind the one that counts.
struct ActiveFaults {
    private struct Entry {
        var fault: Fault
        /// The rule that it comes from.
        var rule: Int
        /// When that rule was first about a request.
        var since: Duration
    }

    private var entries: [Fault.Kind: Entry] = [:]

    subscript(kind: Fault.Kind) -> Fault? { entries[kind]?.fault }

    /// All of them, in the order of their kinds.
    var all: [Fault] { Fault.Kind.allCases.compactMap { self[$0] } }

    var isStale: Bool { self[.stale] != nil }

    mutating func add(_ fault: Fault, rule: Int, since: Duration) {
        entries[fault.kind] = Entry(fault: fault, rule: rule, since: since)
    }

    mutating func remove(_ kind: Fault.Kind) { entries[kind] = nil }

    /// The number of the rule that brought a fault.
    func rule(of kind: Fault.Kind) -> Int { entries[kind]?.rule ?? -1 }

    /// When the rule that brought a fault was first about a request.
    func begin(of kind: Fault.Kind) -> Duration { entries[kind]?.since ?? .zero }
}

/// Counts, for each rule, the requests that it is about.
struct RuleCounter {
    let rules: [FaultRule]
    private var counts: [Int]
    private var begins: [Duration?]

    init(_ rules: [FaultRule]) {
        self.rules = rules
        counts = Array(repeating: 0, count: rules.count)
        begins = Array(repeating: nil, count: rules.count)
    }

    /// Counts a request, and says what it meets.
    mutating func faults(for method: String, _ path: String, at now: Duration) -> ActiveFaults {
        var faults = ActiveFaults()
        for (index, rule) in rules.enumerated() where rule.isAbout(method, path) {
            counts[index] += 1
            guard rule.requests.contains(counts[index]) else { continue }
            let since = begins[index] ?? now
            begins[index] = since
            for fault in rule.faults { faults.add(fault, rule: index, since: since) }
        }
        return faults
    }
}

extension FaultRule {
    fileprivate func isAbout(_ method: String, _ path: String) -> Bool {
        (self.method ?? method) == method && self.path.matches(path)
    }
}
