/// Several reports of JSON Lines as one, in the order of the whole list; each report is in that order already.
package struct ReportMerge {
    private struct Source {
        let reader: LineReader
        var next: CheckResult?
    }

    private var sources: [Source] = []
    /// What the reports say of the whole.
    package private(set) var summary = CheckSummary()
    /// Whether every report came to its end.
    package private(set) var isComplete = true
    private var ends = 0

    /// Reads reports; the path of one that cannot be read is thrown.
    package init(_ paths: [String]) throws(InputList.Fault) {
        for path in paths {
            guard let reader = LineReader(path: path) else {
                throw InputList.Fault(description: "\(path): the report cannot be read")
            }
            sources.append(Source(reader: reader))
        }
        for index in sources.indices { advance(index) }
    }

    /// The next result; of two of the same input at the same place, the one in the later report.
    package mutating func next() -> CheckResult? {
        guard let place = sources.compactMap({ $0.next?.index }).min() else { return nil }
        var found: CheckResult?
        for index in sources.indices {
            guard let next = sources[index].next, next.index == place else { continue }
            if let found, found.input != next.input { continue }
            found = next
            advance(index)
        }
        if let found { summary.add(found) }
        return found
    }

    /// How many inputs no report tells of; nil where that is not known.
    package var missing: Int? { summary.total.map { max($0 - summary.inputs, 0) } }

    private mutating func advance(_ index: Int) {
        sources[index].next = nil
        while let line = sources[index].reader.line() {
            switch JSONLine.read(line) {
            case .result(let result):
                sources[index].next = result
                return
            case .summary(let one):
                ends += 1
                summary.time = max(summary.time, one.time)
                if let total = one.total { summary.total = max(summary.total ?? 0, total) }
            case .lasts, nil: break
            }
        }
        isComplete = ends >= sources.count
    }
}
