/// Which of the requests that match a rule are meant, counted from 1.
///
///     [.request(2), .requests(5...7), .requests(from: 10)]
///
/// In a plan that is a file: `2`, `5-7`, `10-`, or a list of these.
public struct RequestNumbers: Sendable, Hashable {
    /// The ranges of numbers, each with its first and its last.
    public var ranges: [ClosedRange<Int>]

    /// Those in some ranges.
    public init(_ ranges: [ClosedRange<Int>]) { self.ranges = ranges }

    /// Every request.
    public static let all = RequestNumbers([1...Int.max])

    /// Only this one.
    public static func request(_ number: Int) -> RequestNumbers { RequestNumbers([number...number]) }

    /// These.
    public static func requests(_ numbers: ClosedRange<Int>) -> RequestNumbers { RequestNumbers([numbers]) }

    /// This one and all that follow.
    public static func requests(from number: Int) -> RequestNumbers { RequestNumbers([number...Int.max]) }

    /// Whether the request with a number is meant.
    public func contains(_ number: Int) -> Bool { ranges.contains { $0.contains(number) } }
}

extension RequestNumbers: ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral {
    /// Only this one.
    public init(integerLiteral number: Int) { self = .request(number) }

    /// All that any of these mean.
    public init(arrayLiteral parts: RequestNumbers...) { self.init(parts.flatMap(\.ranges)) }
}
