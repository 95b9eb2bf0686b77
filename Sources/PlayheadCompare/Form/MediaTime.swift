internal import PlayheadCore

/// A media time as people write it: `0:12.48`, `1:02:03`.
package struct MediaTime: Sendable, CustomStringConvertible {
    private let milliseconds: Int64

    package init(_ time: Duration) { self.init(nanoseconds: time.inNanoseconds) }
    package init(seconds: Double) { self.init(nanoseconds: Int64((seconds * 1e9).rounded())) }
    package init(nanoseconds: Int64) {
        milliseconds = (nanoseconds + (nanoseconds < 0 ? -500_000 : 500_000)) / 1_000_000
    }

    package var description: String {
        let (seconds, rest) = milliseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
        let (minutes, second) = seconds.quotientAndRemainder(dividingBy: 60)
        let (hours, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        var text = (milliseconds < 0 ? "-" : "") + (hours > 0 ? "\(hours):\(Self.two(minute))" : "\(minute)")
        text += ":" + Self.two(second)
        guard rest > 0 else { return text }
        var digits = Substring(String(rest + 1000).dropFirst())
        while digits.last == "0" { digits.removeLast() }
        return text + "." + digits
    }

    private static func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
