/// The cause and the level of buffering of an item.
public struct BufferingState: Sendable, Hashable, Codable {
    /// The cause of buffering.
    public enum Reason: String, Sendable, Hashable, CaseIterable, Codable {
        /// The item is opening, or has not started yet.
        case starting
        /// A seek or a step is in progress, or its target is not available yet.
        case seeking
        /// The buffer is empty.
        case starved
        /// The buffer is empty, and playback has stalled.
        case stalled
    }

    /// The buffer level in percent of the mark that is waited for, 0 to 100; 0 if unknown. It changes in
    /// steps of at least 5, at most ten times per second.
    public let percent: Int
    /// The cause.
    public let reason: Reason

    /// Makes a state.
    public init(percent: Int, reason: Reason) {
        self.percent = percent
        self.reason = reason
    }
}

/// The buffer of a load, and the stall of playback.
package struct BufferPhase: Sendable, Equatable {
    /// The level in percent; nil if none was reported.
    package var level: Int?
    /// The time of the last accepted level.
    package var levelSaid: Duration?
    /// Whether a seek was made, and media has not advanced from its target yet.
    package var isAfterSeek = false
    /// The time since which playback lacks media.
    package var standsSince: Duration?
    /// Whether the lack has lasted long enough to be a stall.
    package var isStalled = false
    /// The position of the last lack of media, until playback has resumed from there; then nil.
    package var standsAt: Duration?
    /// The number of stalls that ended with media, and the duration of the last one.
    package var resumes = 0
    package var lastStall: Duration = .zero

    /// Accepts a level, unless it differs too little from the last one or comes too soon after it.
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

    /// The reported value of ``buffering``: nil while media comes as fast as required.
    var toldBuffering: BufferingState? {
        guard let buffering else { return nil }
        switch buffering.reason {
        case .starting, .seeking: return (buffer.level ?? 100) < 100 ? buffering : nil
        case .starved, .stalled: return buffering
        }
    }

    /// Whether only missing media keeps playback from advancing.
    var standsForWant: Bool {
        let hasBegun = status != .ready && !buffer.isAfterSeek
        return hasPipeline && isPrerolled && wantsToPlay && (isBufferLow && hasBegun || isStarved)
    }

    /// Whether playback is requested and waits for media.
    private var awaitsMedia: Bool { isBufferLow || isStarved || seeks.overdue != nil }

    /// Whether playback has resumed from the position of the last lack of media.
    func hasGoneOn(at moment: Moment) -> Bool {
        guard let standsAt = buffer.standsAt else { return true }
        return (timeline.position(at: moment) - standsAt).magnitude > Self.leastAdvance
    }

    /// Checks whether playback advances. Media that is announced and does not play does not restart the
    /// deadline (contract 4.8). Returns true if playback advanced and stopped again.
    mutating func followStandstill(hasJumped: Bool, at moment: Moment) -> Bool {
        let hasStood = buffer.standsAt != nil
        let isLed = hasJumped || seeks.isBusy && !awaitsMedia
        if !isPrerolled || !wantsToPlay || isLed || hasGoneOn(at: moment) { buffer.standsAt = nil }
        guard hasPipeline, isPrerolled, wantsToPlay, awaitsMedia, buffer.standsAt == nil else { return false }
        buffer.standsAt = timeline.position(at: moment)
        return hasStood
    }

    /// The advance that counts as resumed playback: outputs differ by less.
    private static let leastAdvance: Duration = .milliseconds(100)

    /// Updates the duration of a lack of media.
    mutating func followStall(at moment: Moment) {
        if isRunning { buffer.isAfterSeek = false }
        if standsForWant, !seeks.isBusy, !steps.isBusy {
            if buffer.standsSince == nil { buffer.standsSince = moment.now }
        } else if let since = buffer.standsSince {
            // Playback is about to resume.
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
