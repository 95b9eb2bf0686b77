internal import AdaptiveStreaming

/// Parses the end of a certificate.
enum CertificateDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The time since 1970 of `Dec  1 12:00:00 2026 GMT`, or of `2026-12-01 12:00:00 GMT` as later versions of
    /// libcurl write it; nil for other texts.
    static func read(_ text: String) -> Duration? {
        let parts = text.split(separator: " ").map(String.init)
        func padded(_ text: String) -> String { text.utf8.count < 2 ? "0" + text : text }
        if parts.count >= 4, let month = months.firstIndex(of: parts[0]) {
            return HLSDate.read("\(parts[3])-\(padded(String(month + 1)))-\(padded(parts[1]))T\(parts[2])Z")
        }
        return parts.count >= 2 ? HLSDate.read("\(parts[0])T\(parts[1])Z") : nil
    }
}
