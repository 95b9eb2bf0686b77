/// The numbers of the matching requests that a rule applies to, counted from 1.
///
///     [.request(2), .requests(5...7), .requests(from: 10)]
///
/// In a plan file it is `2`, `5-7`, `10-`, or a list of these.
public struct RequestNumbers: Sendable, Hashable {
    /// The closed ranges of numbers.
    public var ranges: [ClosedRange<Int>]

    /// Makes numbers from closed ranges.
    public init(_ ranges: [ClosedRange<Int>]) { self.ranges = ranges }

    /// All requests.
    public static let all = RequestNumbers([1...Int.max])

    /// One request.
    public static func request(_ number: Int) -> RequestNumbers { RequestNumbers([number...number]) }

    /// A range of requests.
    public static func requests(_ numbers: ClosedRange<Int>) -> RequestNumbers { RequestNumbers([numbers]) }

    /// A request and all later ones.
    public static func requests(from number: Int) -> RequestNumbers { RequestNumbers([number...Int.max]) }

    /// Whether the request with a number is among them.
    public func contains(_ number: Int) -> Bool { ranges.contains { $0.contains(number) } }
}

extension RequestNumbers: ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral {
    /// One request.
    public init(integerLiteral number: Int) { self = .request(number) }

    /// The union of several numbers.
    public init(arrayLiteral parts: RequestNumbers...) { self.init(parts.flatMap(\.ranges)) }
}
