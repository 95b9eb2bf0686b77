import Dispatch
import Glibc
import Playhead
import Synchronization

/// Notes when each event was heard.
final class Witness: PlayerObserver {
    struct Heard: Sendable {
        var event: PlayerEvent
        var at: Double
    }

    private struct Log: Sendable {
        var heard: [Heard] = []
        var seen = 0
    }

    private let log = Mutex(Log())
    private let arrival = DispatchSemaphore(value: 0)

    func player(_ player: Player, received event: PlayerEvent) {
        let time = now()
        log.withLock { $0.heard.append(Heard(event: event, at: time)) }
        arrival.signal()
    }

    /// The time of the next event that fits, heard after those that were asked for before. Ends the process on an
    /// error and after half a minute.
    @discardableResult
    func wait(for fits: (PlayerEvent) -> Bool) -> Double {
        while true {
            let next = log.withLock { log -> Heard? in
                guard log.seen < log.heard.count else { return nil }
                defer { log.seen += 1 }
                return log.heard[log.seen]
            }
            if let next {
                if fits(next.event) { return next.at }
                if case .error(let error) = next.event { fail("\(error.message)") }
            } else if arrival.wait(timeout: .now() + .seconds(30)) == .timedOut {
                fail("no answer within 30 s")
            }
        }
    }

    @discardableResult
    func waitForReady() -> Double { wait { $0 == .ready } }

    @discardableResult
    func waitForState(_ state: PlaybackState) -> Double {
        wait { if case .stateChanged(let change) = $0 { change.to == state } else { false } }
    }

    /// How many events of all kinds were heard.
    var count: Int { log.withLock(\.heard.count) }

    /// Forgets what was heard.
    func forget() { log.withLock { $0 = Log() } }
}

func fail(_ message: String) -> Never {
    let text = "benchmark: \(message)\n"
    _ = unsafe write(STDERR_FILENO, text, text.utf8.count)
    exit(4)
}

/// A player that presents on synchronising fakes, and the witness of its events.
struct Bench {
    let player: Player
    let witness = Witness()

    init(positionInterval: Duration = .milliseconds(100), clock: PlaybackClock = .system) {
        var configuration = PlayerConfiguration()
        configuration.clock = clock
        configuration.video = .none
        configuration.audio = .none
        configuration.positionInterval = positionInterval
        player = Player(configuration: configuration)
        player.addObserver(witness)
    }

    /// Loads and waits until it is prerolled; the time when that was heard.
    @discardableResult
    func load(_ uri: String, autoplay: Bool = false) -> Double {
        player.load(MediaItem(pathOrURI: uri), autoplay: autoplay)
        return witness.waitForReady()
    }

    /// Closes without waiting for anybody.
    func drop() { player.close(force: true) }

    /// Sets a keyframe seek off and returns at once.
    func beginSeek(to position: Duration) { player.seek(to: position, tolerance: .before) }
}
