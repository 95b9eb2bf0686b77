/// The faults that apply to one request, at most one of each kind.
struct ActiveFaults {
    private struct Entry {
        var fault: Fault
        /// The index of its rule.
        var rule: Int
        /// The time at which the rule first applied to a request.
        var since: Duration
    }

    private var entries: [Fault.Kind: Entry] = [:]

    subscript(kind: Fault.Kind) -> Fault? { entries[kind]?.fault }

    /// All faults, in the order of their kinds.
    var all: [Fault] { Fault.Kind.allCases.compactMap { self[$0] } }

    var isStale: Bool { self[.stale] != nil }

    mutating func add(_ fault: Fault, rule: Int, since: Duration) {
        entries[fault.kind] = Entry(fault: fault, rule: rule, since: since)
    }

    /// Adds faults of no rule. Those of rules have precedence.
    mutating func addRecorded(_ faults: [Fault], since: Duration) {
        for fault in faults where entries[fault.kind] == nil { add(fault, rule: -1, since: since) }
    }

    mutating func remove(_ kind: Fault.Kind) { entries[kind] = nil }

    /// The index of the rule that caused the fault of a kind.
    func rule(of kind: Fault.Kind) -> Int { entries[kind]?.rule ?? -1 }

    /// The time at which the rule of the fault first applied to a request.
    func begin(of kind: Fault.Kind) -> Duration { entries[kind]?.since ?? .zero }
}

/// Counts the matching requests of each rule.
struct RuleCounter {
    let rules: [FaultRule]
    private var counts: [Int]
    private var begins: [Duration?]

    init(_ rules: [FaultRule]) {
        self.rules = rules
        counts = Array(repeating: 0, count: rules.count)
        begins = Array(repeating: nil, count: rules.count)
    }

    /// Counts a request and returns the faults that apply to it.
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
