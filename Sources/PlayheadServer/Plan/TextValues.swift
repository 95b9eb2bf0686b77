/// A duration in a document: `250 ms`, `2 s`, `1.5 min`.
package struct Span: TextValue {
    package static let form = "a time such as 250 ms, 2 s or 1.5 min"

    package var duration: Duration

    package init(_ duration: Duration) { self.duration = duration }

    package init?(text: String) {
        guard let quantity = Quantity(text), let unit = Self.units[String(quantity.unit)],
            quantity.number * unit < 1e9
        else { return nil }
        duration = .microseconds(Int64((quantity.number * unit * 1e6).rounded()))
    }

    package var text: String {
        let milliseconds = duration / .milliseconds(1)
        let isWhole = duration > .zero && (milliseconds / 1000).rounded() * 1000 == milliseconds
        return isWhole ? (milliseconds / 1000).plain + " s" : milliseconds.plain + " ms"
    }

    private static let units: [String: Double] = ["ms": 0.001, "s": 1, "min": 60, "h": 3600]
}

extension ByteAmount: TextValue {
    static let form = "a number of bytes such as 4096 or 10 kB, or a share such as 50%"

    init?(text: String) {
        guard let quantity = Quantity(text) else { return nil }
        if quantity.unit == "%" {
            self = .share(quantity.number / 100)
        } else if let unit = ByteRate.units[String(quantity.unit)], quantity.number * unit < 1e15 {
            self = .bytes(Int(quantity.number * unit))
        } else {
            return nil
        }
    }

    var text: String {
        switch self {
        case .bytes(let count): String(count)
        case .share(let share): (share * 100).plain + "%"
        }
    }
}

extension ByteRate.Step: TextValue {
    static let form = "a rate such as 200 kB/s, or 1 MB/s for 2 s"

    init?(text: String) {
        let parts = text.split(separator: " for ", maxSplits: 1)
        guard let rate = parts.first.flatMap({ Quantity($0) }), rate.unit.hasSuffix("/s"),
            let unit = ByteRate.units[String(rate.unit.dropLast(2))], rate.number * unit < 1e15
        else { return nil }
        bytesPerSecond = Int(rate.number * unit)
        if parts.count == 2 {
            guard let span = Span(text: String(parts[1])) else { return nil }
            duration = span.duration
        }
    }

    var text: String {
        "\(bytesPerSecond) B/s" + (duration.map { " for \(Span($0).text)" } ?? "")
    }
}

extension ByteRate: Codable {
    fileprivate static let units: [String: Double] = [
        "": 1, "B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1024, "MiB": 1_048_576,
        "kbit": 125, "Mbit": 125_000,
    ]

    /// Decodes a rate or a list of rates.
    public init(from decoder: any Decoder) throws {
        steps = try decoder.oneOrMany().map { (step: TextCoded<Step>) in step.value }
        guard steps.dropLast().allSatisfy({ $0.duration != nil }), !steps.isEmpty else {
            throw decoder.mistake("each rate but the last needs a time, as in `1 MB/s for 2 s`")
        }
    }

    /// Writes a rate or a list of rates.
    public func encode(to encoder: any Encoder) throws {
        try steps.map { TextCoded($0) }.encodeOneOrMany(to: encoder)
    }
}

extension RequestNumbers: Codable {
    private struct Part: TextValue {
        static let form = "numbers of requests such as 2, 5-7 or 10-"

        var range: ClosedRange<Int>

        init(_ range: ClosedRange<Int>) { self.range = range }

        init?(text: String) {
            let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = Int(parts[0]), first >= 1 else { return nil }
            let last = parts.count == 1 ? first : parts[1].isEmpty ? .max : Int(parts[1]) ?? 0
            guard last >= first else { return nil }
            range = first...last
        }

        var text: String {
            if range.count == 1 { return String(range.lowerBound) }
            return "\(range.lowerBound)-" + (range.upperBound == .max ? "" : String(range.upperBound))
        }
    }

    /// Decodes request numbers or a list of them.
    public init(from decoder: any Decoder) throws {
        let parts: [TextCoded<Part>] = try decoder.oneOrMany()
        self.init(parts.map(\.value.range))
    }

    /// Writes request numbers or a list of them.
    public func encode(to encoder: any Encoder) throws {
        try ranges.map { TextCoded(Part($0)) }.encodeOneOrMany(to: encoder)
    }
}

extension PathPattern: Codable {
    /// Decodes a pattern.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        if text.isEmpty { throw decoder.mistake("the path is empty; ** is every path") }
        self.init(text)
    }

    /// Writes the text of the pattern.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
