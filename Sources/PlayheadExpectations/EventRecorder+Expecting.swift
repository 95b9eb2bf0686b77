public import PlayheadTesting
public import Testing

extension EventRecorder {
    /// Expects that so many events are meant.
    public func expect(
        exactly count: Int, _ matcher: EventMatcher, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(sourceLocation) { () throws(RecorderFailure) in try check(exactly: count, matcher) }
    }

    /// Expects at least so many.
    public func expect(
        atLeast count: Int, _ matcher: EventMatcher, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(sourceLocation) { () throws(RecorderFailure) in try check(atLeast: count, matcher) }
    }

    /// Expects at most so many.
    public func expect(
        atMost count: Int, _ matcher: EventMatcher, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(sourceLocation) { () throws(RecorderFailure) in try check(atMost: count, matcher) }
    }

    /// Expects none.
    public func expect(never matcher: EventMatcher, sourceLocation: SourceLocation = #_sourceLocation) {
        expect(sourceLocation) { () throws(RecorderFailure) in try check(never: matcher) }
    }

    /// Expects events that are meant, one after another in this order; others may have come in between.
    public func expect(
        inOrder matchers: EventMatcher..., sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(sourceLocation) { () throws(RecorderFailure) in try check(inOrder: matchers) }
    }

    /// Does something, and expects no event meanwhile that is meant.
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
    /// Makes the test fail with the recorded events so far.
    fileprivate func record(at location: SourceLocation) {
        Issue.record(Comment(rawValue: description), sourceLocation: location)
    }
}
