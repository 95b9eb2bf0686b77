public import Playhead
public import PlayheadTesting
internal import Testing

/// The player of the running test, with its fake if it has one.
struct PlaybackStage: Sendable {
    @TaskLocal static var current: PlaybackStage?

    var player: Player
    var fake: FakePlayer?
}

/// The error of a test that uses a player without the necessary trait.
public struct NoPlayer: Error, CustomStringConvertible {
    /// The message with the necessary trait.
    public var description: String { "This test has no such player: it needs the trait \(trait)" }

    let trait: String
}

extension Player {
    /// The player of the running test, from the trait `.playback(…)`.
    public static var current: Player {
        get throws(NoPlayer) {
            guard let stage = PlaybackStage.current else { throw NoPlayer(trait: ".playback()") }
            return stage.player
        }
    }
}

extension FakePlayer {
    /// The fake player of the running test, from the trait `.playback(fake:)`.
    public static var current: FakePlayer {
        get throws(NoPlayer) {
            guard let fake = PlaybackStage.current?.fake else { throw NoPlayer(trait: ".playback(fake:)") }
            return fake
        }
    }
}

extension PlaybackStage {
    /// Attaches the events, the pipeline graph and the last video frame to the results of a test.
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

    /// Closes the player; false if that takes more than 10 s.
    func close() async -> Bool {
        await answer(within: .seconds(10)) { [player] in
            await player.close()
            return true
        } ?? false
    }
}

/// The result of an operation within a limit of real time; nil after the limit. The operation itself is not
/// cancelled.
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
