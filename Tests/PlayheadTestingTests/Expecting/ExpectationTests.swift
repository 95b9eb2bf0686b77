import Playhead
import PlayheadExpectations
import PlayheadTesting
import Testing

/// The verbs for Swift Testing: what is not as expected fails the test where it is expected.
@Suite(.timeLimit(.minutes(1)))
struct ExpectationTests {
    private let fake = FakePlayer(FakeScript { $0.stalls = [.init(at: .seconds(3), for: .seconds(1))] })

    /// Whether an issue was recorded in a line of this file, with a text.
    private func expectIssue(_ text: String, at line: Int, _ body: () async throws -> Void) async throws {
        try await withKnownIssue {
            try await body()
        } matching: { issue in
            issue.sourceLocation?.line == line && issue.comments.contains { $0.rawValue.contains(text) }
        }
    }

    @Test func `a met expectation records no issue`() async throws {
        let story = fake.player.recordEvents()
        fake.player.load(MediaItem(uri: "fake://film"), autoplay: true)
        try await story.expectNothing(.stall) { fake.advance(by: .seconds(2)) }
        fake.advance(by: .seconds(20))
        story.expect(exactly: 1, .finished(.natural))
        story.expect(atLeast: 1, .stall)
        story.expect(atMost: 1, .stall)
        story.expect(never: .warning)
        story.expect(inOrder: .item, .ready, .playing, .stall, .playing, .finished)
        await fake.player.close()
    }

    @Test func `an unmet expectation fails at its line, with the recorded events`() async throws {
        let story = fake.player.recordEvents()
        fake.player.load(MediaItem(uri: "fake://film"), autoplay: true)
        try await expectIssue("Expected at least 1 finished, found 0", at: #line + 1) {
            story.expect(atLeast: 1, .finished)
        }
        try await expectIssue("Expected exactly 2 ready, found 1", at: #line + 1) {
            story.expect(exactly: 2, .ready)
        }
        try await expectIssue("status started", at: #line) { story.expect(atMost: 0, .ready) }
        try await expectIssue("Expected never ready, found 1", at: #line) { story.expect(never: .ready) }
        try await expectIssue("no item came after ready", at: #line + 1) {
            story.expect(inOrder: .ready, .item)
        }
        try await expectIssue("Expected no stall meanwhile", at: #line + 1) {
            try await story.expectNothing(.stall) { fake.advance(by: .seconds(4)) }
        }
        await fake.player.close()
    }

    @Test func `an expectation of a missing trace file fails with the trace`() async throws {
        let story = fake.player.recordEvents()
        fake.player.load(MediaItem(uri: "fake://film"))
        try await expectIssue("item film", at: #line) { story.expectTrace(matches: "never-written") }
        await fake.player.close()
    }
}
