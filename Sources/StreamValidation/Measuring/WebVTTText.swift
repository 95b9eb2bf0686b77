/// The facts of a WebVTT segment that rules examine.
package struct WebVTTText: Sendable, Equatable {
    package var hasHeader: Bool
    package var hasTimestampMap: Bool
    /// Cue times in seconds, as they are written.
    package var cues: [(start: Double, end: Double)]
    /// Cue timing lines that are not valid.
    package var badTimes: [String]
    /// The difference in seconds between the MPEG-TS time and the local time of `X-TIMESTAMP-MAP`.
    package var offset: Double

    package static func == (left: Self, right: Self) -> Bool {
        left.hasHeader == right.hasHeader && left.cues.elementsEqual(right.cues, by: ==)
    }

    init(_ text: String) {
        (hasTimestampMap, cues, badTimes, offset) = (false, [], [], 0)
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        let first = lines.first?.drop { $0 == "\u{FEFF}" } ?? ""
        hasHeader = first == "WEBVTT" || first.hasPrefix("WEBVTT ") || first.hasPrefix("WEBVTT\t")
        for line in lines {
            if line.hasPrefix("X-TIMESTAMP-MAP=") {
                hasTimestampMap = true
                readMap(line.dropFirst(16))
            } else if let arrow = line.firstRange(of: "-->") {
                let end = line[arrow.upperBound...].drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
                let start = line[..<arrow.lowerBound].filter { !$0.isWhitespace }
                if let start = Self.time(start[...]), let end = Self.time(end), start <= end {
                    cues.append((start, end))
                } else {
                    badTimes.append(String(line))
                }
            }
        }
    }

    private mutating func readMap(_ map: Substring) {
        var (local, transport) = (0.0, 0.0)
        for part in map.split(separator: ",") {
            if part.hasPrefix("LOCAL:") { local = Self.time(part.dropFirst(6)) ?? 0 }
            if part.hasPrefix("MPEGTS:") { transport = (Double(part.dropFirst(7)) ?? 0) / 90_000 }
        }
        offset = transport - local
    }

    /// Parses `01:02:03.456` or `02:03.456`.
    private static func time(_ text: Substring) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let last = parts.last, last.utf8.count == 6,
            let seconds = Double(last), seconds < 60
        else { return nil }
        var result = seconds
        for (index, part) in parts.dropLast().reversed().enumerated() {
            guard part.utf8.count >= 2, let number = Int(part), index == 1 || number < 60 else { return nil }
            result += Double(number) * (index == 0 ? 60 : 3600)
        }
        return result
    }
}
