/// Converts ISO 8601 dates.
package enum HLSDate {
    /// The time since 1970-01-01T00:00:00Z, to the microsecond; nil when it is invalid or earlier. The
    /// default time zone is UTC.
    package static func read(_ text: String) -> Duration? {
        var rest = text[...]
        guard let year = number(&rest, digits: 4), year >= 1970, skip("-", &rest),
            let month = number(&rest, digits: 2), (1...12).contains(month), skip("-", &rest),
            let day = number(&rest, digits: 2), (1...31).contains(day),
            skip("T", &rest) || skip("t", &rest) || skip(" ", &rest),
            let hour = number(&rest, digits: 2), hour <= 24, skip(":", &rest),
            let minute = number(&rest, digits: 2), minute < 60, skip(":", &rest),
            let second = number(&rest, digits: 2), second <= 60
        else { return nil }
        var fraction = 0
        if skip(".", &rest) || skip(",", &rest) {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            fraction = HLSNumber.microseconds(digits)
            rest = rest[digits.endIndex...]
        }
        guard let zone = zone(&rest), rest.isEmpty else { return nil }
        let seconds = days(year, month, day) * 86_400 + (hour * 60 + minute - zone) * 60 + second
        return seconds < 0 ? nil : .seconds(seconds) + .microseconds(fraction)
    }

    /// Formats a time since 1970 as a date in UTC.
    static func text(_ date: Duration) -> String {
        let (seconds, attoseconds) = date.components
        let (days, rest) = Int(seconds).quotientAndRemainder(dividingBy: 86_400)
        let (year, month, day) = civil(days)
        let time = [rest / 3600, rest / 60 % 60, rest % 60].map { padded($0, 2) }.joined(separator: ":")
        let micro = Int(attoseconds / 1_000_000_000_000)
        let fraction =
            micro == 0 ? "" : "." + (micro % 1000 == 0 ? padded(micro / 1000, 3) : padded(micro, 6))
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(time)\(fraction)Z"
    }

    /// The offset of local time from UTC in minutes.
    private static func zone(_ rest: inout Substring) -> Int? {
        if rest.isEmpty || skip("Z", &rest) || skip("z", &rest) { return 0 }
        let isBehind = skip("-", &rest)
        guard isBehind || skip("+", &rest), let hours = number(&rest, digits: 2), hours <= 24 else {
            return nil
        }
        _ = skip(":", &rest)
        let minutes = rest.isEmpty ? 0 : number(&rest, digits: 2)
        return minutes.map { (hours * 60 + $0) * (isBehind ? -1 : 1) }
    }

    private static func number(_ rest: inout Substring, digits: Int) -> Int? {
        let head = rest.prefix(digits)
        guard head.utf8.count == digits, let value = HLSNumber.integer(head) else { return nil }
        rest = rest[head.endIndex...]
        return value
    }

    private static func skip(_ character: Character, _ rest: inout Substring) -> Bool {
        guard rest.first == character else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func padded(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }

    /// The days since 1970-01-01 in the Gregorian calendar. The year begins in March, so that the leap day is
    /// the last day.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }

    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * dayOfYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * part + 2) / 5 + 1)
    }
}
