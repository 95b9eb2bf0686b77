import FoundationEssentials

extension Date {
    /// The date in the format of HTTP (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
    var inHTTP: String {
        let parts = Self.calendar.dateComponents(
            [.weekday, .day, .month, .year, .hour, .minute, .second], from: self)
        func two(_ number: Int?) -> String { (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)" }
        let date = "\(two(parts.day)) \(Self.months[(parts.month ?? 1) - 1]) \(parts.year ?? 0)"
        let time = "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))"
        return "\(Self.weekdays[(parts.weekday ?? 1) - 1]), \(date) \(time) GMT"
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
