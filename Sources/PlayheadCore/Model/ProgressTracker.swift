public import Observation
internal import Synchronization

/// The bar that shows how far playback has come, and that moves playback when a person drags it; observable on the main actor.
///
/// Set ``isInteracting`` while the bar is held, and ``progress`` or ``time`` as it is dragged: playback does not move it meanwhile. When it
/// is let go it stays where it is until playback goes on from there; if the seek fails, it goes back to where
/// playback is. Without ``isInteracting`` each value that is set is a seek of its own.
///
/// Releasing the tracker ends its observation and leaves the player as it is.
@MainActor @Observable
public final class ProgressTracker {
    /// When playback follows a bar that is held.
    public enum SeekBehavior: Sendable, Hashable, CaseIterable {
        /// At every step. The player answers them all and carries out as many as it can keep up with, the last one always.
        case immediate
        /// Once, where the bar is let go.
        case deferred
    }

    /// What is shown, and what is moved.
    public let player: Player
    /// How often the bar moves during playback, in media time, as in ``Player/periodicTime(every:)``.
    public let interval: Duration
    /// When playback follows the bar while it is held.
    public var seekBehavior: SeekBehavior
    /// The length of the medium, which is that of the bar; nil until it is known, and for live content.
    public private(set) var duration: Duration?
    /// Whether the bar can be moved: the content is not known to refuse a seek.
    public private(set) var canSeek = false

    private var shownTime: Duration = .zero
    private var isHeld = false
    /// Where the bar was dragged to, and playback has not followed yet.
    @ObservationIgnored private var target: Duration?
    @ObservationIgnored private var itemNumber = 0
    @ObservationIgnored private var attachment: Attachment?

    /// A bar for a player, which may have several.
    ///
    /// - Parameters:
    ///   - player: what is shown, and what is moved.
    ///   - interval: how often the bar moves during playback, in media time.
    ///   - seekBehavior: when playback follows the bar while it is held.
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

    /// What the bar depends on beside the position.
    private struct Facts: Equatable {
        var itemNumber = 0
        var duration: Duration?
        var canSeek = false
        /// Where playback rests; the outputs may come to rest a little after the stop was told.
        var rest: Duration?

        init() {}

        init(_ snapshot: PlayerSnapshot) {
            itemNumber = snapshot.itemNumber
            duration = snapshot.duration
            canSeek = snapshot.canSeek
            rest = snapshot.progress.motion.isAdvancing ? nil : snapshot.position
        }
    }

    /// Shows what is.
    private func look() {
        let snapshot = player.snapshot
        if duration != snapshot.duration { duration = snapshot.duration }
        if canSeek != snapshot.canSeek { canSeek = snapshot.canSeek }
        let isAnotherItem = itemNumber != snapshot.itemNumber
        itemNumber = snapshot.itemNumber
        // What the bar was dragged over is gone.
        if isAnotherItem { target = nil }
        if isAnotherItem || !isHeld { show(snapshot.position) }
    }

    private func show(_ time: Duration) {
        if shownTime != time { shownTime = time }
    }
}

extension ProgressTracker {
    /// Where the bar stands, in media time. Setting it moves the bar, and playback as ``seekBehavior`` says; it is clamped to the medium,
    /// and ignored where ``canSeek`` is false.
    public var time: Duration {
        get { shownTime }
        set {
            look()
            guard canSeek else { return }
            let time = max(min(newValue, duration ?? newValue), .zero)
            show(time)
            target = time
            if !isHeld || seekBehavior == .immediate { follow() }
            // Where playback goes no farther, or stands already, nothing more is heard of it.
            if !isHeld { look() }
        }
    }

    /// Where the bar stands, as a part of its length: 0 to 1, and 0 while the length is unknown. Setting it is setting ``time``; without a
    /// length, and with what is no number, nothing happens.
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

    /// Whether a person holds the bar. While it is true, playback does not move the bar; another item does.
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

    /// Has playback go where the bar is.
    private func follow() {
        guard let target else { return }
        self.target = nil
        player.seek(to: target)
    }
}
