import Foundation
import Playhead
import PlayheadTesting
import Testing

@testable import CoreTestSupport
@testable import TestBasics
@testable import TestSupport

/// What a player plays on: the contract is the same for both.
enum Backend: String, CaseIterable, CustomTestStringConvertible {
    case fake, real

    var testDescription: String { rawValue }
}

/// A player on either backend, with something to play, and a log of everything it told.
struct Harness {
    let player: Player
    let log = EventLog()
    /// What the player plays on when nothing is real.
    let media: FakeMedia?
    private let sound: LongSound?

    /// - Parameter isTimed: whether real media play in real time. Otherwise their clock is virtual, and moves only while something is
    ///   waited for.
    init(_ backend: Backend, _ configuration: PlayerConfiguration = .silent, inRealTime isTimed: Bool = false)
    {
        switch backend {
        case .fake:
            let fake = FakePlayer(FakeScript { $0.duration = .seconds(4) }, configuration: configuration)
            player = fake.player
            media = fake.media
            sound = nil
        case .real:
            player = Player(configuration: isTimed ? configuration : configuration.held)
            media = nil
            sound = LongSound()
        }
        player.addObserver(log)
    }

    /// Four seconds of picture and sound.
    func film(from start: Duration? = nil, to end: Duration? = nil) throws -> MediaItem {
        media?.script.duration = .seconds(4)
        media?.script.metadata.container = "MP4"
        media?.script.videoSize = VideoSize(width: 320, height: 180)
        return MediaItem(
            uri: try Samples.named("av-h264-aac").item.uri, startPosition: start, endPosition: end)
    }

    /// A minute, for what has to happen in the middle: a machine that is busy may let seconds pass between two steps.
    func long() throws -> MediaItem {
        media?.script.duration = LongSound.duration
        media?.script.metadata.container = "WAV"
        media?.script.videoSize = nil
        return media == nil ? try #require(sound).item : MediaItem(uri: "fake://long")
    }

    /// A file that does not exist; the fake is told to fail in the same way.
    func missing() -> MediaItem {
        media?.script.preroll = .whenTold
        return MediaItem(path: "/nonexistent/film.mp4")
    }

    /// Loads what cannot be opened.
    func loadMissing(autoplay: Bool = false) {
        let item = missing()
        player.load(item, autoplay: autoplay)
        media?.fail(PlayerError(.notFound, "No such file", uri: item.uri))
        media?.script.preroll = .atOnce
    }

    /// Lets media advance by as much, which has to be playing.
    func plays(for duration: Duration) async throws {
        let goal = player.position + duration
        media?.advance(by: duration / player.effectiveSpeed)
        try await player.waitUntil(position: goal)
    }

    /// Lets media advance to its end.
    @discardableResult
    func playsToEnd(within limit: Duration = .seconds(30)) async throws -> EndReason {
        media?.advance(by: .seconds(120))
        return try await player.waitForEnd(within: limit)
    }

    /// Loads what is long, plays it for a moment, and is in the middle of it then.
    func inTheMiddle() async throws {
        player.load(try long(), autoplay: true)
        try await player.waitUntil(.started)
        try await plays(for: .milliseconds(500))
    }

    /// The forms that wait for nothing; asynchronous code cannot name them.
    func seek(to position: Duration) { player.seek(to: position) }
    static func seek(_ player: Player) { player.seek(to: .seconds(2)) }
    static func seek(_ player: Player, to position: Duration) { player.seek(to: position) }
    func closeAtOnce() { player.close() }

    /// Closes the player and looks at everything it told: the log is complete then.
    @discardableResult
    func closes() async -> [PlayerEvent] {
        await player.close()
        let events = log.events
        let faults = EventAudit.faults(in: events)
        #expect(faults.isEmpty)
        return events
    }
}

extension PlayerConfiguration {
    /// No window and no sound.
    static var silent: PlayerConfiguration {
        var configuration = PlayerConfiguration()
        configuration.video = .none
        configuration.audio = .none
        return configuration
    }

    /// The same on a virtual clock that is held, unless there is one already.
    fileprivate var held: PlayerConfiguration {
        if clock.virtualClock != nil { return self }
        let clock = VirtualClock()
        clock.hold()
        var configuration = self
        configuration.clock = .virtual(clock)
        return configuration
    }
}

extension [PlayerEvent] {
    /// What came after another item was current.
    func after(item: MediaItem) -> ArraySlice<PlayerEvent> {
        lastIndex { $0.isItem(item) }.map { self[($0 + 1)...] } ?? []
    }
}

extension PlayerEvent {
    /// Whether it says that this item is current now.
    func isItem(_ item: MediaItem?) -> Bool {
        if case .itemChanged(let change) = self { change.item == item } else { false }
    }
}
