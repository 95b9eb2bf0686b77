/// A position in the body of a response, or the length of a body.
public enum ByteAmount: Sendable, Hashable {
    /// A number of bytes.
    case bytes(Int)
    /// A fraction of the whole body: 0.5 is its middle.
    case share(Double)

    /// The number of bytes in a body of `whole` bytes. A fraction above 0 is at least one byte.
    func count(of whole: Int) -> Int {
        switch self {
        case .bytes(let count): max(count, 0)
        case .share(let share) where share <= 0: 0
        case .share(let share): max(Int(Double(whole) * min(share, 1e6)), 1)
        }
    }
}

extension ByteAmount: ExpressibleByIntegerLiteral {
    /// A number of bytes.
    public init(integerLiteral count: Int) { self = .bytes(count) }
}
