internal import Dispatch
internal import GStreamer
internal import MediaFormats
public import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadStreaming
internal import PlayheadSystem
internal import Synchronization

/// Inspects media without playing them: tracks, metadata, chapters and missing plug-ins.
///
/// Each medium is opened as in a player, so values and errors are those of a player. The functions may be
/// called from any thread, and concurrently.
public struct MediaInspector: Sendable {
    /// The maximum number of concurrent inspections, at least 1.
    public var jobs: Int
    /// The maximum duration of one inspection; after it, the result is ``PlayerError/Code/timedOut``. The
    /// start of GStreamer, once per process, does not count, up to one minute.
    public var timeout: Duration
    /// The network options of items without their own (``MediaItem/network``).
    public var network = NetworkOptions()
    /// The URIs that may be fetched from a network.
    public var networkPolicy = NetworkPolicy()
    /// The handling of network failures.
    public var networkRecovery = NetworkRecovery()

    /// Whether hardware decodes the first frames of video; ``Track/decoder`` tells the decoder.
    public var decoding: PlayerConfiguration.Decoding = .automatic

    /// Creates an inspector. The default number of jobs is the number of processors.
    public init(jobs: Int? = nil, timeout: Duration = .seconds(15)) {
        self.jobs = max(jobs ?? Runtime.processorCount, 1)
        self.timeout = timeout
    }

    /// Inspects one medium.
    ///
    /// A result is always returned, within the timeout, and contains any error. Cancelling the task returns
    /// at once with ``PlayerError/Code/closed``. The start and end of the item, and its subtitle files, are
    /// ignored.
    public func inspect(_ item: MediaItem) async -> MediaInspection {
        await inspect(item, with: makePool(for: [item]))
    }

