import Playhead
import PlayheadTesting
import Synchronization

/// A pipeline that hands on to a fake what it is told, when it is let.
protocol DrivenPipeline: MediaPipeline {
    var fake: FakePipeline { get }
    /// Lets the next thing happen that is due; false when nothing is, or when it happens by itself.
    func advance() -> Bool
}

/// Everything around a player over the fake: its media, its time, and its pipelines, the latest last.
final class World<Pipeline: DrivenPipeline>: Sendable {
    typealias Post = @Sendable (PipelineEvent) -> Void

    let media = FakeMedia(Step.media[0])
    /// Where another thread may come in between.
    let stage: Stage
    private let made = Mutex<[Pipeline]>([])
    private let make:
        @Sendable (_ post: @escaping Post, _ makeFake: (@escaping Post) -> FakePipeline) -> Pipeline

    init(
        stage: Stage = Stage(),
        _ make:
            @escaping @Sendable (_ post: @escaping Post, _ makeFake: (@escaping Post) -> FakePipeline) ->
            Pipeline
    ) {
        self.stage = stage
        self.make = make
    }

    func makePlayer() -> Player {
        let time = StagedTime(time: media.time, stage: stage)
        var configuration = PlayerConfiguration.silent
        configuration.seekTimeout = .seconds(1_000_000)
        return Player(configuration: configuration, time: time) {
            [self] request, meter, configuration, post in
            let pipeline = make(post) { media.makePipeline(request, meter, configuration, post: $0) }
            made.withLock { $0.append(pipeline) }
            stage.call()
            return pipeline
        }
    }

    var pipelines: [Pipeline] { made.withLock { $0 } }

    /// A pipeline, counted from the latest.
    func pipeline(_ number: Int) -> Pipeline? {
        let pipelines = pipelines
        return number < pipelines.count ? pipelines[pipelines.count - 1 - number] : nil
    }

    /// Lets pipelines work and report until there is nothing left to do; false when they do not come to an end.
    @discardableResult
    func pump() -> Bool {
        for _ in 0..<1000 {
            var isIdle = true
            for pipeline in pipelines where pipeline.advance() { isIdle = false }
            if isIdle { return true }
        }
        return false
    }

    /// Lets everything happen that the media were told to wait with.
    func unblock() {
        // A preroll, a seek in flight and one that waits, and what follows from them.
        for _ in 0..<6 {
            media.finishPreroll()
            media.finishSeek()
            media.finishTeardown()
            media.buffer(percent: 100)
            media.starve(false)
            pump()
        }
    }

    /// Lets everything happen to a player that is paused, also what it waits a moment with: whether another target follows, before it
    /// goes from a keyframe to the exact place.
    func settle() {
        unblock()
        media.advance(by: .milliseconds(60))
        unblock()
    }

    /// Where the medium really stands, if there is one that has been opened and has not ended.
    func place(for player: Player) -> Duration? {
        let snapshot = player.snapshot
        guard snapshot.status.hasPipeline, snapshot.isPrerolled, snapshot.status != .ended else { return nil }
        return pipeline(0)?.fake.position
    }

    /// What a closed player has left behind.
    var leftovers: [String] {
        var faults: [String] = []
        if pipelines.contains(where: { !$0.fake.isDiscarded }) { faults.append("2.7: a pipeline is left") }
        if media.time.scheduledCount > 0 { faults.append("2.7: a timer is left") }
        return faults
    }
}
