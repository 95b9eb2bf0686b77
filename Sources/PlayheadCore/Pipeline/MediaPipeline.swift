package import Dispatch

/// One attempt to play one item: what the player's effects are sent to. The real one is ``GStreamerPipeline``; the
/// test kit has one that follows a script. Both are held to the same contract tests.
///
/// No function blocks. Reports go to the `post` closure that the factory was given, from any thread, in order.
package protocol MediaPipeline: AnyObject, Sendable {
    /// Carries out a command, later and in order.
    func perform(_ command: PipelineCommand)
    /// Takes everything down; no report comes after this returns. `completion` is called when nothing is left.
    func discard(completion: @escaping @Sendable () -> Void)
    /// Answers later with a picture of what it is made of, in the language of Graphviz; nil when there is nothing to show.
    func drawGraph(_ answer: @escaping @Sendable (String?) -> Void)
    /// All subtitles of a track, in the order of their starts; nil as long as not all are known. From any thread.
    func transcript(of track: Track.ID) -> [SubtitleCue]?
}

/// Builds the pipeline for a load and starts opening it.
package typealias PipelineFactory =
    @Sendable (
        _ request: OpenRequest, _ meter: PresentationMeter, _ configuration: PlayerConfiguration,
        _ post: @escaping @Sendable (PipelineEvent) -> Void
    ) -> any MediaPipeline

/// The audio output and the window of a player, which its pipelines present through one after another.
package protocol PlayerOutputs: Sendable {
    /// Closes them later; the group is left when that is done. The next load opens them again, unless `forGood` is set.
    func close(_ group: DispatchGroup, forGood: Bool)
}

/// Outputs of a player whose pipelines present nothing.
package struct NoOutputs: PlayerOutputs {
    package init() {}
    package func close(_ group: DispatchGroup, forGood: Bool) {}
}
