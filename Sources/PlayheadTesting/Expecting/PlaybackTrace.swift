public import Playhead

/// The events of a player, each with its media time and clock time.
///
/// The text form has one line for each event. It is identical from run to run on a virtual clock and with
/// fake media.
public struct PlaybackTrace: Sendable, Equatable {
    /// An event with its times.
    public struct Entry: Sendable, Equatable {
        /// The event.
        public var event: PlayerEvent
        /// The playback position at the event.
        public var mediaTime: Duration
        /// The clock time of the event. It counts from the start of the virtual clock, or else from the start
        /// of the recorder.
        public var clockTime: Duration

        /// Makes an entry, for tests of code that reads traces.
        public init(_ event: PlayerEvent, mediaTime: Duration = .zero, clockTime: Duration = .zero) {
            self.event = event
            self.mediaTime = mediaTime
            self.clockTime = clockTime
        }
    }

    /// The entries in order.
    public var entries: [Entry]

    /// Makes a trace from entries.
    public init(_ entries: [Entry] = []) { self.entries = entries }

    /// The events without their times.
    public var events: [PlayerEvent] { entries.map(\.event) }

    /// The text form: one line for each event with clock time, media time (both in seconds) and event.
    public var text: String { Self.heading + entries.map { "\($0)\n" }.joined() }

    private static let heading = "#   clock          media          event\n"
}

extension PlaybackTrace.Entry: CustomStringConvertible {
    /// The line of the entry.
    public var description: String { "\(clockTime.column)  \(mediaTime.column)  \(event.words)" }
}

extension Duration {
    /// The seconds in 13 characters with the decimal point in a fixed column, and 3 to 9 decimals.
    fileprivate var column: String {
        let (whole, rest) = inNanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        var digits = String(String(rest + 1_000_000_000).dropFirst())
        while digits.count > 3, digits.last == "0" { digits.removeLast() }
        let front = (self < .zero ? "-" : "") + String(whole)
        let before = String(repeating: " ", count: max(4 - front.count, 0))
        return before + front + "." + digits + String(repeating: " ", count: 9 - digits.count)
    }
}
