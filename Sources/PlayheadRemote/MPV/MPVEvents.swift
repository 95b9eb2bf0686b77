internal import Playhead
internal import PlayheadCore

/// Makes mpv's events of those of a player.
struct MPVEvents {
    static let names: Set<String> = [
        "start-file", "end-file", "file-loaded", "seek", "playback-restart", "idle", "shutdown",
        "client-message", "property-change", "video-reconfig", "audio-reconfig", "log-message",
    ]

    /// The entry whose start was reported and whose end was not.
    private var open: QueueItem.ID?
    private var isLoaded = false
    private var jumps = 0
    /// Whether playback is to begin, or to go on after a seek.
    private var awaitsRestart = false
    private var isIdle: Bool

    /// Begins with a state; nothing is reported for what is in it.
    init(_ state: RemoteState) {
        isIdle = state.isIdle
        jumps = state.snapshot.progress.motion.jumps
        if !isIdle {
            open = state.snapshot.queue.currentID
            isLoaded = state.snapshot.status != .opening
            awaitsRestart = !isLoaded
        }
    }

    /// The events for one of the player's, with the state after it.
    mutating func take(_ event: PlayerEvent, _ state: RemoteState) -> [RemoteValue] {
        var events: [RemoteValue] = []
        switch event {
        case .itemChanged(let change):
            if let previous = change.previous {
                events += end(previous.id, previous.reason ?? .stopped, nil)
            }
            jumps = state.snapshot.progress.motion.jumps
            if let id = change.id, id != open { events += start(id) }
        case .ready where !isLoaded && open != nil:
            isLoaded = true
            jumps = state.snapshot.progress.motion.jumps
            events.append(.event("file-loaded"))
        case .error(let error): events += end(state.snapshot.queue.currentID, .error, error)
        case .finished(let reason): events += end(state.snapshot.queue.currentID, reason, nil)
        case .statusChanged(_, .opening), .statusChanged(_, .started):
            // An item that is over plays again.
            if open == nil, !state.isIdle, let id = state.snapshot.queue.currentID { events += start(id) }
        default: break
        }
        events += followSeeks(state.snapshot)
        // The state may be newer than the event: the end is reported first.
        let isNowIdle = state.isIdle && open == nil
        if isNowIdle, !isIdle { events.append(.event("idle")) }
        isIdle = isNowIdle
        if case .statusChanged(_, .closed) = event { events.append(.event("shutdown")) }
        return events
    }

    private mutating func start(_ id: QueueItem.ID) -> [RemoteValue] {
        (open, isLoaded, awaitsRestart) = (id, false, true)
        return [.event("start-file", ["playlist_entry_id": .int(id.number)])]
    }

    private mutating func end(_ id: QueueItem.ID?, _ reason: EndReason, _ error: PlayerError?)
        -> [RemoteValue]
    {
        guard let id, id == open else { return [] }
        (open, isLoaded, awaitsRestart) = (nil, false, false)
        var fields: [String: RemoteValue] = ["playlist_entry_id": .int(id.number)]
        switch reason {
        case .natural, .truncated: fields["reason"] = "eof"
        case .stopped, .replaced: fields["reason"] = "stop"
        case .error:
            fields["reason"] = "error"
            fields["file_error"] = .string(error?.message ?? "loading failed")
        }
        return [.event("end-file", fields)]
    }

    /// Reports seeks, and the restart of playback after them.
    private mutating func followSeeks(_ snapshot: PlayerSnapshot) -> [RemoteValue] {
        guard isLoaded else { return [] }
        var events: [RemoteValue] = []
        if snapshot.progress.motion.jumps != jumps {
            jumps = snapshot.progress.motion.jumps
            awaitsRestart = true
            events.append(.event("seek"))
        }
        if awaitsRestart, !snapshot.state.isBuffering {
            awaitsRestart = false
            events.append(.event("playback-restart"))
        }
        return events
    }
}

extension RemoteValue {
    /// An event with its fields.
    static func event(_ name: String, _ fields: [String: RemoteValue] = [:]) -> RemoteValue {
        .map(fields.merging(["event": .string(name)]) { field, _ in field })
    }
}
