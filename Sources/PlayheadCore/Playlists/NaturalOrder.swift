internal import PlayheadSystem

/// Natural order of names: numbers compare by value, letters without case and accents.
enum NaturalOrder {
    private struct Name {
        var path: FilePath
        var folded: [UInt8]
    }

    static func sorted(_ names: [FilePath]) -> [FilePath] {
        names.map { Name(path: $0, folded: TextFolding.folded($0.description)) }.sorted { first, second in
            let order = compare(first.folded[...], second.folded[...])
            return order == 0 ? first.path.bytes.lexicographicallyPrecedes(second.path.bytes) : order < 0
        }.map(\.path)
    }

    /// The comparison of two names: negative, zero or positive for before, equal or after.
    private static func compare(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Int {
        var (first, second) = (first, second)
        while let one = first.first, let other = second.first {
            if one.digit != nil, other.digit != nil {
                let (digits, others) = (number(&first), number(&second))
                if digits.count != others.count { return digits.count - others.count }
                if let order = difference(digits, others) { return order }
            } else {
                if one != other { return Int(one) - Int(other) }
                first = first.dropFirst()
                second = second.dropFirst()
            }
        }
        return first.count - second.count
    }

    private static func difference(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Int? {
        zip(first, second).first { $0 != $1 }.map { Int($0) - Int($1) }
    }

    /// The leading digits without leading zeros.
    private static func number(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = rest.prefix { $0.digit != nil }
        rest = rest.dropFirst(digits.count)
        return digits.drop { $0 == UInt8(ascii: "0") }
    }
}
