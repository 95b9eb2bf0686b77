internal import PlayheadCore

/// All ways in which the playback of an item ends.
///
/// The pipeline finds these, and calls `finish(because:)`:
///
/// | Cause | Noticed by | Ends as |
/// |---|---|---|
/// | `presented`: each output has presented its data | sinks (`EOS`, `noticeEnd`) | natural or truncated |
/// | `presented`, without media | the same | error |
/// | `empty`: the input ended without an output stream | the bus (`EOS`, `hear`) | error |
/// | `position`: an end position that no seek can set | the clock (`keepTime`) | natural or truncated |
/// | `overrun`: 1 s past the duration, no more media | the clock (`keepTime`) | natural or truncated |
///
/// A report without `presentedEnd` is an error. With a gapless next item, `.ends` starts the follower
/// (`PlayerMachine+Apply.swift`); the machine advances at `.ended`, as without one.
///
/// Faults:
///
/// | Cause | Place | Ends as |
/// |---|---|---|
/// | a fault of an element or a device | `hear`; `FaultFilter` decides | error; truncated after `playOut` |
/// | lost data of a network or the program | `hearLoss` | error; truncated after `playOut` |
/// | a fault that the pipeline's code finds | `fail`, called directly | error |
///
/// Direct calls of `fail` are in `ElementRule.swift` and `GStreamerPipeline+X.swift`, where X is `Ending`,
/// `Graph`, `Images`, `Network`, `Opening`, `Playing`, `Presentation` or `Streaming`.
///
/// The state machine ends an item without the pipeline:
///
/// | Cause | File | Ends as |
/// |---|---|---|
/// | the load or stall timeout | `PlayerMachine+Apply` (`expire`) | error |
/// | the start chapter is absent | `PlayerMachine+Reports` (`prerolled`) | error |
/// | `stop()`, if the item is started or draining | `PlayerMachine+Commands` (`interrupt`) | stopped |
/// | `reset()`, `close()` | `Player+Commands`, `Player+Closing` (`end`) | stopped |
/// | `load` | `Player+Commands` (`end`) | replaced |
/// | the current item is removed, or the queue replaced | `PlayerMachine+Queue` (`edit`) | replaced |
/// | next, previous, or a move to another item | `PlayerMachine+Queue` (`go`) | replaced |
/// | a move to no item | `PlayerMachine+Queue` (`leave`) | stopped |
/// | a pool gives the player another item | `Player+Reuse` (`commitHeldBack`) | replaced |
/// | a pool empties the player | `Player+Reuse` (`commitReset`, `commitRenewal`) | stopped |
enum EndCause {
    case presented
    case empty
    case position
    case overrun
}

/// The state that decides whether an item has ended.
struct EndDetector {
    /// Whether the end position of the item has to be watched for, because no seek can set it.
    var watchesPosition = false
    /// The latest end of the content. Nil while its duration is not known.
    var overrun: Duration?
    /// The end of media that was presented beyond the reported duration. A duration up to this end is wrong.
    private(set) var outlasted: Duration?
    /// Whether media arrived before the first seek, which does not count as presented.
    var hasMedia = false

    /// Takes a new duration.
    mutating func take(duration: Duration?) { overrun = duration.map { $0 + Self.overrunLength } }

    /// Media was presented beyond the duration: the duration is not known.
    mutating func outlast(presented: Duration) {
        outlasted = presented + Self.overrunLength
        overrun = nil
    }

    /// Another pipeline is built for the item.
    mutating func forgetOutlasting() { outlasted = nil }

    /// Whether a duration is longer than the media that was presented beyond the last one.
    func isTrue(_ duration: Duration) -> Bool { outlasted.map { duration > $0 } ?? true }

    /// How far the clock must pass the duration before content without an end counts as overrun.
    static let overrunLength: Duration = .seconds(1)
    /// How far the clock may run beyond an end that no source reports, while media still arrives.
    static let longestOverrun: Duration = .seconds(10)
}
