/// A secret that a client has to know.
struct AccessToken: Sendable, Equatable {
    let text: String

    init(_ text: String) { self.text = text }

    /// Makes a random one of 128 bits.
    static func random() -> AccessToken {
        var generator = SystemRandomNumberGenerator()
        let digits = (0..<2).map { _ in
            let word = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - word.count) + word
        }
        return AccessToken(digits.joined())
    }

    /// Whether a text is the token. The time tells nothing about how much of it is right.
    func matches(_ other: some StringProtocol) -> Bool {
        let (own, other) = (Array(text.utf8), Array(other.utf8))
        guard own.count == other.count else { return false }
        return zip(own, other).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
