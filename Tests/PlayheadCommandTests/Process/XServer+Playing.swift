import Testing

@testable import TestBasics
@testable import TestSupport

extension XServer {
    /// Starts the command without sound, and waits until its item can be presented.
    func play(_ options: String..., input: String = "/dev/null") async throws -> Child {
        let player = try await PlayheadBinary.start(
            ["play", "--video", "window", "--audio", "none", "--no-input", "--json"] + options,
            streams: .pipes(input: input), environment: ["DISPLAY": display], beside: child)
        #expect(await player.output.waits { $0.contains("\"event\":\"ready\"") })
        return player
    }

    /// Starts the command with sound on a server.
    func play(on sound: PulseServer, _ options: [String]) async throws -> Child {
        try await PlayheadBinary.start(
            ["play", "--video", "window", "--no-input", "--json"] + options,
            environment: sound.environment.merging(["DISPLAY": display]) { $1 }, beside: child)
    }
}
