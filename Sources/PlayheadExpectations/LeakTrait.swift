internal import Synchronization
public import Testing

/// Fails a test that leaves objects of GStreamer's behind. Made by `.noLeaks`.
///
/// A test that has passed is run again in a process of its own, in which GStreamer's tracer of leaks counts: twice, because classes and plug-ins keep what
/// they make once. What was made the second time and is still there five seconds after the test has been left behind.
public struct LeakTrait: TestTrait, SuiteTrait, TestScoping {
    /// Every test of a suite is looked at.
    public var isRecursive: Bool { true }

    /// A test with arguments is looked at as a whole.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> LeakTrait? {
        testCase == nil && !test.isSuite ? self : nil
    }

    /// Runs a test, and looks for what it leaves behind.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        if let report = LeakReport.wanted {
            try await report.write(about: function)
            return
        }
        guard try await passes(test, testCase, function) else { return }
        do {
            let leaks = try await LeakSearch(of: test).leaks()
            if let words = leaks.words { Issue.record(words, sourceLocation: test.sourceLocation) }
        } catch {
            Issue.record(error, "Leaks were not looked for", sourceLocation: test.sourceLocation)
        }
    }

    private func passes(
        _ test: Test, _ testCase: Test.Case?, _ function: @Sendable () async throws -> Void
    ) async throws -> Bool {
        let hasFailed = Mutex(false)
        let watch = IssueHandlingTrait.compactMapIssues { issue in
            if issue.isFault { hasFailed.withLock { $0 = true } }
            return issue
        }
        try await watch.provideScope(for: test, testCase: testCase, performing: function)
        return !hasFailed.withLock { $0 }
    }
}

extension Trait where Self == LeakTrait {
    /// Fails the test when objects of GStreamer's are left after it: elements, buffers, caps, clocks.
    ///
    ///     @Test(.playback(.virtual), .noLeaks) func `nothing is left of a film`() async throws { … }
    ///
    /// The test runs three times, the last two in a process of its own.
    public static var noLeaks: LeakTrait { LeakTrait() }
}

extension [Leak] {
    /// What is left, for a person; nil when nothing is.
    var words: Comment? {
        guard !isEmpty else { return nil }
        let most = 20
        var lines = prefix(most).map { "    \($0)" }
        if count > most { lines.append("    … and \(count - most) more") }
        let counts = Dictionary(grouping: self, by: \.type).mapValues(\.count)
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
        return Comment(
            rawValue: "Objects of GStreamer's are left after the test: \(counts.joined(separator: ", "))\n"
                + lines.joined(separator: "\n"))
    }
}
