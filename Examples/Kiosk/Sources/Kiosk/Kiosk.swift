import Playhead
import Synchronization

/// A screen in a shop window: plays films one after another, for ever. A film that cannot be played is passed over.
public final class Kiosk: Sendable {
    private struct State {
        var next = 0
        var failures = 0
        var notice: String?
    }

    private let player: Player
    private let films: [MediaItem]
    private let state = Mutex(State())
    private let observation = Mutex<PlayerObservation?>(nil)

    /// A kiosk that shows these films on a player.
    public init(player: Player, films: [MediaItem]) {
        self.player = player
        self.films = films
    }

    /// What is written under the picture; nil when all is well.
    public var notice: String? { state.withLock(\.notice) }

    /// Begins with the first film.
    public func open() {
        let observation = player.observe { [weak self] event in self?.hear(event) }
        self.observation.withLock { $0 = observation }
        playNext()
    }

    private func hear(_ event: PlayerEvent) {
        switch event {
        case .stateChanged(let change):
            if change.to.isPlaying { state.withLock { ($0.failures, $0.notice) = (0, nil) } }
            if change.reason == .buffering, change.to.isBuffering { say("One moment, please") }
        case .error(let error):
            state.withLock { $0.failures += 1 }
            say("Out of order: \(error.message)")
        case .finished(.natural), .finished(.truncated), .finished(.error): playNext()
        default: break
        }
    }

    private func say(_ notice: String) { state.withLock { $0.notice = notice } }

    private func playNext() {
        let film = state.withLock { state -> MediaItem? in
            // None of them can be played: not for ever the same.
            guard state.failures < films.count else { return nil }
            defer { state.next += 1 }
            return films[state.next % films.count]
        }
        if let film { player.load(film, autoplay: true) }
    }
}
