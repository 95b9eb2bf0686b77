extension Player {
    /// The pipeline of the current load as a graph in the language of Graphviz: what it is made of, how that is linked, and in which state and
    /// format each part is. Nil without a pipeline.
    ///
    /// For a person who looks for a fault: what stands in it depends on the version of GStreamer. Where the pipeline hangs, so does the answer.
    public func pipelineGraph() async -> String? {
        let pipeline = core.withLock { $0.pipelines[$0.machine.stamp] }
        return await withCheckedContinuation { continuation in
            guard let pipeline else { return continuation.resume(returning: nil) }
            pipeline.drawGraph { continuation.resume(returning: $0) }
        }
    }
}

extension MediaPipeline {
    package func drawGraph(_ answer: @escaping @Sendable (String?) -> Void) { answer(nil) }
    package func transcript(of track: Track.ID) -> [SubtitleCue]? { nil }
}
