internal import Playhead

/// What has to be equal for two failures to be the same: which cases fail, with which error, step and kind of
/// deviation, and how far playback came.
struct FailureSignature: Hashable {
    private struct Failure: Hashable {
        var name: String
        var outcome: CheckCase.Outcome
        var step: String?
        var error: PlayerError.Code?
        var found: String?
    }

    private let failures: Set<Failure>
    private let status: ItemStatus?

    init(of cases: [CheckCase]) {
        let faulty = cases.filter { $0.outcome == .failed || $0.outcome == .error }
        failures = Set(
            faulty.map {
                Failure(name: $0.name, outcome: $0.outcome, step: $0.step, error: $0.error, found: $0.found)
            })
        // The two follow each other without a difference that a user could see.
        let status = cases.lazy.compactMap(\.status).first
        self.status = status == .draining ? .started : status
    }

    var isEmpty: Bool { failures.isEmpty }
    /// Whether a step took longer than it may.
    var hasTimedOut: Bool { failures.contains { $0.error == .timedOut || $0.name == "run" } }
}
