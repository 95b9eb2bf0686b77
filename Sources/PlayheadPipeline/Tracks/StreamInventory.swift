internal import GStreamer
internal import Synchronization

/// The properties of the streams of a medium before they are decoded, collected from any thread.
final class StreamInventory: Sendable {
    private struct State {
        /// Properties by the names of the pads that the streams pass.
        var passing: [String: StreamInfo] = [:]
        /// Properties by the ids of the streams.
        var known: [String: StreamInfo] = [:]
    }

    private let state = Mutex(State())

    /// Observes the streams that enter the queues of a decoder.
    func watch(_ queues: Element) {
        queues.onPadAdded { [weak self] pad in
            let name = pad.name
            guard name.hasPrefix("sink") else { return }
            pad.onAnnouncement { [weak self] announcement in self?.take(announcement, at: name) }
        }
    }

    func facts(of id: String) -> StreamInfo? { state.withLock { $0.known[id] } }

    /// The properties of a stream that is not needed any more.
    func taken(_ id: String) -> StreamInfo? {
        state.withLock { state in
            for (pad, facts) in state.passing where facts.id == id { state.passing[pad] = nil }
            return state.known.removeValue(forKey: id)
        }
    }

    func clear() { state.withLock { $0 = State() } }

    private func take(_ announcement: Pad.Announcement, at pad: String) {
        state.withLock { state in
            if case .start(let facts) = announcement {
                state.passing[pad] = state.known[facts.id] ?? facts
            }
            guard var facts = state.passing[pad] else { return }
            switch announcement {
            case .start: break
            case .caps(let caps): facts.caps = caps
            // Global tags are sent on every stream.
            case .tags(let tags): if !tags.isGlobal, !facts.tags.contains(tags) { facts.tags.append(tags) }
            }
            state.passing[pad] = facts
            state.known[facts.id] = facts
        }
    }
}
