public import Playhead
private import Synchronization

/// An observer that writes down every event, in the order in which it hears them.
public final class EventLog: PlayerObserver {
    private let recorded = Mutex<[PlayerEvent]>([])

    /// A log without entries.
    public init() {}

    /// Everything that was heard so far.
    public var events: [PlayerEvent] { recorded.withLock { $0 } }

    /// The states that were reached, in order.
    public var states: [PlaybackState] {
        events.compactMap { if case .stateChanged(let change) = $0 { change.to } else { nil } }
    }

    /// The statuses that were reached, in order.
    public var statuses: [ItemStatus] {
        events.compactMap { if case .statusChanged(_, let status) = $0 { status } else { nil } }
    }

    /// The errors that were reported, in order.
    public var errors: [PlayerError] {
        events.compactMap { if case .error(let error) = $0 { error } else { nil } }
    }

    /// The ends that were reported, in order.
    public var ends: [EndReason] {
        events.compactMap { if case .finished(let reason) = $0 { reason } else { nil } }
    }

    /// The positions that were reported, in order.
    public var positions: [Duration] {
        events.compactMap { if case .positionChanged(let position) = $0 { position } else { nil } }
    }

    /// Writes an event down.
    public func player(_ player: Player, received event: PlayerEvent) {
        recorded.withLock { $0.append(event) }
    }
}
