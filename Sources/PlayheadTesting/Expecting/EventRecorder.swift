public import Playhead
private import Synchronization

/// The record of all events of a player since its beginning.
///
///     let recorder = player.recordEvents()
///     player.load(item, autoplay: true)
///     try await recorder.next(.ready)
///     try await player.waitForEnd()
///     try recorder.check(inOrder: .ready, .playing, .finished(.natural))
///     try recorder.check(never: .stall)
///
/// An event is recorded before other observers receive it, so every change in the properties of the player is
/// recorded. In Swift Testing the functions of `PlayheadExpectations` replace `try … check` by `expect`. They
/// record an issue and continue after a failure.
///
/// On a virtual clock the recorder omits the bandwidth, because it depends on the machine.
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

    /// The events so far with their times.
    public var trace: PlaybackTrace { book.trace }
    /// The events so far.
    public var events: [PlayerEvent] { trace.events }

    /// Stops recording.
    public func end() { observation.cancel() }
}

extension Player {
    /// Begins to record the events of this player.
    ///
    /// - Parameter positions: Whether to record position events too, at the position interval of the player.
    public func recordEvents(positions: Bool = false) -> EventRecorder {
        EventRecorder(of: self, positions: positions)
    }
}

extension PlayerEvent {
    fileprivate var isPosition: Bool { if case .positionChanged = self { true } else { false } }
    fileprivate var isBandwidth: Bool { if case .bandwidthChanged = self { true } else { false } }
}

/// The recorded events and the reading position of a recorder.
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

    /// The first error after the reading position.
    var unreadError: PlayerError? {
        state.withLock { state in
            for entry in state.trace.entries[state.next...] {
                if case .error(let error) = entry.event { return error }
            }
            return nil
        }
    }

    /// Advances the reading position past the first matching event. It does not move if there is none.
    func read(to matcher: EventMatcher) -> PlaybackTrace.Entry? {
        state.withLock { state in
            let index = state.trace.entries[state.next...].firstIndex { matcher.matches($0.event) }
            guard let index else { return nil }
            state.next = index + 1
            return state.trace.entries[index]
        }
    }
}
