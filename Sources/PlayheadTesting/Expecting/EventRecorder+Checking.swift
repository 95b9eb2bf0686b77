internal import Playhead

extension EventRecorder {
    /// Fails unless exactly `count` events match.
    public func check(exactly count: Int, _ matcher: EventMatcher) throws(RecorderFailure) {
        try check(matcher, "exactly \(count)") { $0 == count }
    }

    /// Fails if fewer than `count` events match.
    public func check(atLeast count: Int, _ matcher: EventMatcher) throws(RecorderFailure) {
        try check(matcher, "at least \(count)") { $0 >= count }
    }

    /// Fails if more than `count` events match.
    public func check(atMost count: Int, _ matcher: EventMatcher) throws(RecorderFailure) {
        try check(matcher, "at most \(count)") { $0 <= count }
    }

    /// Fails if any event matches.
    public func check(never matcher: EventMatcher) throws(RecorderFailure) {
        try check(matcher, "never") { $0 == 0 }
    }

    /// Fails unless events match the matchers in this order. Other events may lie between them.
    public func check(inOrder matchers: EventMatcher...) throws(RecorderFailure) {
        try check(inOrder: matchers)
    }

    /// Fails unless events match the matchers in this order. Other events may lie between them.
    public func check(inOrder matchers: [EventMatcher]) throws(RecorderFailure) {
        let trace = trace
        var rest = trace.events[...]
        var found: [EventMatcher] = []
        for matcher in matchers {
            guard let index = rest.firstIndex(where: matcher.matches) else {
                let order = matchers.map(\.description).joined(separator: ", ")
                let last = found.last.map { "no \(matcher) came after \($0)" } ?? "no \(matcher) came"
                throw RecorderFailure("Expected in this order: \(order); but \(last)", trace: trace)
            }
            rest = rest[(index + 1)...]
            found.append(matcher)
        }
    }

    /// Runs the body, and fails if a matching event happens during it.
    @discardableResult
    public func check<Value>(
        nothing matcher: EventMatcher, isolation: isolated (any Actor)? = #isolation,
        during body: () async throws -> Value
    ) async throws -> Value {
        let count = book.count
        let value = try await body()
        let trace = trace
        if trace.events[count...].contains(where: matcher.matches) {
            throw RecorderFailure(
                "Expected no \(matcher) meanwhile", trace: trace, marking: matcher, from: count)
        }
        return value
    }

    private func check(
        _ matcher: EventMatcher, _ wanted: String, isRight: (Int) -> Bool
    ) throws(RecorderFailure) {
        let trace = trace
        let count = trace.events.count(where: matcher.matches)
        if isRight(count) { return }
        throw RecorderFailure("Expected \(wanted) \(matcher), found \(count)", trace: trace, marking: matcher)
    }
}
