/// A place in the body of an answer, or its length.
public enum ByteAmount: Sendable, Hashable {
    /// So many bytes.
    case bytes(Int)
    /// A share of the whole body: 0.5 is its middle.
    case share(Double)

    /// The number of bytes in a body of so many; nothing of a share is less than one byte, but for none at all.
    func count(of whole: Int) -> Int {
        switch self {
        case .bytes(let count): max(count, 0)
        case .share(let share) where share <= 0: 0
        case .share(let share): max(Int(Double(whole) * min(share, 1e6)), 1)
        }
    }
}

extension ByteAmount: ExpressibleByIntegerLiteral {
    /// So many bytes.
    public init(integerLiteral count: Int) { self = .bytes(count) }
}
