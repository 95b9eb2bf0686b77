/// A share of the inputs: every input whose index modulo `count` is `number - 1`.
public struct Shard: Sendable, Hashable, CustomStringConvertible {
    /// The number of the shard, from 1.
    public let number: Int
    /// The number of shards.
    public let count: Int

    /// Makes a shard; nil if the number is not between 1 and the count.
    public init?(_ number: Int, of count: Int) {
        guard count >= 1, (1...count).contains(number) else { return nil }
        self.number = number
        self.count = count
    }

    /// Parses text such as `2/8`.
    public init(_ text: String) throws(WordingError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1],
            let shard = Shard(number, of: count)
        else { throw .expected("a part such as 2/8, from 1/8 to 8/8, or auto", not: text) }
        self = shard
    }

    /// Whether the input with an index, from 0, belongs to the shard.
    public func contains(_ index: Int) -> Bool { index % count == number - 1 }

    /// The text of the shard, such as `2/8`.
    public var description: String { "\(number)/\(count)" }
}
