/// What is wrong with a short text: an expectation, a step, a share of the work.
public struct WordingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One sentence for a person.
    public var description: String

    package init(_ description: String) { self.description = description }
}

extension WordingError {
    /// A word that nothing is known by.
    static func unknown(_ word: some StringProtocol, known: [String]) -> WordingError {
        WordingError("`\(word)` is not known; known are \(known.joined(separator: ", "))")
    }

    /// A text that has another form than it should.
    static func expected(_ form: String, not text: some StringProtocol) -> WordingError {
        WordingError("expected \(form)" + (text.isEmpty ? "" : ", not `\(text)`"))
    }
}
