/// A part of the inputs: of every `count` in a row, one.
public struct Shard: Sendable, Hashable, CustomStringConvertible {
    /// Which part, from 1.
    public let number: Int
    /// How many parts there are.
    public let count: Int

    /// A part; nil where the number does not lie between 1 and the count.
    public init?(_ number: Int, of count: Int) {
        guard count >= 1, (1...count).contains(number) else { return nil }
        self.number = number
        self.count = count
    }

    /// Reads `2/8`.
    public init(_ text: String) throws(WordingError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1],
            let shard = Shard(number, of: count)
        else { throw .expected("a part such as 2/8, from 1/8 to 8/8, or auto", not: text) }
        self = shard
    }

    /// Whether the input at a place of the list, from 0, belongs to it.
    public func contains(_ index: Int) -> Bool { index % count == number - 1 }

    /// `2/8`
    public var description: String { "\(number)/\(count)" }
}
