package import Playhead
package import PlayheadServer

extension Scenario {
    /// One action in a scenario, as text: `play`, `seek to 2 s`, `wait for end`.
    public struct Step: Sendable, Hashable, CustomStringConvertible {
        /// The text of the step.
        public let description: String
        package let action: Action

        /// Parses a step.
        public init(_ text: String) throws(WordingError) {
            description = text.trimmingSpaces
            action = try Action(description)
        }

        private init(known text: String, _ action: Action) {
            description = text
            self.action = action
        }

        /// The steps of a scenario without steps.
        public static let toTheEnd = [
            Step(known: "play", .play), Step(known: "wait for end", .wait(.end)),
        ]
    }
}

/// The action of a step.
package enum Action: Sendable, Hashable {
    case play, pause, stop, retry
    case seek(to: Duration, SeekTolerance)
    case skip(by: Duration)
    /// Steps by a number of frames; a negative number steps back.
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
    /// A duration on the playback clock.
    case time(Duration)
    case position(Duration)
    case status(ItemStatus)
    case state(PlaybackState)
    case end
    case error
    /// A cue with this text; nil accepts any cue.
    case cue(String?)
    /// A number of requests for matching paths since the beginning.
    case requests(PathPattern, Int)
}

extension Scenario.Step: Codable {
    /// Decodes a step from a scenario.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        do throws(WordingError) {
            try self.init(text)
        } catch {
            throw decoder.mistake(error.description)
        }
    }
    /// Writes the text of the step.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
