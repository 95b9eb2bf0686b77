internal import Synchronization
public import Testing

/// A trait that fails a test if it leaks GStreamer objects. Use `.noLeaks`.
///
/// A passed test runs twice more in a child process under the leak tracer of GStreamer. The first of these
/// runs creates the permanent objects of classes and plug-ins. An object that the second run created is a
/// leak if it still exists 5 s after the test.
public struct LeakTrait: TestTrait, SuiteTrait, TestScoping {
    /// The trait applies to every test of a suite.
    public var isRecursive: Bool { true }

    /// A parameterized test is examined as a whole.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> LeakTrait? {
        testCase == nil && !test.isSuite ? self : nil
    }

    /// Runs a test and searches for leaks.
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
    /// Fails the test if it leaks GStreamer objects: elements, buffers, caps or clocks.
    ///
    ///     @Test(.playback(.virtual), .noLeaks) func `playback leaks nothing`() async throws { … }
    ///
    /// The test runs three times, the last two in a child process.
    public static var noLeaks: LeakTrait { LeakTrait() }
}

extension [Leak] {
    /// A summary of the leaks; nil if there are none.
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
