internal import PlayheadServer

extension Scenario {
    /// A condition on a playback, as text: `duration=12s±40ms`, `no-stall`, `ends=natural`,
    /// `requests("*.ts")=3`.
    ///
    /// `docs/check.md` describes the grammar, which is the same in scenarios and on the command line.
    public struct Expectation: Sendable, Hashable, CustomStringConvertible {
        /// The text of the expectation.
        public let description: String
        package let predicate: Predicate

        /// Parses an expectation.
        public init(_ text: String) throws(WordingError) {
            description = text.trimmingSpaces
            predicate = try Predicate(description)
        }
    }
}

extension Scenario.Expectation: Codable {
    /// Decodes an expectation from a scenario.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        do throws(WordingError) {
            try self.init(text)
        } catch {
            throw decoder.mistake(error.description)
        }
    }
    /// Writes the text of the expectation.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
