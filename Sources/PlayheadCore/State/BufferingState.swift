/// Why nothing can be shown at this moment, though an item is there.
public struct BufferingState: Sendable, Hashable, Codable {
    /// What is waited for.
    public enum Reason: String, Sendable, Hashable, CaseIterable, Codable {
        /// The item is being opened, or has not begun yet.
        case starting
        /// A seek or a step is being carried out, or what it leads to is not there yet.
        case seeking
        /// What was held has been played, and more has not come yet.
        case starved
        /// The same, for longer than a moment.
        case stalled
    }

    /// How far what is held has come towards what is waited for, in steps of 5 at least and ten times a second at most, 0 to 100; 0 where nobody knows.
    public let percent: Int
    /// What is waited for.
    public let reason: Reason

    /// A state.
    public init(percent: Int, reason: Reason) {
        self.percent = percent
        self.reason = reason
    }
}

/// What is known of the buffer of a load, and of playback that stands still because of it.
package struct BufferPhase: Sendable, Equatable {
    /// How far it is filled, in percent; nil where nothing was said.
    package var level: Int?
    /// When that was.
    package var levelSaid: Duration?
    /// Whether playback was led elsewhere, and media has not advanced from there yet.
    package var isAfterSeek = false
    /// Since when nothing advances for want of media.
    package var standsSince: Duration?
    /// Whether it does so for longer than a moment.
    package var isStalled = false
    /// Where playback stood when media was lacking last, until it has gone on from there; nil when it has.
    package var standsAt: Duration?
    /// How many stalls have ended by media coming, and how long the last of them was.
    package var resumes = 0
    package var lastStall: Duration = .zero

    /// Takes a level; one that is hardly another, or comes right behind the last one, is none.
    mutating func take(level new: Int, at now: Duration) {
        let bounded = min(max(new, 0), 100)
        if let level, let levelSaid, bounded != 0, bounded != 100 {
            let isNear = abs(bounded - min(max(level, 0), 100)) < Self.step
            if isNear || now - levelSaid < Self.pause { return }
        }
        level = bounded
        levelSaid = now
    }

    private static let step = 5
    private static let pause: Duration = .milliseconds(100)
}

extension PlayerMachine {
    package var buffering: BufferingState? {
        guard state.isBuffering else { return nil }
        let isSought = seeks.isBusy || seeks.overdue != nil || steps.isBusy
        let reason: BufferingState.Reason =
            if !isPrerolled {
                .starting
            } else if isSought {
                .seeking
            } else if buffer.isAfterSeek {
                .seeking
            } else if status == .ready {
                .starting
            } else if buffer.isStalled { .stalled } else { .starved }
        return BufferingState(percent: buffer.level ?? 0, reason: reason)
    }

    /// What is told of ``buffering``: nothing where media comes as fast as it is wanted.
    var toldBuffering: BufferingState? {
        guard let buffering else { return nil }
        switch buffering.reason {
        case .starting, .seeking: return (buffer.level ?? 100) < 100 ? buffering : nil
        case .starved, .stalled: return buffering
        }
    }

    /// Whether playback stands still only because media does not come.
    var standsForWant: Bool {
        let hasBegun = status != .ready && !buffer.isAfterSeek
        return hasPipeline && isPrerolled && wantsToPlay && (isBufferLow && hasBegun || isStarved)
    }

    /// Whether playback is asked for, and what it waits for is an answer of the media.
    private var awaitsMedia: Bool { isBufferLow || isStarved || seeks.overdue != nil }

    /// Whether playback has gone on from where it stood when media was lacking.
    func hasGoneOn(at moment: Moment) -> Bool {
        guard let standsAt = buffer.standsAt else { return true }
        return (timeline.position(at: moment) - standsAt).magnitude > Self.leastAdvance
    }

    /// Sees whether playback goes on from where it stood: what is said to be there and is not does not begin the deadline anew (contract 4.8).
    /// True if it went on, and stands again.
    mutating func followStandstill(hasJumped: Bool, at moment: Moment) -> Bool {
        let hasStood = buffer.standsAt != nil
        let isLed = hasJumped || seeks.isBusy && !awaitsMedia
        if !isPrerolled || !wantsToPlay || isLed || hasGoneOn(at: moment) { buffer.standsAt = nil }
        guard hasPipeline, isPrerolled, wantsToPlay, awaitsMedia, buffer.standsAt == nil else { return false }
        buffer.standsAt = timeline.position(at: moment)
        return hasStood
    }

    /// How far playback goes before it is said to go on: less is what several outputs differ by.
    private static let leastAdvance: Duration = .milliseconds(100)

    /// Sees how long playback has been standing still.
    mutating func followStall(at moment: Moment) {
        if isRunning { buffer.isAfterSeek = false }
        if standsForWant, !seeks.isBusy, !steps.isBusy {
            if buffer.standsSince == nil { buffer.standsSince = moment.now }
        } else if let since = buffer.standsSince {
            // It is about to go on.
            if state.isPlaying, !isRunning, endReason == nil { return }
            if buffer.isStalled, state.isPlaying, isRunning {
                buffer.resumes &+= 1
                buffer.lastStall = moment.now - since
            }
            buffer.standsSince = nil
            buffer.isStalled = false
        }
    }
}
