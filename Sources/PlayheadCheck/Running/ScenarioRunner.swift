internal import Playhead
internal import PlayheadServer
internal import PlayheadSystem
internal import PlayheadTesting

/// Performs the steps of a scenario.
struct ScenarioRunner: Sendable {
    let environment: CheckEnvironment
    let scenario: Scenario
    let probe: PresentationProbe

    /// The error of a failed step.
    struct Failure: Error {
        var description: String
        /// The text of the step.
        var step: String?
        var code: PlayerError.Code?
        /// As in ``CheckCase/found``.
        var found: String?
    }

    private var player: Player { environment.player }

    /// Loads the medium and performs the steps up to the first failure.
    func run() async throws(Failure) {
        player.load(item(scenario.media))
        for (number, step) in scenario.steps.enumerated() {
            let place = "step \(number + 1), `\(step)`"
            do {
                try await environment.withinBudget { try await perform(step.action) }
            } catch {
                var failure = error as? Failure ?? Failure(description: "\(error)")
                failure.description = "\(place): \(failure.description)"
                failure.step = step.description
                if error is TimeBudgetExceeded { failure.code = .timedOut }
                if let error = error as? PlayerError { failure.code = error.code }
                throw failure
            }
        }
    }

    /// The item for a path or URI in the scenario.
    private func item(_ text: String) -> MediaItem {
        if FileAddress.hasScheme(text) { return MediaItem(uri: text) }
        if let server = environment.server { return MediaItem(uri: server.address(of: text)) }
        return MediaItem(path: scenario.resolved(text))
    }

    private func perform(_ action: Action) async throws {
        switch action {
        case .play: player.play()
        case .pause: player.pause()
        case .stop: player.stop()
        case .retry: player.retry()
        case .speed(let speed): player.speed = speed
        case .volume(let volume): player.volume = volume
        case .mute(let muted): player.isMuted = muted
        case .load(let text): player.load(item(text))
        case .seek(let target, let tolerance):
            try await land { await player.seek(to: target, tolerance: tolerance) }
        case .skip(let distance): try await land { await player.skip(by: distance) }
        case .frames(let count): try await land { await player.step(by: count) }
        case .select(let kind, let name): try await select(name, of: kind)
        case .wait(let condition): try await wait(for: condition)
        case .expect(let expectation):
            let measurements = await measurements()
            switch expectation.predicate.evaluate(measurements) {
            case .met: break
            case .unmet(let message):
                throw Failure(description: message, found: expectation.predicate.found(in: measurements))
            case .unknown(let reason): throw Failure(description: reason)
            }
        }
    }

    /// Selects a track, and waits until it is presented.
    private func select(_ name: TrackName, of kind: Track.Kind) async throws {
        let tracks = player.tracks
        let track = name.track(of: kind, in: tracks)
        guard track != nil || name == .none else {
            let known = tracks[kind].map { "\($0.id)" + ($0.language.map { " (\($0))" } ?? "") }
            throw Failure(
                description: known.isEmpty
                    ? "there is no track of that kind" : "there are only \(known.joined(separator: ", "))")
        }
        if let track { player.select(track) } else { player.selectNone(kind) }
        @Sendable func isTaken(_ tracks: TrackList) -> Bool {
            tracks.applied[kind] == tracks.chosen[kind] && (track == nil || tracks.applied[kind] == track?.id)
        }
        try await player.wait(for: "the track", within: .unlimited) { snapshot in
            isTaken(snapshot.tracks) || snapshot.endReason != nil
        }
        if !isTaken(player.tracks) { throw Failure(description: "it was not taken") }
    }

    /// Performs a seek, and throws if it fails. The virtual clock runs until the seek ends.
    private func land(_ move: () async -> SeekResult) async throws {
        let gate = ClockGate(player) { event in
            guard case .stateChanged(let change) = event else { return false }
            return change.reason == .seek && !change.to.isBuffering
        }
        defer { gate?.close() }
        gate?.open()
        switch await move() {
        case .completed, .unnecessary: break
        case .superseded: throw Failure(description: "another seek took its place")
        case .stopped: throw Failure(description: "it was stopped")
        case .failed(let error): throw Failure(description: error.description, code: error.code)
        case .timedOut: throw Failure(description: "it did not land in time", code: .timedOut)
        }
    }

    /// The current measurements.
    func measurements(isOver: Bool = false) async -> Measurements {
        let snapshot = player.snapshot
        let events = await environment.collector.events()
        var measurements = Measurements(
            snapshot: snapshot, events: events, requests: environment.server?.log.requests)
        probe.fill(&measurements, isOver: isOver)
        return measurements
    }
}
