package import Dispatch

/// One attempt to play one item: the receiver of the player's effects. The real one is ``GStreamerPipeline``;
/// the test kit has one that follows a script. Both pass the same contract tests.
///
/// No function blocks. Reports go to the `post` closure of the factory, from any thread, in order.
package protocol MediaPipeline: AnyObject, Sendable {
    /// Performs a command asynchronously and in order.
    func perform(_ command: PipelineCommand)
    /// Shuts the pipeline down; no report comes after the return. `completion` is called when all resources
    /// are released.
    func discard(completion: @escaping @Sendable () -> Void)
    /// Answers asynchronously with the pipeline's graph in Graphviz; nil if there is none.
    func drawGraph(_ answer: @escaping @Sendable (String?) -> Void)
    /// All subtitles of a track in order of start; nil until all are known. Callable from any thread.
    func transcript(of track: Track.ID) -> [SubtitleCue]?
    /// The frame that its output shows; nil if there is none. Callable from any thread.
    func currentFrame() -> VideoFrame?
}

/// Builds the pipeline of a load and starts to open it.
package typealias PipelineFactory =
    @Sendable (
        _ request: OpenRequest, _ meter: PresentationMeter, _ configuration: PlayerConfiguration,
        _ post: @escaping @Sendable (PipelineEvent) -> Void
    ) -> any MediaPipeline

/// The audio output and the window of a player, which its pipelines use one after another.
package protocol PlayerOutputs: Sendable {
    /// The window, open or not.
    var window: PlayerWindow { get }
    /// Plays on another audio device from now on, asynchronously; nil: the default one.
    func useAudioDevice(_ id: AudioOutputDevice.ID?)
    /// Calls for each change of the audio device that plays, on any thread and in order.
    func onAudioDeviceReport(_ handler: @escaping @Sendable (AudioDeviceReport) -> Void)
    /// Closes the outputs asynchronously; the group is left afterwards. The next load reopens them, unless
    /// `forGood` is set.
    func close(_ group: DispatchGroup, forGood: Bool)
}

/// The outputs of a player whose pipelines present nothing.
package struct NoOutputs: PlayerOutputs {
    package let window = PlayerWindow()
    package init() {}
    package func useAudioDevice(_ id: AudioOutputDevice.ID?) {}
    package func onAudioDeviceReport(_ handler: @escaping @Sendable (AudioDeviceReport) -> Void) {}
    package func close(_ group: DispatchGroup, forGood: Bool) {}
}
