/// The progress of a number of equal tasks.
struct Progress {
    /// The verb for a finished task, such as `inspected`.
    var verb: String
    var done = 0
    /// The number of tasks; nil if it is unknown.
    var total: Int?
    var elapsed: Duration = .zero
    /// What else there is to say, such as what is left; nil for nothing.
    var detail: String?

    /// The line in at most `columns` columns, of ASCII characters only.
    func text(columns: Int) -> String {
        let count = total.map { "\(done) of \($0) \(verb)" } ?? "\(done) \(verb)"
        return String(
            ([count] + [detail, rate, left].compactMap(\.self)).joined(separator: ", ").prefix(
                max(columns, 0)))
    }

    private var seconds: Double { elapsed / .seconds(1) }

    private var rate: String? {
        guard done > 0, seconds > 0 else { return nil }
        let tenths = Int((Double(done) / seconds * 10).rounded())
        return tenths >= 1000 ? "\(tenths / 10)/s" : "\(tenths / 10).\(tenths % 10)/s"
    }

    private var left: String? {
        guard let total, done > 0, done < total else { return nil }
        let left = Duration.seconds(Int((seconds / Double(done) * Double(total - done)).rounded(.up)))
        return "\(left.clock) left"
    }
}
