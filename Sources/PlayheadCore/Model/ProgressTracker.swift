public import Observation
internal import Synchronization

/// The state of a progress bar that follows playback and seeks when the user drags it, observable on the main
/// actor.
///
/// Set ``isInteracting`` while the user drags the bar, and ``progress`` or ``time`` to the dragged position.
/// Playback does not move the bar during that time. After the drag, the bar keeps its position until playback
/// resumes from there. If the seek fails, the bar returns to the playback position. Without
/// ``isInteracting``, each value that is set is one seek.
///
/// Releasing the tracker ends its observation and does not change the player.
@MainActor @Observable
public final class ProgressTracker {
    /// When playback follows a dragged bar.
    public enum SeekBehavior: Sendable, Hashable, CaseIterable {
        /// At every change. All seeks return results; the player carries out as many as possible, and always
        /// the last one.
        case immediate
        /// Once, at the end of the drag.
        case deferred
    }

    /// The observed player.
    public let player: Player
    /// The update interval during playback, in media time, as in ``Player/periodicTime(every:)``.
    public let interval: Duration
    /// When playback follows a dragged bar.
    public var seekBehavior: SeekBehavior
    /// The duration of the medium and the bar; nil until it is known, and for live content.
    public private(set) var duration: Duration?
    /// Whether the bar is draggable: the content is not known to be unseekable.
    public private(set) var canSeek = false

    private var shownTime: Duration = .zero
    private var isHeld = false
    /// The dragged position that playback has not reached yet.
    @ObservationIgnored private var target: Duration?
    @ObservationIgnored private var itemNumber = 0
    @ObservationIgnored private var attachment: Attachment?

    /// Makes a tracker for a player. A player may have several trackers.
    ///
    /// - Parameters:
    ///   - player: the observed player.
    ///   - interval: the update interval during playback, in media time.
    ///   - seekBehavior: when playback follows a dragged bar.
    public init(
        _ player: Player, interval: Duration = .milliseconds(500), seekBehavior: SeekBehavior = .immediate
    ) {
        self.player = player
        self.interval = interval
        self.seekBehavior = seekBehavior
        let times = TimeSubscriptions(every: interval)
        let seen = Mutex((follower: TimeFollower(times: times, hearsTurns: true), facts: Facts()))
        let notice = MainActorInvalidation(interest: .times(times)) { snapshot in
            seen.withLock { seen in
                let facts = Facts(snapshot)
                defer { seen.facts = facts }
                return !seen.follower.values(at: snapshot).isEmpty || facts != seen.facts
            }
        } look: { [weak self] in
            self?.look()
        }
        attachment = player.attach(notice)
        look()
    }

    /// The state of the bar except the position.
    private struct Facts: Equatable {
        var itemNumber = 0
        var duration: Duration?
        var canSeek = false
        /// The position at rest; outputs may come to rest shortly after the stop is reported.
        var rest: Duration?

        init() {}

        init(_ snapshot: PlayerSnapshot) {
            itemNumber = snapshot.itemNumber
            duration = snapshot.duration
            canSeek = snapshot.canSeek
            rest = snapshot.progress.motion.isAdvancing ? nil : snapshot.position
        }
    }

    /// Updates the properties.
    private func look() {
        let snapshot = player.snapshot
        if duration != snapshot.duration { duration = snapshot.duration }
        if canSeek != snapshot.canSeek { canSeek = snapshot.canSeek }
        let isAnotherItem = itemNumber != snapshot.itemNumber
        itemNumber = snapshot.itemNumber
        // The item of the drag is gone.
        if isAnotherItem { target = nil }
        if isAnotherItem || !isHeld { show(snapshot.position) }
    }

    private func show(_ time: Duration) {
        if shownTime != time { shownTime = time }
    }
}

extension ProgressTracker {
    /// The position of the bar in media time. Setting it moves the bar, and playback according to
    /// ``seekBehavior``. The value is clamped to the medium, and ignored if ``canSeek`` is false.
    public var time: Duration {
        get { shownTime }
        set {
            look()
            guard canSeek else { return }
            let time = max(min(newValue, duration ?? newValue), .zero)
            show(time)
            target = time
            if !isHeld || seekBehavior == .immediate { follow() }
            // If playback does not move, no further step updates the bar.
            if !isHeld { look() }
        }
    }

    /// The position of the bar as a fraction of its length: 0 to 1, and 0 while the length is unknown.
    /// Setting it sets ``time``. NaN, and any value without a length, have no effect.
    public var progress: Double {
        get {
            guard let duration, duration > .zero else { return 0 }
            return min(max(shownTime / duration, 0), 1)
        }
        set {
            guard let duration = player.duration, !newValue.isNaN else { return }
            time = duration * min(max(newValue, 0), 1)
        }
    }

    /// Whether the user drags the bar. While it is true, playback does not move the bar; another item does.
    public var isInteracting: Bool {
        get { isHeld }
        set {
            guard newValue != isHeld else { return }
            look()
            isHeld = newValue
            if !newValue { follow() }
            look()
        }
    }

    /// Seeks to the position of the bar.
    private func follow() {
        guard let target else { return }
        self.target = nil
        player.seek(to: target)
    }
}
