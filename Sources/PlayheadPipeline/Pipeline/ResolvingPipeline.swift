internal import PlayheadCore
internal import Synchronization

/// The pipeline of an item whose address is resolved first (``PlayerConfiguration/resolveItem``).
///
/// It keeps the commands until the pipeline of the resolved item exists.
final class ResolvingPipeline: MediaPipeline {
    typealias Post = @Sendable (PipelineEvent) -> Void

    private enum State {
        case resolving([PipelineCommand])
        case resolved(any MediaPipeline)
        case failed
        case discarded
    }

    private let state = Mutex(State.resolving([]))
    private let resolution = Mutex<Task<Void, Never>?>(nil)
    private let post: Post

    private init(post: @escaping Post) { self.post = post }

    /// The pipeline that `build` makes, behind a resolution if the configuration has one.
    static func pipeline(
        _ request: OpenRequest, _ configuration: PlayerConfiguration, _ post: @escaping Post,
        build: @escaping @Sendable (OpenRequest, @escaping Post) -> any MediaPipeline
    ) -> any MediaPipeline {
        guard let resolve = configuration.resolveItem else { return build(request, post) }
        let pipeline = ResolvingPipeline(post: post)
        let time = configuration.clock.time
        // A virtual clock stands still meanwhile.
        time.beginWork()
        let task = Task {
            defer { time.endWork() }
            do throws(PlayerError) {
                var resolved = request
                resolved.item = try await resolve(request.item)
                pipeline.use(resolved, build)
            } catch {
                pipeline.fail(error.about(request.item.uri))
            }
        }
        pipeline.resolution.withLock { $0 = task }
        return pipeline
    }

    /// Gives metadata without a title that of the resolved item.
    private static func named(_ title: String?, _ post: @escaping Post) -> Post {
        guard let title else { return post }
        return { event in
            guard case .metadata(var metadata) = event, metadata.title == nil else { return post(event) }
            metadata.title = title
            post(.metadata(metadata))
        }
    }

    /// Opens the resolved item, and performs the commands that wait.
    private func use(
        _ request: OpenRequest, _ build: (OpenRequest, @escaping Post) -> any MediaPipeline
    ) {
        state.withLock { state in
            guard case .resolving(let commands) = state else { return }
            let pipeline = build(request, Self.named(request.item.title, post))
            for command in commands { pipeline.perform(command) }
            state = .resolved(pipeline)
        }
    }

    private func fail(_ error: PlayerError) {
        let commands: [PipelineCommand]? = state.withLock { state in
            guard case .resolving(let commands) = state else { return nil }
            state = .failed
            return commands
        }
        guard let commands else { return }
        post(.failed(error))
        for command in commands { perform(command) }
    }

    private var pipeline: (any MediaPipeline)? {
        state.withLock { if case .resolved(let pipeline) = $0 { pipeline } else { nil } }
    }

    func perform(_ command: PipelineCommand) {
        let hasFailed = state.withLock { state in
            switch state {
            case .resolving(let commands): state = .resolving(commands + [command])
            case .resolved(let pipeline): pipeline.perform(command)
            case .failed: return true
            case .discarded: break
            }
            return false
        }
        // The caller gets a result even if there is nothing to measure.
        if hasFailed, case .measure(let id) = command { post(.measured(id: id)) }
    }

    func discard(completion: @escaping @Sendable () -> Void) {
        let pipeline: (any MediaPipeline)? = state.withLock { state in
            defer { state = .discarded }
            return if case .resolved(let pipeline) = state { pipeline } else { nil }
        }
        resolution.withLock { $0 }?.cancel()
        if let pipeline { pipeline.discard(completion: completion) } else { completion() }
    }

    func drawGraph(_ answer: @escaping @Sendable (String?) -> Void) {
        if let pipeline { pipeline.drawGraph(answer) } else { answer(nil) }
    }

    func transcript(of track: Track.ID) -> [SubtitleCue]? { pipeline?.transcript(of: track) }

    func currentFrame() -> VideoFrame? { pipeline?.currentFrame() }
}
