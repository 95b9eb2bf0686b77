public import Playhead
private import Synchronization

/// Media without GStreamer: makes a player whose items follow a script, on a clock that is moved by hand, or on the player's virtual clock
/// if it has one.
///
///     let media = FakeMedia(FakeScript { $0.duration = .seconds(60) })
///     let player = media.makePlayer()
///     player.load(MediaItem(uri: "fake://film"), autoplay: true)
///     media.advance(by: .seconds(3))
///     // player.position is now 3 s
///
/// Make one for each player. The functions that tell something concern the player's current load, and do nothing
/// without one. What they lead to has happened in the player when they return, unless another thread commands it at that moment, whose work
/// it then is; observers hear of it later, each on its queue.
public final class FakeMedia: Sendable {
    private struct State {
        var script: FakeScript
        var pipelines: [FakePipeline] = []
        /// What the loads of certain addresses follow.
        var scripts: [String: FakeScript] = [:]
        weak var player: Player?
    }

    package let time = ManualTime()
    private let state: Mutex<State>

    /// Media that follow a script.
    public init(_ script: FakeScript = FakeScript()) {
        state = Mutex(State(script: script))
    }

    /// What the next load follows.
    public var script: FakeScript {
        get { state.withLock(\.script) }
        set { state.withLock { $0.script = newValue } }
    }

    /// What the next loads of an address follow, instead of ``script``.
    public func setScript(_ script: FakeScript, for uri: String) {
        state.withLock { $0.scripts[uri] = script }
    }

    /// A player that plays these media, whatever address it is given.
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

    /// A pipeline for the next load, which is the current one from now on.
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

    /// Moves the clock: media that play advance by as much, and deadlines pass. A virtual clock has a function of its own for that.
    public func advance(by duration: Duration) { time.advance(by: duration) }

    /// The pipelines of all loads, the latest last.
    package var pipelines: [FakePipeline] { state.withLock(\.pipelines) }
    /// The pipeline of the current load; of the latest one where that is not known.
    package var current: FakePipeline? {
        let (pipelines, player) = state.withLock { ($0.pipelines, $0.player) }
        let stamp = player?.machine.stamp
        return pipelines.last { $0.request.stamp == stamp } ?? pipelines.last
    }

    /// The pipeline of the item that is opened ahead of its turn, the latest one.
    package var prepared: FakePipeline? { pipelines.last { $0.request.isPrepared && $0 !== current } }
}

extension FakeMedia {
    /// The first frame is there.
    public func finishPreroll() { current?.tell { $0.finishPreroll() } }

    /// The seek or the step in flight is done.
    public func finishSeek() { current?.tell { $0.finishSeek() } }

    /// The seek or the step in flight fails, and playback goes on where it was.
    public func failSeek(_ error: PlayerError) { current?.tell { $0.finishSeek(failing: error) } }

    /// The network buffer is filled so far, 0 to 100.
    public func buffer(percent: Int) { current?.tell { $0.report(.buffering(percent: percent)) } }

    /// Media is held locally up to this position.
    public func buffer(upTo position: Duration) { current?.tell { $0.report(.bufferedTo(position)) } }

    /// Data ceases to come, or comes again.
    public func starve(_ starves: Bool) { current?.tell { $0.setStarved(starves) } }

    /// The length is known better.
    public func changeDuration(_ duration: Duration?) {
        current?.tell { $0.report(.durationChanged(duration)) }
    }

    /// A stream that goes on has grown, has lost its oldest part, or is complete.
    public func changeWindow(_ range: Range<Duration>, isComplete: Bool = false) {
        current?.tell { $0.report(.window($0.script.window(range, isComplete: isComplete))) }
    }

    /// Another variant of the stream is being fetched.
    public func changeVariant(_ variant: StreamVariant) { current?.tell { $0.report(.variant(variant)) } }

    /// Media comes that fast from its network, in bits per second.
    public func changeBandwidth(_ bandwidth: Double) { current?.tell { $0.report(.bandwidth(bandwidth)) } }

    /// A subtitle is due, or none any more.
    public func showSubtitle(_ text: String?) {
        current?.tell { machine in
            let cue = text.map { SubtitleCue(text: $0, start: .zero, end: .seconds(3600)) }
            machine.report(.subtitle(cue.map { [$0] } ?? []))
        }
    }

    /// Other things are known of the medium, or are on the air.
    public func changeMetadata(_ metadata: MediaMetadata) {
        current?.tell { $0.report(.metadata(metadata)) }
    }

    /// Something is not as it should be.
    public func warn(_ warning: PlayerWarning) { current?.tell { $0.report(.warning(warning)) } }

    /// It is certain that a stretch will not be presented.
    public func miss(_ gap: MediaGap) { current?.tell { $0.report(.gap(gap)) } }

    /// The content ends now, after this much was presented, and possibly because something broke off.
    public func end(presented: Duration?, fault: PlayerError? = nil) {
        current?.tell { $0.finish(presented: presented, fault: fault) }
    }

    /// The item cannot go on.
    public func fail(_ error: PlayerError) { current?.tell { $0.report(.failed(error)) } }

    /// Nothing is left of the loads that were taken down.
    public func finishTeardown() {
        for pipeline in pipelines { pipeline.finishTeardown() }
    }
}
