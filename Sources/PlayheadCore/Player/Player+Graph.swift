extension Player {
    /// The pipeline of the current load as a Graphviz graph: its elements, links, states and formats. Nil
    /// without a pipeline.
    ///
    /// The graph is for diagnosis; its content depends on the GStreamer version. The call does not return
    /// while the pipeline hangs.
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
    package func currentFrame() -> VideoFrame? { nil }
}
