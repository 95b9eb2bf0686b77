internal import FoundationEssentials
internal import PlayheadCore
internal import Synchronization

/// The cookies of one load (RFC 6265): the initial ones, and those that servers set.
final class CookieJar: Sendable {
    private struct Entry {
        var cookie: NetworkCookie
        /// The expiry in seconds since 1970; nil means the end of the load.
        var expiry: Double?
    }

    private let entries: Mutex<[Entry]>

    /// Creates a jar. Cookies without a domain belong to `host`.
    init(_ cookies: [NetworkCookie], host: String) {
        entries = Mutex(
            cookies.map { cookie in
                var cookie = cookie
                cookie.domain = Self.domain(cookie.domain ?? host)
                return Entry(cookie: cookie, expiry: cookie.expires)
            })
    }

    /// The value of the `Cookie` field of a request; nil without cookies. Cookies with longer paths come
    /// first.
    func header(for address: HTTPURL) -> String? {
        let now = Date().timeIntervalSince1970
        let fitting = entries.withLock { entries in
            entries.removeAll { ($0.expiry ?? .infinity) <= now }
            return entries.map(\.cookie).filter { Self.fits($0, address) }
        }
        let pairs = fitting.enumerated().sorted {
            ($1.element.path.count, $0.offset) < ($0.element.path.count, $1.offset)
        }
        return pairs.isEmpty
            ? nil : pairs.map { "\($0.element.name)=\($0.element.value)" }.joined(separator: "; ")
    }

    /// Stores the cookie of a `Set-Cookie` field.
    func take(_ header: String, from address: HTTPURL) {
        let parts = header.split(separator: ";", omittingEmptySubsequences: false).map(Self.trimmed)
        guard let pair = parts.first, let equals = pair.firstIndex(of: "="), equals != pair.startIndex else {
            return
        }
        var cookie = NetworkCookie(
            name: Self.trimmed(pair[..<equals]), value: Self.trimmed(pair[pair.index(after: equals)...]),
            domain: address.host)
        cookie.path = Self.defaultPath(of: address.path)
        var (age, date): (Double?, Double?)
        for part in parts.dropFirst() {
            let words = part.split(separator: "=", maxSplits: 1)
            let value = words.count > 1 ? Self.trimmed(words[1]) : ""
            switch words.first.map({ Self.trimmed($0).lowercased() }) {
            case "domain" where !value.isEmpty:
                let domain = Self.domain(value)
                guard Self.isBelow(address.host, domain), domain.contains(".") || domain == address.host
                else { return }
                cookie.domain = domain
                cookie.includesSubdomains = true
            case "path" where value.hasPrefix("/"): cookie.path = value
            case "secure": cookie.isSecure = true
            case "max-age": age = Double(value)
            case "expires": date = HTTPDate.seconds(value)
            default: break
            }
        }
        if cookie.isSecure, !address.isSecure { return }
        let expiry = age.map { Date().timeIntervalSince1970 + $0 } ?? date
        entries.withLock { [cookie] entries in
            entries.removeAll {
                ($0.cookie.name, $0.cookie.domain, $0.cookie.path) == (
                    cookie.name, cookie.domain, cookie.path
                )
            }
            entries.append(Entry(cookie: cookie, expiry: expiry))
            if entries.count > Self.most { entries.removeFirst() }
        }
    }

    private static let most = 300

    private static func fits(_ cookie: NetworkCookie, _ address: HTTPURL) -> Bool {
        let domain = cookie.domain ?? ""
        let isOfHost = cookie.includesSubdomains ? isBelow(address.host, domain) : address.host == domain
        guard isOfHost, !cookie.isSecure || address.isSecure else { return false }
        guard address.path.hasPrefix(cookie.path) else { return false }
        return cookie.path.hasSuffix("/") || address.path.count == cookie.path.count
            || address.path.dropFirst(cookie.path.count).hasPrefix("/")
    }

    private static func isBelow(_ host: String, _ domain: String) -> Bool {
        host == domain || (host.hasSuffix("." + domain) && !host.allSatisfy { $0.isNumber || $0 == "." })
    }

    private static func domain(_ text: String) -> String {
        String(text.lowercased().trimmingPrefix(".")).trimmingBrackets
    }

    private static func defaultPath(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " || $0 == "\t" }
        return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}

/// Parses dates of header fields, such as `Wed, 21 Oct 2015 07:28:00 GMT`.
enum HTTPDate {
    /// The date in seconds since 1970.
    static func seconds(_ text: String) -> Double? {
        let words = text.split { " ,-:".contains($0) }
        guard words.count >= 7, let day = Int(words[1]), let year = Int(words[3]), let hour = Int(words[4]),
            let minute = Int(words[5]), let second = Int(words[6])
        else { return nil }
        guard (1...31).contains(day), (0...9999).contains(year), (0...24).contains(hour),
            (0...60).contains(minute), (0...60).contains(second)
        else { return nil }
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        guard let month = months.firstIndex(of: words[2].lowercased()) else { return nil }
        let full = year < 70 ? year + 2000 : year < 100 ? year + 1900 : year
        // Days since 1970 in the Gregorian calendar, with March as the first month.
        let (shifted, place) = month < 2 ? (full - 1, month + 10) : (full, month - 2)
        let days =
            365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (153 * place + 2) / 5 + day
            - 719_469
        return Double(((days * 24 + hour) * 60 + minute) * 60 + second)
    }
}
