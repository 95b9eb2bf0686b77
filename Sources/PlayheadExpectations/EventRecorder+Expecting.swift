public import PlayheadTesting
public import Testing

extension EventRecorder {
    /// Expects exactly `count` matching events.
    public func expect(
        exactly count: Int, _ matcher: EventMatcher, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(sourceLocation) { () throws(RecorderFailure) in try check(exactly: count, matcher) }
    }

    /// Expects at least `count` matching events.
    public func expect(
        atLeast count: Int, _ matcher: EventMatcher, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(sourceLocation) { () throws(RecorderFailure) in try check(atLeast: count, matcher) }
    }

    /// Expects at most `count` matching events.
    public func expect(
        atMost count: Int, _ matcher: EventMatcher, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(sourceLocation) { () throws(RecorderFailure) in try check(atMost: count, matcher) }
    }

    /// Expects no matching event.
    public func expect(never matcher: EventMatcher, sourceLocation: SourceLocation = #_sourceLocation) {
        expect(sourceLocation) { () throws(RecorderFailure) in try check(never: matcher) }
    }

    /// Expects matching events in this order. Other events may lie between them.
    public func expect(
        inOrder matchers: EventMatcher..., sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(sourceLocation) { () throws(RecorderFailure) in try check(inOrder: matchers) }
    }

    /// Runs the body, and expects no matching event during it.
    public func expectNothing(
        _ matcher: EventMatcher, isolation: isolated (any Actor)? = #isolation,
        sourceLocation: SourceLocation = #_sourceLocation, during body: () async throws -> Void
    ) async throws {
        do {
            try await check(nothing: matcher, isolation: isolation, during: body)
        } catch let failure as RecorderFailure {
            failure.record(at: sourceLocation)
        }
    }

    private func expect(_ location: SourceLocation, _ check: () throws(RecorderFailure) -> Void) {
        do { try check() } catch { error.record(at: location) }
    }
}

extension RecorderFailure {
    /// Records an issue with the events so far.
    fileprivate func record(at location: SourceLocation) {
        Issue.record(Comment(rawValue: description), sourceLocation: location)
    }
}
