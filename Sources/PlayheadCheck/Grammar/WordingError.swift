/// An error in a short text, such as an expectation, a step or a shard.
public struct WordingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One sentence for the user.
    public var description: String

    package init(_ description: String) { self.description = description }
}

extension WordingError {
    /// Makes an error for an unknown word.
    package static func unknown(_ word: some StringProtocol, known: [String]) -> WordingError {
        WordingError("`\(word)` is not known; known are \(known.joined(separator: ", "))")
    }

    /// Makes an error for a text of the wrong form.
    static func expected(_ form: String, not text: some StringProtocol) -> WordingError {
        WordingError("expected \(form)" + (text.isEmpty ? "" : ", not `\(text)`"))
    }
}
