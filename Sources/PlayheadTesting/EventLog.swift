public import Playhead
private import Synchronization

/// An observer that records every event in the order of delivery.
public final class EventLog: PlayerObserver {
    private let recorded = Mutex<[PlayerEvent]>([])

    /// Makes an empty log.
    public init() {}

    /// All events so far.
    public var events: [PlayerEvent] { recorded.withLock { $0 } }

    /// The reported states in order.
    public var states: [PlaybackState] {
        events.compactMap { if case .stateChanged(let change) = $0 { change.to } else { nil } }
    }

    /// The reported statuses in order.
    public var statuses: [ItemStatus] {
        events.compactMap { if case .statusChanged(_, let status) = $0 { status } else { nil } }
    }

    /// The reported errors in order.
    public var errors: [PlayerError] {
        events.compactMap { if case .error(let error) = $0 { error } else { nil } }
    }

    /// The reported end reasons in order.
    public var ends: [EndReason] {
        events.compactMap { if case .finished(let reason) = $0 { reason } else { nil } }
    }

    /// The reported positions in order.
    public var positions: [Duration] {
        events.compactMap { if case .positionChanged(let position) = $0 { position } else { nil } }
    }

    /// Records an event.
    public func player(_ player: Player, received event: PlayerEvent) {
        recorded.withLock { $0.append(event) }
    }
}
