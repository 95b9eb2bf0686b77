import Playhead
import PlayheadTesting

/// One thing that happens to a player: a command, an observer that comes or goes, or something about the medium. A list of them
/// prints as Swift. Times are in milliseconds, speeds and volumes in percent.
indirect enum Step: Sendable, Equatable {
    // Commands. `ask…` waits for an answer.
    case load(Int, autoplay: Bool)
    case play, pause, toggle, stop, reset, retry
    case seek(Int), skip(Int)
    case askSeek(Int, aim: Int), askSkip(Int), askRefresh
    case frames(Int), askFrames(Int)
    case mute(Bool), volume(Int), speed(Int), aspect(Int)
    case close(force: Bool)

    // Who listens: each has a number.
    case addObserver(Int), removeObserver(Int)
    case observe(Int), unobserve(Int)
    case listen(Int), leave(Int)

    // What the medium does, or the next one is.
    case medium(Int)
    case preroll, finishSeek, failSeek, fail
    case buffer(Int), bufferedTo(Int), starve(Bool)
    case length(Int?), text(Int?), warn
    case end(Int?, broken: Bool)
    case advance(Int)

    // What comes when. A pipeline takes what it was told, or posts what it has to say, one thing at a time; the number tells
    // which pipeline, the latest being 0.
    case work(Int), report(Int), pump
    /// Another thread does this while the step before is being carried out.
    case during(Step)
    /// The observer that meddles does this inside a callback.
    case react(Step)
    /// The observer that meddles hears what waits for it.
    case hear
    /// Over real media: waits until it is so.
    case until(Goal)

    enum Goal: CaseIterable { case opened, rested, moved, ended }
}

extension Step {
    /// Milliseconds, but for what only a mistake would ask for.
    static func time(_ value: Int) -> Duration {
        switch value {
        case .max: .seconds(Int64.max)
        case .min: .seconds(Int64.min)
        default: .milliseconds(value)
        }
    }

    static let aims: [SeekTolerance] = [
        .exact, .before, .after, .near, .within(before: .milliseconds(300), after: .milliseconds(300)),
    ]

    static let items: [MediaItem] = [
        MediaItem(uri: "fake://plain"),
        MediaItem(uri: "fake://late", startPosition: .milliseconds(1300)),
        MediaItem(uri: "fake://part", startPosition: .milliseconds(500), endPosition: .seconds(2)),
        MediaItem(uri: "fake://beyond", startPosition: .seconds(50)),
        MediaItem(uri: "fake://mad", startPosition: .seconds(-3), endPosition: .seconds(-1)),
    ]

    /// What a medium can be like.
    static let media: [FakeScript] = [
        FakeScript(),
        FakeScript { $0.preroll = .whenTold },
        FakeScript { $0.seek = .whenTold },
        FakeScript {
            $0.preroll = .whenTold
            $0.seek = .whenTold
            $0.teardown = .whenTold
        },
        FakeScript { $0.isSeekable = false },
        FakeScript {
            $0.isLive = true
            $0.isSeekable = false
        },
        FakeScript { $0.end = .milliseconds(2200) },
        FakeScript { $0.duration = .milliseconds(40) },
        FakeScript {
            $0.duration = nil
            $0.end = .seconds(3)
        },
        FakeScript { $0.hasVideo = false },
    ]
}
