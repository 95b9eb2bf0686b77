internal import Playhead
internal import PlayheadServer

/// Seeks to several places of a medium, and says whether they were come to.
struct Seeking: Sendable {
    let stage: Stage
    private let item: MediaItem
    private let audience = Audience()
    private static let name = "seeks land"
    /// Where to, as shares of the duration, in this order.
    private static let places = [0.5, 0.9, 0.1, 0.7, 0.3, 0]
    /// How far off a position may be: nothing is to be rounded more than this.
    private static let tolerance: Duration = .milliseconds(100)
    /// How long a picture may last that does not say how long it does.
    private static let longestPicture: Duration = .seconds(1)

    init(_ item: MediaItem, isVirtual: Bool, _ patience: Patience) async throws(MediaServerError) {
        self.item = item
        stage = try await Stage(isVirtual: isVirtual, patience: patience, tap: audience)
    }

    /// The case, when it is known how opening came out.
    func run(after opening: CheckCase) async -> CheckCase {
        guard opening.outcome == .passed else { return CheckCase(Self.name, .skipped, "it does not open") }
        let watch = Stopwatch()
        let again = await stage.opens(item)
        guard again.outcome == .passed else {
            return CheckCase(Self.name, .failed, "it opened, but not a second time: \(again.message ?? "")")
        }
        let snapshot = stage.player.snapshot
        guard snapshot.isSeekable, let duration = snapshot.duration else {
            return CheckCase(Self.name, .skipped, snapshot.isLive ? "it is live" : "it cannot seek")
        }
        var faults: [String] = []
        do {
            for place in Self.places {
                let target = duration * place
                let fault = try await stage.race { await self.seek(to: target) }
                if let fault { faults.append("to \((target / .seconds(1)).plain) s: \(fault)") }
            }
        } catch {
            faults.append("\(error)")
        }
        return CheckCase(
            Self.name, faults.isEmpty ? .passed : .failed,
            faults.isEmpty ? nil : faults.joined(separator: "; "), time: watch.time)
    }

    /// What is wrong with the landing; nil: nothing is.
    private func seek(to target: Duration) async -> String? {
        switch await stage.letting({ await stage.player.seek(to: target) }) {
        case .completed, .unnecessary: break
        case .failed(let error): return "\(error)"
        case .timedOut: return "it did not land in time"
        case .stopped, .superseded: return "it was not carried out"
        }
        let position = await stage.letting { await stage.player.refreshed().position }
        if abs(position - target) > Self.tolerance {
            return "the position is \((position / .seconds(1)).plain) s"
        }
        guard let picture = audience.impression.lastPicture else { return nil }
        let end = picture.isEmpty ? picture.lowerBound + Self.longestPicture : picture.upperBound
        let isShown = picture.lowerBound <= target + Self.tolerance && end + Self.tolerance >= target
        return isShown ? nil : "the picture of \((picture.lowerBound / .seconds(1)).plain) s is shown"
    }
}

private func abs(_ duration: Duration) -> Duration { duration < .zero ? .zero - duration : duration }