    private func inspect(_ item: MediaItem, with pool: DiscovererPool) async -> MediaInspection {
        let answer = OneAnswer()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                answer.keep(continuation)
                Self.giveUp(item, answer, after: timeout, InitializationAllowance())
                // A global queue is unsuitable: its threads may all be busy, and one that hangs is given up.
                DispatchQueue(label: "playhead.inspector", qos: .userInitiated).async {
                    self.inspect(item, pool, answer)
                }
            }
        } onCancel: {
            answer.give(Self.failure(item, .closed, "The inspection was cancelled"))
        }
    }

    /// Inspects several media concurrently, up to ``jobs``. The results are in the order of the items.
    public func inspect(_ items: [MediaItem]) async -> [MediaInspection] {
        var answers: [MediaInspection] = []
        for await inspection in inspections(of: items) { answers.append(inspection) }
        return answers
    }

    /// Inspects several media, as a sequence in the order of the items. Each result arrives as soon as it and
    /// all before it are known. Releasing the sequence, or cancelling the task that iterates over it, ends
    /// the running inspections.
    public func inspections(of items: [MediaItem]) -> AsyncStream<MediaInspection> {
        AsyncStream { continuation in
            let pool = makePool(for: items)
            let task = Task {
                await withTaskGroup(of: (Int, MediaInspection).self) { group in
                    var (next, told) = (0, 0)
                    var waiting: [Int: MediaInspection] = [:]
                    func begin() {
                        guard next < items.count, !Task.isCancelled else { return }
                        let place = next
                        group.addTask { (place, await self.inspect(items[place], with: pool)) }
                        next += 1
                    }
                    for _ in 0..<max(jobs, 1) { begin() }
                    while let (place, inspection) = await group.next() {
                        waiting[place] = inspection
                        begin()
                        while let inspection = waiting.removeValue(forKey: told) {
                            continuation.yield(inspection)
                            told += 1
                        }
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

extension MediaInspector {
    /// Creates the discoverers that list missing plug-ins. They decode one frame with the same workarounds as
    /// a player.
    private func makePool(for items: [MediaItem]) -> DiscovererPool {
        for item in items { DecoderPreload.prepare(for: item.uri) }
        return DiscovererPool(limit: timeout / 3) { element in
            let factory = element.factoryName
            if factory == "multiqueue" { PluginPreload.wait() }
            SubtitleWorkarounds.apply(to: element)
            if TimelineOrigin.demuxers.contains(factory) { TimelineOrigin.follow(element) }
            guard element.kind.contains("Decoder"), element.kind.contains("Video") else { return }
            // A frame-parallel decoder starts one thread per frame, and outputs its first frame when all are
            // busy.
            if element.has("max-threads") { element.set("max-threads", int: 1) }
            if factory.hasPrefix("vp"), element.has("threads") { element.set("threads", uint: 1) }
        }
    }

    private static func giveUp(
        _ item: MediaItem, _ answer: OneAnswer, after delay: Duration, _ allowance: InitializationAllowance
    ) {
        let queue = DispatchQueue(label: "playhead.inspector", qos: .userInitiated)
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(delay.inNanoseconds))) {
            var allowance = allowance
            if let more = allowance.next(after: delay, of: SystemTime()) {
                giveUp(item, answer, after: more, allowance)
            } else {
                answer.give(failure(item, .timedOut, "Inspecting took too long"))
            }
        }
    }

    /// Runs on a thread of its own, because a dead mount may block it without limit.
    private func inspect(_ item: MediaItem, _ pool: DiscovererPool, _ answer: OneAnswer) {
        guard !answer.isGiven else { return }
        if let fault = SourceCheck.fault(of: item.uri) {
            return answer.give(Self.failure(item, fault))
        }
        // The threads of Swift's pool may all be busy.
        Task(executorPreference: QueueExecutor(label: "playhead.inspector")) {
            var (inspection, isWarned) = await opened(item)
            if isWarned || inspection.error?.code == .missingDecoder {
                inspection.missing = await missingSegments(of: item, pool)
            }
            // A player estimates the duration of audio without a container while it plays. A discoverer would
            // load the addresses that a playlist names, and no check sees them first.
            let path = FileAddress.path(uri: item.uri)
            let isAlone = path.map { !NetworkPolicy.namesOthers($0) } ?? false
            if inspection.isPlayable, !inspection.isLive, !inspection.isImage, inspection.duration == nil,
                isAlone, !answer.isGiven
            {
                inspection.duration = await discover(item.uri, pool).duration
            }
            answer.give(inspection)
        }
    }

    /// The result of opening the item in a player, and whether there was a warning, such as a missing
    /// decoder.
    private func opened(_ item: MediaItem) async -> (MediaInspection, Bool) {
        var configuration = PlayerConfiguration()
        configuration.video = .none
        configuration.audio = .none
        configuration.loadTimeout = timeout
        configuration.network = item.network ?? network
        configuration.networkPolicy = networkPolicy
        configuration.networkRecovery = networkRecovery
        configuration.decoding = decoding
        let player = Player(configuration: configuration)
        let snapshots = player.snapshots
        var medium = item.alone
        medium.imageDuration = .unlimited
        player.load(medium)
        var (inspection, isWarned) = (MediaInspection(item: item), false)
        for await snapshot in snapshots where snapshot.isPrerolled || snapshot.error != nil {
            inspection.take(snapshot)
            inspection = inspection.ifPlayed
            isWarned = snapshot.warningCount > 0
            break
        }
        // The caller does not wait for a player that hangs.
        Task(executorPreference: QueueExecutor(label: "playhead.inspector")) {
            await player.close(kill: true)
        }
        return (inspection, isWarned)
    }

    /// The missing plug-ins of an item that is no file.
    private func missingSegments(of item: MediaItem, _ pool: DiscovererPool) async -> [MissingPlugin] {
        if let source = item.source?.source {
            let reader = DataSourceReader(source, name: item.uri)
            defer { reader.close() }
            return await discovered(reader.publish(), pool)
        }
        guard NetworkAccess.isWeb(item.uri) else {
            // The content of an `fd:` URI may name other URIs, which no check sees first.
            let isHeld = FileAddress.path(uri: item.uri) != nil || networkPolicy.allowsAnything
            return isHeld && networkPolicy.refusalOfDirect(item.uri) == nil
                ? await discovered(item.uri, pool) : []
        }
        let access = NetworkAccess(item.network ?? network, networkPolicy, networkRecovery)
        let (opening, opened) = AsyncStream<Bool>.makeStream()
        let source = try? ProgressiveSource(access.order(for: item.uri)) { report in
            switch report {
            case .failed, .list: opened.yield(false)
            default: break
            }
        } notify: { notice in
            if case .opened = notice { opened.yield(true) }
        }
        guard let source else { return [] }
        defer { source.close() }
        source.start()
        for await isOpened in opening {
            return isOpened ? await discovered(source.publish(), pool) : []
        }
        return []
    }

    private func discovered(_ address: String, _ pool: DiscovererPool) async -> [MissingPlugin] {
        await discover(address, pool).missingSegments
    }

    private func discover(_ address: String, _ pool: DiscovererPool) async -> Discovery {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "playhead.inspector", qos: .userInitiated).async {
                continuation.resume(returning: pool.discover(address))
            }
        }
    }

    private static func failure(_ item: MediaItem, _ code: PlayerError.Code, _ message: String)
        -> MediaInspection
    { failure(item, PlayerError(code, message, uri: item.uri)) }

    private static func failure(_ item: MediaItem, _ error: PlayerError) -> MediaInspection {
        var inspection = MediaInspection(item: item)
        inspection.error = error
        return inspection
    }
}

extension MediaInspection {
    /// The result with the error of playback, if there is nothing to play: a subtitle file, or frames
    /// without times.
    fileprivate var ifPlayed: MediaInspection {
        guard error == nil, duration == nil, !isLive, !tracks.isEmpty, !isImage else { return self }
        if tracks.allSatisfy({ $0.kind == .subtitles }) { return failed(.unknownFormat.about(item.uri)) }
        let isUntimed =
            metadata.container == nil
            && tracks.allSatisfy { $0.kind == .video && ($0.frameRate ?? 0) == 0 }
        return isUntimed ? failed(.untimedFrames(item.uri)) : self
    }

    private func failed(_ error: PlayerError) -> MediaInspection {
        var inspection = MediaInspection(item: item)
        inspection.error = error
        return inspection
    }

    fileprivate mutating func take(_ snapshot: PlayerSnapshot) {
        error = snapshot.error
        isPlayable = snapshot.error == nil
        duration = snapshot.duration
        isSeekable = snapshot.isSeekable
        isLive = snapshot.isLive
        metadata = snapshot.metadata
        tracks = snapshot.tracks.all
    }
}

/// Returns the first of several results to its caller, and ignores the others.
private final class OneAnswer: Sendable {
    private struct State: Sendable {
        var continuation: CheckedContinuation<MediaInspection, Never>?
        var answer: MediaInspection?
    }

    private let state = Mutex(State())

    var isGiven: Bool { state.withLock { $0.answer != nil } }

    func keep(_ continuation: CheckedContinuation<MediaInspection, Never>) {
        let answer = state.withLock { state in
            if state.answer == nil { state.continuation = continuation }
            return state.answer
        }
        if let answer { continuation.resume(returning: answer) }
    }

    func give(_ answer: MediaInspection) {
        let continuation = state.withLock { state in
            if state.answer == nil { state.answer = answer }
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: answer)
    }
}
