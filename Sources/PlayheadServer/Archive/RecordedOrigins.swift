/// The origins of the recorded addresses. In texts that name other resources, they are removed, so that the
/// addresses lead to the server of the text.
struct RecordedOrigins: Sendable {
    /// `http://` and `https://` with each recorded authority, longest first.
    private let origins: [String]

    init(_ addresses: [String]) {
        let authorities = Set(addresses.compactMap(Self.authority))
        origins = authorities.flatMap { ["http://" + $0, "https://" + $0] }
            .sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
    }

    /// The text with the addresses of recorded hosts as paths.
    func removed(from text: String) -> String {
        var result = ""
        var rest = Substring(text)
        while let scheme = rest.firstRange(of: "http") {
            result += rest[..<scheme.lowerBound]
            rest = rest[scheme.lowerBound...]
            let origin = origins.first { rest.hasPrefix($0) && Self.ends(rest.dropFirst($0.count)) }
            if let origin {
                rest = rest.dropFirst(origin.count)
                if rest.first != "/" { result += "/" }
            } else {
                result += rest.prefix(4)
                rest = rest.dropFirst(4)
            }
        }
        return result + rest
    }

    /// Whether an authority ends before this text.
    private static func ends(_ text: Substring) -> Bool {
        guard let next = text.first else { return true }
        return "/?#\"'<>,;) ".contains(next) || next.isNewline
    }

    private static func authority(_ address: String) -> String? {
        guard let scheme = address.firstRange(of: "://") else { return nil }
        let rest = address[scheme.upperBound...].prefix { !"/?#".contains($0) }
        return rest.isEmpty ? nil : String(rest)
    }
}
