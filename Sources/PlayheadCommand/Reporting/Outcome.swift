import Playhead

/// How an item came out.
enum Outcome: String, CaseIterable {
    /// Played to its natural end, or to `--end`.
    case played
    /// Played, and ended short of what it promised.
    case truncated
    /// Could not be played, or not to its end.
    case failed
    /// Taken away before its end: a signal, or `q`.
    case stopped

    init(_ reason: EndReason) {
        self =
            switch reason {
            case .natural: .played
            case .truncated: .truncated
            case .error: .failed
            case .stopped, .replaced: .stopped
            }
    }
}

/// What is told of an item when everything is over.
struct ItemRecord: Equatable {
    /// Its place in the list.
    var index: Int
    var uri: String
    var outcome: Outcome
    var duration: Duration?
    /// How much media reached the outputs.
    var played: Duration
}
