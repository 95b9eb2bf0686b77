/// Merges several reports in JSON Lines into one, ordered by index. Each source report has that order
/// already.
package struct ReportMerge {
    private struct Source {
        let reader: LineReader
        var next: CheckResult?
    }

    private var sources: [Source] = []
    /// The totals of all reports.
    package private(set) var summary = CheckSummary()
    /// Whether every report has its last line.
    package private(set) var isComplete = true
    private var ends = 0

    /// Opens the reports; throws the path of a report that cannot be read.
    package init(_ paths: [String]) throws(InputList.Fault) {
        for path in paths {
            guard let reader = LineReader(path: path) else {
                throw InputList.Fault(description: "\(path): the report cannot be read")
            }
            sources.append(Source(reader: reader))
        }
        for index in sources.indices { advance(index) }
    }

    /// The next result. If two reports have the same input at the same index, the later report is used.
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

    /// The number of inputs that no report contains; nil if the total is unknown.
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
