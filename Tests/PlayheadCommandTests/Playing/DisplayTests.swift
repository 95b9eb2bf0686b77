import Testing

@testable import TestSupport

/// A display that is named and not there.
@Suite(.timeLimit(.minutes(1))) struct DisplayTests {
    private static let film = SampleMedia.path("one-frame.mp4")

    @Test func `a display without a server is none`() async throws {
        let child = try await PlayheadBinary.start(
            ["play", "--no-input", "--audio", "none", Self.film], environment: ["DISPLAY": ":4711"])
        let run = await RunResult(child)
        #expect(run.code == 0 && run.errors.contains("There is no display for a window"), "\(run.errors)")
    }

    @Test func `a window that is wanted there is an error`() async throws {
        let child = try await PlayheadBinary.start(
            ["play", "--no-input", "--video", "window", "--audio", "none", Self.film],
            environment: ["DISPLAY": ":4711"])
        let run = await RunResult(child)
        #expect(run.code == 1 && run.errors.contains("There is no display for a window"), "\(run.errors)")
    }
}
