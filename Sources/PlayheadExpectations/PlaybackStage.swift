public import Playhead
public import PlayheadTesting
internal import Testing

/// What a test plays on.
struct PlaybackStage: Sendable {
    @TaskLocal static var current: PlaybackStage?

    var player: Player
    var fake: FakePlayer?
}

/// A test asks for a player that it was not given.
public struct NoPlayer: Error, CustomStringConvertible {
    /// What is wrong, and what to do about it.
    public var description: String { "This test has no such player: it needs the trait \(trait)" }

    let trait: String
}

extension Player {
    /// The player of the test that is running, from the trait `.playback(…)`.
    public static var current: Player {
        get throws(NoPlayer) {
            guard let stage = PlaybackStage.current else { throw NoPlayer(trait: ".playback()") }
            return stage.player
        }
    }
}

extension FakePlayer {
    /// The fake player of the test that is running, from the trait `.playback(fake:)`.
    public static var current: FakePlayer {
        get throws(NoPlayer) {
            guard let fake = PlaybackStage.current?.fake else { throw NoPlayer(trait: ".playback(fake:)") }
            return fake
        }
    }
}

extension PlaybackStage {
    /// Adds to the results of a test what its player did.
    func attach(_ recorder: EventRecorder, _ picture: LastPicture, to test: Test) async {
        let location = test.sourceLocation
        Attachment.record(recorder.trace.text, named: "trace.txt", sourceLocation: location)
        let graph = await answer(within: .seconds(2)) { [player] in await player.pipelineGraph() }
        if let graph = graph ?? nil {
            Attachment.record(graph, named: "pipeline.dot", sourceLocation: location)
        }
        if let png = picture.picture?.png {
            Attachment.record(png, named: "last-picture.png", sourceLocation: location)
        }
    }

    /// Closes the player; false when that takes too long.
    func close() async -> Bool {
        await answer(within: .seconds(10)) { [player] in
            await player.close()
            return true
        } ?? false
    }
}

/// What something answers within a limit of real time; nil when it has not by then. It goes on nevertheless.
private func answer<Value: Sendable>(
    within limit: Duration, of question: @escaping @Sendable () async -> Value
) async -> Value? {
    let (answers, answer) = AsyncStream.makeStream(of: Value?.self)
    Task { answer.yield(await question()) }
    let patience = Task {
        try await Task.sleep(for: limit)
        answer.yield(nil)
    }
    defer { patience.cancel() }
    for await value in answers { return value }
    return nil
}
