internal import Playhead
internal import PlayheadServer
internal import PlayheadTesting

/// Plays a medium from its beginning to its end and checks what is presented.
struct PlaythroughCheck: Sendable {
    let environment: CheckEnvironment
    private let item: MediaItem
    private let inspector: PresentationInspector
    private let counter: FrameCounter
    /// The defects that this check looks for.
    private static let defects: [Defect] = [.black, .frozen, .silence]
    /// The duration for which live content is played.
    private static let partOfLive: Duration = .seconds(10)

    init(_ item: MediaItem, isVirtual: Bool, _ budget: TimeBudget) async throws(MediaServerError) {
        self.item = item
        inspector = PresentationInspector(Self.defects.compactMap(StandardChecks.check(for:)))
        counter = FrameCounter([inspector])
        environment = try await CheckEnvironment(isVirtual: isVirtual, budget: budget, tap: counter)
    }

    /// Runs the check. The first case is the opening of the medium.
    func run() async -> [CheckCase] {
        let opening = await environment.open(item)
        guard opening.outcome == .passed else {
            return [opening] + Self.names.map { CheckCase($0, .skipped, "it does not open") }
        }
        let promised = environment.player.snapshot
        let ending = await plays(isLive: promised.isLive)
        let snapshot = environment.player.snapshot
        let findings = inspector.finish()
        return [opening, Self.duration(promised, snapshot), ending]
            + Self.defects.map { Self.presence(of: $0, in: findings, snapshot) }
            + decoding(snapshot)
    }

    /// The media times of the video frames, in order.
    var frames: [Duration] { counter.counts.starts.sorted() }

    private static let names =
        ["duration is honest", "plays to its end"] + defects.map { "no " + $0.rawValue }
        + ["picture decodes", "sound decodes"]

    private func plays(isLive: Bool) async -> CheckCase {
        let watch = Stopwatch()
        let player = environment.player
        player.play()
        if isLive {
            if let clock = environment.clock {
                await clock.advance(by: Self.partOfLive)
            } else {
                try? await Task.sleep(for: Self.partOfLive)
            }
            let message = player.error.map { "live content failed: \($0)" }
            return CheckCase(
                "plays to its end", message == nil ? .skipped : .failed,
                message ?? "it is live, and has no end; 10 s of it were played", time: watch.time)
        }
        var message: String?
        do {
            let reason = try await environment.withinBudget {
                try await player.waitForEnd(within: .unlimited)
            }
            let error = player.error.map { " (\($0))" } ?? ""
            if reason != .natural { message = "expected a natural end, found \(reason.rawValue)\(error)" }
        } catch {
            message = "expected a natural end, found: \(error)"
        }
        return CheckCase("plays to its end", message == nil ? .passed : .failed, message, time: watch.time)
    }

    /// Checks that the played duration equals the duration at the opening. An estimate may be wrong by 1 %.
    private static func duration(_ promised: PlayerSnapshot, _ snapshot: PlayerSnapshot) -> CheckCase {
        let name = "duration is honest"
        if promised.isLive { return CheckCase(name, .skipped, "it is live") }
        guard let duration = promised.duration else {
            return CheckCase(name, .skipped, "it does not say how long it is")
        }
        let tolerance = max(.milliseconds(250), min(duration / 100, .seconds(3)))
        let gap = snapshot.played - duration
        guard max(gap, .zero - gap) > tolerance else { return CheckCase(name, .passed) }
        return CheckCase(
            name, .failed,
            "promised \((duration / .seconds(1)).plain) s, played \((snapshot.played / .seconds(1)).plain) s")
    }

    private static func presence(
        of defect: Defect, in findings: [PresentationFinding], _ snapshot: PlayerSnapshot
    ) -> CheckCase {
        let name = "no " + defect.rawValue
        if defect == .silence, !snapshot.hasAudio { return CheckCase(name, .skipped, "it has no sound") }
        if defect != .silence, !snapshot.hasVideo { return CheckCase(name, .skipped, "it has no pictures") }
        if defect != .silence, snapshot.tracks.contains(where: \.isImage) {
            return CheckCase(name, .skipped, "it is a still image")
        }
        let found = findings.filter { $0.kind.defect == defect }
        if found.isEmpty { return CheckCase(name, .passed) }
        let ranges = found.map(\.text).joined(separator: ", ")
        var checked = CheckCase(name, .failed, "\(defect.rawValue) from \(ranges)")
        checked.positions = found.map { ($0.start / .milliseconds(1)).rounded() / 1000 }
        return checked
    }

    private func decoding(_ snapshot: PlayerSnapshot) -> [CheckCase] {
        let counts = counter.counts
        return [
            Self.decoding("picture decodes", snapshot.hasVideo, counts.videoFrames, "no pictures"),
            Self.decoding("sound decodes", snapshot.hasAudio, counts.audioBuffers, "no sound"),
        ]
    }

    private static func decoding(_ name: String, _ isThere: Bool, _ count: Int, _ lack: String) -> CheckCase {
        if !isThere { return CheckCase(name, .skipped, "it has " + lack) }
        return CheckCase(name, count > 0 ? .passed : .failed, count > 0 ? nil : lack + " came")
    }
}

extension CheckEnvironment {
    /// Loads an item and waits until it is ready.
    func open(_ item: MediaItem) async -> CheckCase {
        let watch = Stopwatch()
        player.load(item)
        do {
            try await withinBudget { [player] in
                try await player.waitUntil(.ready, within: .unlimited)
            }
            return CheckCase("opens", .passed, time: watch.time)
        } catch {
            let code = (error as? PlayerError).map { "\($0.code.rawValue): " } ?? ""
            return CheckCase("opens", .failed, "\(code)\(error)", time: watch.time)
        }
    }
}
