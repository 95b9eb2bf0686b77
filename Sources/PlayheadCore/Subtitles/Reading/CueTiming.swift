internal import PlayheadSystem

/// The times of a cue in a line of SubRip or WebVTT: `00:00:01,000 --> 00:00:02,500`.
struct CueTiming: Equatable {
    var start: Duration
    var end: Duration

    /// Parses a line; nil if invalid. Hours are optional. The fraction has any number of digits after a
    /// comma, a full stop or a colon. Text after the second time is a screen position.
    init?(_ line: ArraySlice<UInt8>) {
        var rest = line.trimmed
        guard let start = CueTime.signed(&rest) else { return nil }
        rest = rest.drop(while: \.isBlank)
        let arrow = rest.prefix { $0 == UInt8(ascii: "-") }
        rest = rest.dropFirst(arrow.count)
        guard !arrow.isEmpty, rest.first == UInt8(ascii: ">") else { return nil }
        rest = rest.dropFirst().drop(while: \.isBlank)
        guard let end = CueTime.clock(&rest) else { return nil }
        (self.start, self.end) = (start, end)
    }

    /// Whether a line looks like a timing line.
    static func isMeant(by line: ArraySlice<UInt8>) -> Bool {
        var line = line.trimmed
        // A negative time.
        if line.first == UInt8(ascii: "-"), line.dropFirst().first?.digit != nil { line = line.dropFirst() }
        guard let dash = line.firstIndex(of: UInt8(ascii: "-")) else { return false }
        return line[dash...].starts(with: "-->".utf8)
            || line[dash...].dropFirst().first == UInt8(ascii: ">") && line.first?.digit != nil
    }
}

/// Times in subtitle files.
package enum CueTime {
    /// Parses `1:02:03.4`, and leaves the rest of the text.
    package static func clock(_ text: inout ArraySlice<UInt8>) -> Duration? {
        var rest = text
        var groups: [Int] = []
        while let (value, _) = number(&rest) {
            groups.append(value)
            guard groups.count < 4, rest.first == UInt8(ascii: ":") else { break }
            rest = rest.dropFirst()
        }
        var fraction = Duration.zero
        if groups.count == 4 {
            fraction = .milliseconds(groups.removeLast())
        } else if let separator = rest.first, separator == UInt8(ascii: ",") || separator == UInt8(ascii: ".")
        {
            var digits = rest.dropFirst().drop(while: \.isBlank)
            if let (value, count) = number(&digits) {
                fraction = .nanoseconds(value) * power(9 - count)
                rest = digits
            }
        }
        guard (2...3).contains(groups.count) else { return nil }
        let seconds = groups.reduce(0) { $0 * 60 + $1 }
        guard seconds < 1_000_000_000 else { return nil }
        text = rest
        return .seconds(seconds) + fraction
    }

    /// Parses a time that may be negative, as in shifted files: such a cue starts at zero.
    static func signed(_ text: inout ArraySlice<UInt8>) -> Duration? {
        guard text.first == UInt8(ascii: "-") else { return clock(&text) }
        var rest = text.dropFirst()
        guard clock(&rest) != nil else { return nil }
        text = rest
        return .zero
    }

    /// Parses up to nine digits, and skips further ones.
    private static func number(_ text: inout ArraySlice<UInt8>) -> (value: Int, count: Int)? {
        let digits = text.prefix { $0.digit != nil }
        guard !digits.isEmpty else { return nil }
        text = text.dropFirst(digits.count)
        let value = digits.prefix(9).reduce(0) { $0 * 10 + ($1.digit ?? 0) }
        return (value, Swift.min(digits.count, 9))
    }

    private static func power(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { power, _ in power * 10 } }
}
