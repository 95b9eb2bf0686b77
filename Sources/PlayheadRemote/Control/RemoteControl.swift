public import Dispatch
public import Playhead
internal import Synchronization

/// What a program offers to remote controls beyond its player.
public struct RemoteHost: Sendable {
    /// Ends the program; nil if a remote control may not. Called on any thread.
    public var quit: (@Sendable () -> Void)?
    /// Writes the frame that is shown to a file; nil if the program does not. Called on any thread.
    public var screenshot: (@Sendable () -> Void)?
    /// Keeps the bookmarks of the user; nil if the program has none.
    public var bookmarks: (any BookmarkStorage)?
    /// Makes the item of a path or URI. Called on any thread.
    public var makeItem: @Sendable (String) -> MediaItem = { MediaItem(pathOrURI: $0) }
    /// Reads the items of a playlist at a path or URI.
    public var readPlaylist: @Sendable (String) async throws(PlayerError) -> [MediaItem] = {
        name throws(PlayerError) in
        try await Playlist.read(name).items
    }

    /// Makes a host that offers neither to quit, nor screenshots, nor bookmarks.
    public init() {}
}

/// The control of a player from elsewhere: commands, state and events as values.
///
/// Protocols such as ``JSONIPCServer`` translate between these values and their messages. All members may be
/// used from any thread.
public final class RemoteControl: Sendable {
    /// The player.
    public let player: Player
    /// What the program offers.
    public let host: RemoteHost
    let memory = Mutex(Memory())

    struct Memory {
        /// Whether the next item that is loaded begins paused.
        var isPausedWithoutContent = false
        /// Counts the messages, so that only the last one is removed by its time.
        var messages = 0
        var loop = ItemLoop()
        /// The bookmarks of the item with a number; nil before they are read.
        var bookmarks: (item: Int, list: [Bookmark])?
        /// What hears the events of the control itself, by number.
        var listeners: [Int: @Sendable (RemoteEvent) -> Void] = [:]
        var listenerCount = 0
    }

    /// Makes the control of a player.
    public init(_ player: Player, host: RemoteHost = RemoteHost()) {
        self.player = player
        self.host = host
    }

    deinit { memory.withLock { $0.loop.repetition?.cancel() } }

    /// The state at this instant.
    public var state: RemoteState {
        let snapshot = player.snapshot
        let isPaused =
            switch snapshot.state {
            case .playing: false
            case .paused where !snapshot.isOver: true
            case .paused, .idle: memory.withLock(\.isPausedWithoutContent)
            }
        return RemoteState(
            snapshot: snapshot, isPaused: isPaused, isFullscreen: player.window.isFullscreen,
            loop: loopPoints(of: snapshot.itemNumber), bookmarks: bookmarks(of: snapshot))
    }

    /// Calls a closure on a serial queue with every event from now on, until the observation is released.
    public func observe(
        on queue: DispatchQueue, _ hear: @escaping @Sendable (RemoteEvent) -> Void
    ) -> RemoteObservation {
        let windowEvents = player.window.events
        let number = memory.withLock { memory in
            memory.listenerCount += 1
            memory.listeners[memory.listenerCount] = { event in queue.async { hear(event) } }
            return memory.listenerCount
        }
        return RemoteObservation(
            player: player.observe(on: queue) { hear(.player($0)) },
            window: Task {
                for await case .fullscreenChanged(let isFullscreen) in windowEvents {
                    queue.async { hear(.fullscreenChanged(isFullscreen)) }
                }
            }
        ) { [weak self] in
            _ = self?.memory.withLock { $0.listeners.removeValue(forKey: number) }
        }
    }

    /// Reports an event of the control itself.
    func announce(_ event: RemoteEvent) {
        for listener in memory.withLock({ Array($0.listeners.values) }) { listener(event) }
    }

    /// Remembers whether the next item begins paused.
    func rememberPause(_ isPaused: Bool) { memory.withLock { $0.isPausedWithoutContent = isPaused } }

    /// Shows a text over the video, and removes it after a duration unless another text has replaced it.
    func showMessage(_ text: String, for duration: Duration) {
        let number = memory.withLock { memory in
            memory.messages += 1
            return memory.messages
        }
        player.window.showMessage(text)
        Task { [weak self] in
            try? await Task.sleep(for: duration)
            guard let self, memory.withLock({ $0.messages == number }) else { return }
            player.window.showMessage("")
        }
    }
}

/// The state of a player and its window, as remote controls see it.
public struct RemoteState: Sendable {
    /// The state of the player.
    public let snapshot: PlayerSnapshot
    /// Whether a pause is requested, also for the next item if there is no content.
    public let isPaused: Bool
    /// Whether the window is, or will be, full screen.
    public let isFullscreen: Bool
    /// The points of the A–B loop of the current item.
    public let loop: LoopPoints
    /// The bookmarks of the current item, by their positions.
    public let bookmarks: [Bookmark]

    /// Whether nothing is loaded, or the last item is over.
    public var isIdle: Bool { snapshot.item == nil || snapshot.isOver }
}

/// Something that remote controls report.
public enum RemoteEvent: Sendable, Equatable {
    /// An event of the player.
    case player(PlayerEvent)
    /// The window entered or left full screen.
    case fullscreenChanged(Bool)
    /// The points of the A–B loop were set or removed. A change of the item removes them without this event.
    case loopChanged(LoopPoints)
    /// The bookmarks of the current item have changed. Another item has its own without this event.
    case bookmarksChanged([Bookmark])
}

/// Keeps an observation alive; it ends with this object.
public final class RemoteObservation: Sendable {
    private let player: PlayerObservation
    private let window: Task<Void, Never>
    private let end: @Sendable () -> Void

    init(player: PlayerObservation, window: Task<Void, Never>, end: @escaping @Sendable () -> Void) {
        (self.player, self.window, self.end) = (player, window, end)
    }

    deinit {
        window.cancel()
        end()
    }
}

extension PlayerSnapshot {
    /// Whether the current item has ended, and no other follows.
    var isOver: Bool {
        switch status {
        case .ended, .stopped, .failed, .closed: true
        case .idle, .opening, .ready, .started, .draining: false
        }
    }
}
