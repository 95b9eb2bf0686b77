public import Playhead
private import Synchronization

/// Everything that a player told since the recorded events was begun.
///
///     let recorder = player.recordEvents()
///     player.load(film, autoplay: true)
///     try await recorder.next(.ready)
///     try await player.waitForEnd()
///     try recorder.check(inOrder: .ready, .playing, .finished(.natural))
///     try recorder.check(never: .stall)
///
/// An event is in the recorded events before anybody who listens hears of it: what is in the player's properties is told. In tests with Swift Testing
/// the verbs of `PlayheadExpectations` say `expect` in place of `try … check`, and go on after a failure.
///
/// On a virtual clock the bandwidth is left out: how much of a delay a transfer took depends on the machine.
public final class EventRecorder: Sendable {
    let player: Player
    let book: StoryBook
    private let observation: PlayerObservation

    init(of player: Player, positions: Bool) {
        self.player = player
        let isVirtual = player.configuration.clock.virtualClock != nil
        let book = StoryBook(beginning: isVirtual ? .zero : player.clockTime)
        self.book = book
        observation = player.chronicle(positions: positions) { [weak player] events, snapshot in
            let told = events.filter { !($0.isPosition && !positions || $0.isBandwidth && isVirtual) }
            if let player { book.write(told, snapshot, at: player.clockTime) }
        }
    }

    /// What was told so far.
    public var trace: PlaybackTrace { book.trace }
    /// The events that were told so far.
    public var events: [PlayerEvent] { trace.events }

    /// Writes nothing more down.
    public func end() { observation.cancel() }
}

extension Player {
    /// Begins to write down what the player tells.
    ///
    /// - Parameter positions: also the position, as it is reported at the player's interval.
    public func recordEvents(positions: Bool = false) -> EventRecorder {
        EventRecorder(of: self, positions: positions)
    }
}

extension PlayerEvent {
    fileprivate var isPosition: Bool { if case .positionChanged = self { true } else { false } }
    fileprivate var isBandwidth: Bool { if case .bandwidthChanged = self { true } else { false } }
}

/// What a recorder holds, and how far it has been read.
final class StoryBook: Sendable {
    private struct State {
        var trace = PlaybackTrace()
        var next = 0
    }

    private let beginning: Duration
    private let state = Mutex(State())

    init(beginning: Duration) { self.beginning = beginning }

    var trace: PlaybackTrace { state.withLock(\.trace) }
    var count: Int { state.withLock(\.trace.entries.count) }

    func write(_ events: [PlayerEvent], _ snapshot: PlayerSnapshot, at time: Duration) {
        state.withLock { state in
            for event in events {
                state.trace.entries.append(
                    .init(event, mediaTime: snapshot.position, clockTime: time - beginning))
            }
        }
    }

    /// An error that was not read on to yet.
    var unreadError: PlayerError? {
        state.withLock { state in
            for entry in state.trace.entries[state.next...] {
                if case .error(let error) = entry.event { return error }
            }
            return nil
        }
    }

    /// Reads on to the first event that is meant; stays where it is when there is none.
    func read(to matcher: EventMatcher) -> PlaybackTrace.Entry? {
        state.withLock { state in
            let index = state.trace.entries[state.next...].firstIndex { matcher.matches($0.event) }
            guard let index else { return nil }
            state.next = index + 1
            return state.trace.entries[index]
        }
    }
}
