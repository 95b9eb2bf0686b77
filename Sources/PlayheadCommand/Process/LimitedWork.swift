/// Runs at most a number of pieces of work at once. Others wait in their order.
actor LimitedWork {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ limit: Int) { free = limit }

    /// Runs the work when it is its turn.
    func run<Value: Sendable>(_ work: @Sendable () async -> Value) async -> Value {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
        defer { pass() }
        return await work()
    }

    /// Gives the place to the next one.
    private func pass() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
