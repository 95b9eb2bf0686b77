internal import PlayheadCore

/// All ways in which the playback of an item ends.
///
/// | Cause | Noticed by | Ends as |
/// |---|---|---|
/// | `presented`: each output has presented its data | sinks (`EOS`, `noticeEnd`) | natural or truncated |
/// | `empty`: the input ended without an output stream | the bus (`EOS`, `hear`) | natural, or an error |
/// | `position`: an end position of the item that no seek can set | the clock (`keepTime`) | natural |
/// | `overrun`: 1 s past the duration, no more media | the clock (`keepTime`) | natural or truncated |
/// | a fault that playback cannot survive | `fail`, after `FaultFilter` | error |
/// | the next item begins gapless | `reportEnd` tells when; the machine advances then | natural |
/// | the load or stall timeout | the machine's deadlines (`Player+Deadlines.swift`) | error |
/// | `stop`, `load`, `close` | the machine (`PlayerMachine+Commands.swift`) | stopped, replaced |
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
