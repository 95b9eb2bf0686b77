/// The life cycle of the current item, in addition to the state (contract 1.4).
public enum ItemStatus: String, Sendable, Hashable, CaseIterable, Codable {
    /// No item.
    case idle
    /// An item is being opened and prerolled.
    case opening
    /// The first frame or sample can be presented immediately; nothing has been played since.
    case ready
    /// Media has been played since the item was loaded.
    case started
    /// All input has been read; the outputs are draining.
    case draining
    /// The natural end was reached.
    case ended
    /// A command ended the item early: stop, reset, replace.
    case stopped
    /// The item has failed: see ``PlayerSnapshot/error``.
    case failed
    /// The player was closed; this status is final.
    case closed

    /// The statuses that may directly follow this one. Other transitions never happen.
    public var successors: Set<ItemStatus> {
        switch self {
        case .idle: [.opening, .closed]
        case .opening: [.ready, .started, .failed, .stopped, .closed]
        case .ready: [.started, .draining, .ended, .failed, .stopped, .closed]
        case .started: [.draining, .ended, .failed, .stopped, .closed]
        case .draining: [.started, .ended, .failed, .stopped, .closed]
        case .ended: [.ready, .started, .opening, .stopped, .failed, .closed]
        case .stopped: [.idle, .opening, .ready, .started, .draining, .ended, .failed, .closed]
        case .failed: [.opening, .ready, .stopped, .closed]
        case .closed: []
        }
    }
}
