public import PlayheadCore

extension Player {
    /// Creates a player without content. GStreamer is not started before the first load.
    public convenience init(configuration: PlayerConfiguration = PlayerConfiguration()) {
        let outputs = MediaOutputs(
            changesPace: configuration.pace != nil, audioDevice: configuration.audioDevice,
            directPlayback: DirectPlayback(configuration), lossPolicy: configuration.audioDeviceLossPolicy,
            window: PlayerWindow(configuration.window),
            decodeCover: ImageGenerator.windowPicture)
        self.init(
            configuration: configuration, time: configuration.clock.time, outputs: outputs,
            gstreamerVersion: Self.gstreamerVersion,
            makePipeline: GStreamerPipeline.factory(outputs))
    }

    /// Creates the pipelines of a player for real media.
    package static func realPipelines() -> PipelineFactory { GStreamerPipeline.factory(MediaOutputs()) }
}

extension PlayerPool {
    /// Creates a pool without items. It creates players when there are items for them to load.
    ///
    /// - Parameters:
    ///   - capacity: the maximum number of players, at least 1. Each player has its own decoders and buffers.
    ///   - configuration: the configuration of each player.
    public convenience init(capacity: Int, configuration: PlayerConfiguration = PlayerConfiguration()) {
        self.init(capacity: capacity) { Player(configuration: configuration) }
    }
}
