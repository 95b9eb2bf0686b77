package import Playhead
package import PlayheadServer

extension Scenario {
    /// One thing to do in a scenario, as one writes it: `play`, `seek to 2 s`, `wait for end`.
    public struct Step: Sendable, Hashable, CustomStringConvertible {
        /// The step as it was written.
        public let description: String
        package let action: Action

        /// Reads a step.
        public init(_ text: String) throws(WordingError) {
            description = text.trimmingSpaces
            action = try Action(description)
        }

        private init(known text: String, _ action: Action) {
            description = text
            self.action = action
        }

        /// What is done where a scenario names no steps.
        public static let toTheEnd = [
            Step(known: "play", .play), Step(known: "wait for end", .wait(.end)),
        ]
    }
}

/// What a step does.
package enum Action: Sendable, Hashable {
    case play, pause, stop, retry
    case seek(to: Duration, SeekTolerance)
    case skip(by: Duration)
    /// So many frames on, or back.
    case frames(Int)
    case speed(Double)
    case volume(Double)
    case mute(Bool)
    case load(String)
    case select(Track.Kind, TrackName)
    case wait(WaitCondition)
    case expect(Scenario.Expectation)
}

/// The condition that a step waits for.
package enum WaitCondition: Sendable, Hashable {
    /// So long, on the clock of the playback.
    case time(Duration)
    case position(Duration)
    case status(ItemStatus)
    case state(PlaybackState)
    case end
    case error
    /// A text, or this one.
    case cue(String?)
    /// So many requests for paths, counted from the beginning.
    case requests(PathPattern, Int)
}

extension Scenario.Step: Decodable {
    /// Reads a step from a scenario.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        do throws(WordingError) {
            try self.init(text)
        } catch {
            throw decoder.mistake(error.description)
        }
    }
}
