public import Playhead

/// What a player told, each event with the media time and the clock time of it.
///
/// As text it has one line for each event, which is the same from run to run where playback is: on a virtual clock and with fake media.
public struct PlaybackTrace: Sendable, Equatable {
    /// One event.
    public struct Entry: Sendable, Equatable {
        /// What happened.
        public var event: PlayerEvent
        /// Where playback stood then.
        public var mediaTime: Duration
        /// When it happened: since the player's virtual clock began, or, without one, since the recorded events began.
        public var clockTime: Duration

        /// An entry, for tests of what reads traces.
        public init(_ event: PlayerEvent, mediaTime: Duration = .zero, clockTime: Duration = .zero) {
            self.event = event
            self.mediaTime = mediaTime
            self.clockTime = clockTime
        }
    }

    /// The events, in the order in which they happened.
    public var entries: [Entry]

    /// A trace of these events.
    public init(_ entries: [Entry] = []) { self.entries = entries }

    /// The events alone.
    public var events: [PlayerEvent] { entries.map(\.event) }

    /// One line for each event: clock time, media time, both in seconds, and what happened.
    public var text: String { Self.heading + entries.map { "\($0)\n" }.joined() }

    private static let heading = "#   clock          media          event\n"
}

extension PlaybackTrace.Entry: CustomStringConvertible {
    /// The line of the entry.
    public var description: String { "\(clockTime.column)  \(mediaTime.column)  \(event.words)" }
}

extension Duration {
    /// Seconds in thirteen characters, with the point at the same place: from milliseconds to nanoseconds, as needed.
    fileprivate var column: String {
        let (whole, rest) = inNanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        var digits = String(String(rest + 1_000_000_000).dropFirst())
        while digits.count > 3, digits.last == "0" { digits.removeLast() }
        let front = (self < .zero ? "-" : "") + String(whole)
        let before = String(repeating: " ", count: max(4 - front.count, 0))
        return before + front + "." + digits + String(repeating: " ", count: 9 - digits.count)
    }
}
