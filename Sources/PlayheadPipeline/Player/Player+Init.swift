public import PlayheadCore

extension Player {
    /// A player without content. GStreamer is not started before the first load.
    public convenience init(configuration: PlayerConfiguration = PlayerConfiguration()) {
        let outputs = MediaOutputs(changesPace: configuration.pace != nil)
        self.init(
            configuration: configuration, time: configuration.clock.time, outputs: outputs,
            gstreamerVersion: Self.gstreamerVersion,
            makePipeline: GStreamerPipeline.factory(outputs))
    }

    /// Makes the pipelines of a player that plays real media.
    package static func realPipelines() -> PipelineFactory { GStreamerPipeline.factory(MediaOutputs()) }
}

extension PlayerPool {
    /// A pool without items. It makes players when there are items for them to load.
    ///
    /// - Parameters:
    ///   - capacity: the largest number of players, one or more. Each has decoders and buffers of its own.
    ///   - configuration: the configuration of each player.
    public convenience init(capacity: Int, configuration: PlayerConfiguration = PlayerConfiguration()) {
        self.init(capacity: capacity) { Player(configuration: configuration) }
    }
}
