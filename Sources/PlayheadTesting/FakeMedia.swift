public import Playhead
private import Synchronization

/// Fake media for tests without GStreamer. It makes a player whose items follow a script.
///
///     let media = FakeMedia(FakeScript { $0.duration = .seconds(60) })
///     let player = media.makePlayer()
///     player.load(MediaItem(uri: "fake://video"), autoplay: true)
///     media.advance(by: .seconds(3))
///     // player.position is now 3 s
///
/// The clock advances only through ``advance(by:)``, or it is the virtual clock of the player if it has one.
/// Make one `FakeMedia` for each player.
///
/// The functions that trigger events affect the current load of the player, and do nothing without a load.
/// The player has processed their effects when they return. If another thread sends a command to the player
/// at that moment, that thread processes them instead. Observers receive the events later, each on its queue.
public final class FakeMedia: Sendable {
    private struct State {
        var script: FakeScript
        var pipelines: [FakePipeline] = []
        /// The scripts for loads of certain URIs.
        var scripts: [String: FakeScript] = [:]
        weak var player: Player?
    }

    package let time = ManualTime()
    private let state: Mutex<State>

    /// Makes fake media that follow a script.
    public init(_ script: FakeScript = FakeScript()) {
        state = Mutex(State(script: script))
    }

    /// The script of the next load.
    public var script: FakeScript {
        get { state.withLock(\.script) }
        set { state.withLock { $0.script = newValue } }
    }

    /// Sets the script of the next loads of a URI, in place of ``script``.
    public func setScript(_ script: FakeScript, for uri: String) {
        state.withLock { $0.scripts[uri] = script }
    }

    /// Makes a player that plays these media for any URI.
    public func makePlayer(configuration: PlayerConfiguration = PlayerConfiguration()) -> Player {
        let player = Player(
            configuration: configuration, time: time(of: configuration),
            gstreamerVersion: Player.gstreamerVersion
        ) { [self] in makePipeline($0, $1, $2, post: $3) }
        state.withLock { $0.player = player }
        return player
    }

    private func time(of configuration: PlayerConfiguration) -> any PlayerTime {
        configuration.clock.virtualClock == nil ? time : configuration.clock.time
    }

    /// Makes the pipeline of the next load, which becomes the current pipeline.
    package func makePipeline(
        _ request: OpenRequest, _ meter: PresentationMeter, _ configuration: PlayerConfiguration,
        post: @escaping @Sendable (PipelineEvent) -> Void
    ) -> FakePipeline {
        let pipeline = FakePipeline(
            request: request, meter: meter, positionInterval: configuration.positionInterval,
            script: state.withLock { $0.scripts[request.item.uri] ?? $0.script },
            time: time(of: configuration), post: post)
        state.withLock { $0.pipelines.append(pipeline) }
        pipeline.start()
        return pipeline
    }

    /// Advances the clock. Playing media advance by the same duration, and timeouts expire. A virtual clock
    /// has its own function for this.
    public func advance(by duration: Duration) { time.advance(by: duration) }

    /// The pipelines of all loads; the latest is the last.
    package var pipelines: [FakePipeline] { state.withLock(\.pipelines) }
    /// The pipeline of the current load; the latest one if the current load is unknown.
    package var current: FakePipeline? {
        let (pipelines, player) = state.withLock { ($0.pipelines, $0.player) }
        let stamp = player?.machine.stamp
        return pipelines.last { $0.request.stamp == stamp } ?? pipelines.last
    }

    /// The latest pipeline of a preloaded item.
    package var prepared: FakePipeline? { pipelines.last { $0.request.isPrepared && $0 !== current } }
}

extension FakeMedia {
    /// Completes the preroll.
    public func finishPreroll() { current?.tell { $0.finishPreroll() } }

    /// Completes the seek or step in flight.
    public func finishSeek() { current?.tell { $0.finishSeek() } }

    /// Fails the seek or step in flight. Playback continues at its position.
    public func failSeek(_ error: PlayerError) { current?.tell { $0.finishSeek(failing: error) } }

    /// Reports the level of the network buffer, in percent.
    public func buffer(percent: Int) { current?.tell { $0.report(.buffering(percent: percent)) } }

    /// Reports that media is held locally up to this position.
    public func buffer(upTo position: Duration) { current?.tell { $0.report(.bufferedTo(position)) } }

    /// Begins or ends a lack of data.
    public func starve(_ starves: Bool) { current?.tell { $0.setStarved(starves) } }

    /// Reports a more accurate duration.
    public func changeDuration(_ duration: Duration?) {
        current?.tell { $0.report(.durationChanged(duration)) }
    }

    /// Reports a change of a live stream: it has grown, lost its oldest segments, or is complete.
    public func changeWindow(_ range: Range<Duration>, isComplete: Bool = false) {
        current?.tell { $0.report(.window($0.script.window(range, isComplete: isComplete))) }
    }

    /// Reports a change of the variant.
    public func changeVariant(_ variant: StreamVariant) { current?.tell { $0.report(.variant(variant)) } }

    /// Reports the bandwidth in bits per second.
    public func changeBandwidth(_ bandwidth: Double) { current?.tell { $0.report(.bandwidth(bandwidth)) } }

    /// Shows a subtitle, or hides it.
    public func showSubtitle(_ text: String?) {
        current?.tell { machine in
            let cue = text.map { SubtitleCue(text: $0, start: .zero, end: .seconds(3600)) }
            machine.report(.subtitle(cue.map { [$0] } ?? []))
        }
    }

    /// Reports changed metadata.
    public func changeMetadata(_ metadata: MediaMetadata) {
        current?.tell { $0.report(.metadata(metadata)) }
    }

    /// Reports a warning.
    public func warn(_ warning: PlayerWarning) { current?.tell { $0.report(.warning(warning)) } }

    /// Reports a gap.
    public func miss(_ gap: MediaGap) { current?.tell { $0.report(.gap(gap)) } }

    /// Ends the content after `presented` was presented, optionally because of a fault.
    public func end(presented: Duration?, fault: PlayerError? = nil) {
        current?.tell { $0.finish(presented: presented, fault: fault) }
    }

    /// Fails the item.
    public func fail(_ error: PlayerError) { current?.tell { $0.report(.failed(error)) } }

    /// Completes the teardown of all earlier loads.
    public func finishTeardown() {
        for pipeline in pipelines { pipeline.finishTeardown() }
    }
}
