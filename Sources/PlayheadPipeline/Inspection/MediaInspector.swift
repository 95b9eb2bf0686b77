internal import Dispatch
internal import GStreamer
public import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadStreaming
internal import PlayheadSystem
internal import Synchronization

/// Finds out what media are without playing them: their tracks, metadata and chapters, and what is missing to play them.
///
/// Files are looked at by GStreamer's discoverer. Everything else, and what the discoverer gives up, is opened as a player opens it, so
/// that an error is the one that a player reports. The functions may be called from any thread and any number of times at once.
public struct MediaInspector: Sendable {
    /// How many media are inspected at once when there are several; at least one.
    public var jobs: Int
    /// How long one may take before it is given up with ``PlayerError/Code/timedOut``. The time that GStreamer takes to start, once in a process, does
    /// not count, up to a minute.
    public var timeout: Duration
    /// How items are fetched from a network that do not say it themselves (``MediaItem/network``).
    public var network = NetworkOptions()
    /// What may be fetched from a network.
    public var networkPolicy = NetworkPolicy()
    /// What is done where a network fails.
    public var networkRecovery = NetworkRecovery()

    /// An inspector. Without a number of jobs there are as many as processors.
    public init(jobs: Int? = nil, timeout: Duration = .seconds(15)) {
        self.jobs = max(jobs ?? Runtime.processorCount, 1)
        self.timeout = timeout
    }

    /// Inspects one medium. What is wrong with it stands in the answer, which always comes: within the timeout, and at once when the
    /// task is cancelled (``PlayerError/Code/closed``).
    ///
    /// Where the item begins and ends, and its subtitle files, do not matter.
    public func inspect(_ item: MediaItem) async -> MediaInspection {
        await inspect(item, with: makePool(for: [item]))
    }

    private func inspect(_ item: MediaItem, with pool: DiscovererPool) async -> MediaInspection {
        let answer = OneAnswer()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                answer.keep(continuation)
                Self.giveUp(item, answer, after: timeout, InitializationAllowance())
                // Not a global one: its threads may all be at work, and one that hangs is given up.
                DispatchQueue(label: "playhead.inspector", qos: .userInitiated).async {
                    self.inspect(item, pool, answer)
                }
            }
        } onCancel: {
            answer.give(Self.failure(item, .closed, "The inspection was cancelled"))
        }
    }

    /// Inspects several media, as many at once as there are jobs; the answers are in the order of the items.
    public func inspect(_ items: [MediaItem]) async -> [MediaInspection] {
        var answers: [MediaInspection] = []
        for await inspection in inspections(of: items) { answers.append(inspection) }
        return answers
    }

    /// The same as a sequence, in the order of the items: each comes as soon as it and all before it are known. Letting go of the
    /// sequence, or cancelling the task that waits for it, ends the inspections that are under way.
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
    /// What discoverers find is decoded as a player does it, as far as that matters for one picture.
    private func makePool(for items: [MediaItem]) -> DiscovererPool {
        for item in items { DecoderPreload.prepare(for: item.uri) }
        // What a discoverer does not come to an end with, a player may.
        return DiscovererPool(limit: timeout / 3) { element in
            let factory = element.factoryName
            if factory == "multiqueue" { PluginPreload.wait() }
            SubtitleWorkarounds.apply(to: element)
            guard element.kind.contains("Decoder"), element.kind.contains("Video") else { return }
            // A decoder of several pictures at once starts as many threads, and answers when it has as many.
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

    /// On a thread of its own, which a dead mount may hold for ever.
    private func inspect(_ item: MediaItem, _ pool: DiscovererPool, _ answer: OneAnswer) {
        guard !answer.isGiven else { return }
        if let fault = SourceCheck.fault(of: item.uri) {
            return answer.give(Self.failure(item, fault))
        }
        let path = FileAddress.path(uri: item.uri)
        let isFile =
            path.map { !NetworkPolicy.namesOthers($0) } ?? false
        let discovery = isFile ? pool.discover(item.uri) : nil
        if let discovery, discovery.outcome == .found, !discovery.isEmpty {
            let inspection = MediaInspection(item: item, discovery).ifPlayed
            // A discoverer does not wait for what a text says of itself (1.22.0): a player does.
            if !Workaround.discovererTextCaps.isNeeded
                || inspection.tracks.allSatisfy({ $0.kind != .subtitles || $0.codec != nil })
            {
                return answer.give(inspection)
            }
        }
        guard !answer.isGiven else { return }
        // Swift's own threads may all be at work.
        Task(executorPreference: QueueExecutor(label: "playhead.inspector")) {
            var (inspection, isWarned) = await opened(item)
            if let discovery {
                inspection.missing = discovery.missingSegments
            } else if isWarned || inspection.error?.code == .missingDecoder {
                inspection.missing = await missingSegments(of: item, pool)
            }
            answer.give(inspection)
        }
    }

    /// As a player opens it; and whether that warned of something, as of a part for which there is no decoder.
    private func opened(_ item: MediaItem) async -> (MediaInspection, Bool) {
        var configuration = PlayerConfiguration()
        configuration.video = .none
        configuration.audio = .none
        configuration.loadTimeout = timeout
        configuration.network = item.network ?? network
        configuration.networkPolicy = networkPolicy
        configuration.networkRecovery = networkRecovery
        let player = Player(configuration: configuration)
        let snapshots = player.snapshots
        player.load(item.alone)
        var (inspection, isWarned) = (MediaInspection(item: item), false)
        for await snapshot in snapshots where snapshot.isPrerolled || snapshot.error != nil {
            inspection.take(snapshot)
            inspection = inspection.ifPlayed
            isWarned = snapshot.warningCount > 0
            break
        }
        // Nobody waits for what hangs.
        Task(executorPreference: QueueExecutor(label: "playhead.inspector")) {
            await player.close(kill: true)
        }
        return (inspection, isWarned)
    }

    /// What is missing for something that is no file.
    private func missingSegments(of item: MediaItem, _ pool: DiscovererPool) async -> [MissingPlugin] {
        if let source = item.source?.source {
            let reader = DataSourceReader(source, name: item.uri)
            defer { reader.close() }
            return await discovered(reader.publish(), pool)
        }
        guard NetworkAccess.isWeb(item.uri) else {
            // What a descriptor gives names nothing that anybody looks at first.
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
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "playhead.inspector", qos: .userInitiated).async {
                continuation.resume(returning: pool.discover(address).missingSegments)
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
    /// The same, with the error that follows when it is played and there is nothing to play: in a file of subtitles, and in a picture.
    fileprivate var ifPlayed: MediaInspection {
        guard error == nil, duration == nil, !isLive, !tracks.isEmpty else { return self }
        if tracks.allSatisfy({ $0.kind == .subtitles }) { return failed(.unknownFormat.about(item.uri)) }
        let isPicture =
            metadata.container == nil
            && tracks.allSatisfy { $0.kind == .video && ($0.frameRate ?? 0) == 0 }
        return isPicture ? failed(.stillPicture(item.uri)) : self
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

/// An answer that is given once, whoever comes first.
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

extension Discovery {
    /// Whether there is nothing to play.
    fileprivate var isEmpty: Bool {
        !streams.contains { $0.kind == .video || $0.kind == .image || $0.kind == .audio }
    }
}
