import Playhead
import Testing

@testable import PlayheadCore
@testable import PlayheadPipeline

extension Player {
    /// The pipeline of the current load, which has to be a real one.
    var pipeline: GStreamerPipeline {
        get throws { try #require(core.withLock { $0.pipelines[$0.machine.stamp] } as? GStreamerPipeline) }
    }
}

extension GStreamerPipeline {
    /// What is so on the queue of the pipeline, asked until there is an answer.
    func seen<Value: Sendable>(
        _ look: @escaping @Sendable (GStreamerPipeline) -> Value?
    ) async throws -> Value {
        while true {
            try Task.checkCancellation()
            let value = await withCheckedContinuation { continuation in
                later { continuation.resume(returning: look($0)) }
            }
            if let value { return value }
        }
    }
}
