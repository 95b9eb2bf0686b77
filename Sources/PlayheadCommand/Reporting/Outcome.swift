import Playhead

/// The outcome of an item.
enum Outcome: String, CaseIterable {
    /// Playback reached the natural end, or `--end`.
    case played
    /// Playback ended before all promised media was presented.
    case truncated
    /// The item failed before or during playback.
    case failed
    /// A signal, or the key `q`, stopped the item.
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

/// The entry of an item in the summary of a session.
struct ItemRecord: Equatable {
    /// The index of the item in the list.
    var index: Int
    var uri: String
    var outcome: Outcome
    var duration: Duration?
    /// The duration of presented media.
    var played: Duration
}
