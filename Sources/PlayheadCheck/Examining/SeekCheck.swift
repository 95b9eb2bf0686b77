internal import Playhead
internal import PlayheadServer

/// Seeks to several positions of a medium and checks the landing positions.
struct SeekCheck: Sendable {
    let environment: CheckEnvironment
    private let item: MediaItem
    private let frames: [Duration]
    private let counter = FrameCounter()
    private static let name = "seeks land"
    /// The seek targets in order, as fractions of the duration.
    private static let places = [0.5, 0.9, 0.1, 0.7, 0.3, 0]
    /// The maximum deviation of a landing position. No format rounds positions by more.
    private static let tolerance: Duration = .milliseconds(100)

    /// - Parameter frames: The media times of the video frames of the whole medium, in order.
    init(
        _ item: MediaItem, frames: [Duration], isVirtual: Bool, _ budget: TimeBudget
    ) async throws(MediaServerError) {
        (self.item, self.frames) = (item, frames)
        environment = try await CheckEnvironment(isVirtual: isVirtual, budget: budget, tap: counter)
    }

    /// Runs the check. `opening` is the case of the opening before it.
    func run(after opening: CheckCase) async -> CheckCase {
        guard opening.outcome == .passed else { return CheckCase(Self.name, .skipped, "it does not open") }
        let watch = Stopwatch()
        let again = await environment.open(item)
        guard again.outcome == .passed else {
            return CheckCase(Self.name, .failed, "it opened, but not a second time: \(again.message ?? "")")
        }
        let snapshot = environment.player.snapshot
        guard snapshot.isSeekable, let duration = snapshot.duration else {
            return CheckCase(Self.name, .skipped, snapshot.isLive ? "it is live" : "it cannot seek")
        }
        var faults: [String] = []
        do {
            for place in Self.places {
                let target = duration * place
                let fault = try await environment.withinBudget { await self.seek(to: target) }
                if let fault { faults.append("to \((target / .seconds(1)).plain) s: \(fault)") }
            }
        } catch {
            faults.append("\(error)")
        }
        return CheckCase(
            Self.name, faults.isEmpty ? .passed : .failed,
            faults.isEmpty ? nil : faults.joined(separator: "; "), time: watch.time)
    }

    /// The error of a seek; nil if it landed correctly.
    private func seek(to target: Duration) async -> String? {
        switch await environment.runningClock({ await environment.player.seek(to: target) }) {
        case .completed, .unnecessary: break
        case .failed(let error): return "\(error)"
        case .timedOut: return "it did not land in time"
        case .stopped, .superseded: return "it was not carried out"
        }
        let position = await environment.runningClock { await environment.player.refreshed().position }
        if abs(position - target) > Self.tolerance {
            return "the position is \((position / .seconds(1)).plain) s"
        }
        guard let shown = counter.counts.lastVideoFrame?.lowerBound else { return nil }
        return Self.fault(of: shown, at: target, in: frames)
    }

    /// The fault of the shown frame: it is neither the one that is due at the target, nor a later one that has
    /// begun there. Before the first frame none is due.
    static func fault(of shown: Duration, at target: Duration, in frames: [Duration]) -> String? {
        guard let due = frames.last(where: { $0 <= target }) else { return nil }
        let isShown = shown >= due - tolerance && shown <= target + tolerance
        return isShown ? nil : "the picture of \((shown / .seconds(1)).plain) s is shown"
    }
}

private func abs(_ duration: Duration) -> Duration { duration < .zero ? .zero - duration : duration }
