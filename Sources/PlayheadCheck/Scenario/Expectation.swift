internal import PlayheadServer

extension Scenario {
    /// What has to be true of a playback, as one writes it: `duration=12s±40ms`, `no-stall`, `ends=natural`,
    /// `requests("*.ts")=3`.
    ///
    /// The grammar is told in docs/check.md; it is the same in a scenario and on the command line.
    public struct Expectation: Sendable, Hashable, CustomStringConvertible {
        /// The expectation as it was written.
        public let description: String
        package let predicate: Predicate

        /// Reads an expectation.
        public init(_ text: String) throws(WordingError) {
            description = text.trimmingSpaces
            predicate = try Predicate(description)
        }
    }
}

extension Scenario.Expectation: Decodable {
    /// Reads an expectation from a scenario.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        do throws(WordingError) {
            try self.init(text)
        } catch {
            throw decoder.mistake(error.description)
        }
    }
}
