import Testing

@testable import Playhead

extension Player {
    /// The pipeline of the current load, which has to be a real one.
    var pipeline: GStreamerPipeline {
        get throws { try #require(core.withLock { $0.pipelines[$0.snapshot.stamp] } as? GStreamerPipeline) }
    }
}
