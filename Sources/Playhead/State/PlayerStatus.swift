/// The life cycle of the current item, beside the state (contract 1.4).
public enum PlayerStatus: String, Sendable, Hashable, CaseIterable, Codable {
    /// No item.
    case idle
    /// An item is being opened and prerolled.
    case opening
    /// The first frame or sample could be shown at once; nothing has been played since.
    case ready
    /// Media has been played since the item was loaded.
    case active
    /// All input has been read; the outputs are draining.
    case finishing
    /// The natural end was reached.
    case finished
    /// A caller ended the item early: stop, reset, replace.
    case terminated
    /// The item cannot go on: see ``PlayerSnapshot/error``.
    case failed
    /// The player was closed; nothing more is possible.
    case closed

    /// The states that may directly follow this one. A transition that is not listed never happens.
    public var successors: Set<PlayerStatus> {
        switch self {
        case .idle: [.opening, .closed]
        case .opening: [.ready, .active, .failed, .terminated, .closed]
        case .ready: [.active, .finishing, .finished, .failed, .terminated, .closed]
        case .active: [.finishing, .finished, .failed, .terminated, .closed]
        case .finishing: [.active, .finished, .failed, .terminated, .closed]
        case .finished: [.ready, .active, .opening, .terminated, .failed, .closed]
        case .terminated: [.idle, .opening, .ready, .active, .finishing, .finished, .failed, .closed]
        case .failed: [.opening, .ready, .terminated, .closed]
        case .closed: []
        }
    }
}
