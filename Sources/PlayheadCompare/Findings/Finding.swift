/// A difference between the two sides.
package struct Finding: Sendable, Codable, Hashable {
    package enum Kind: String, Sendable, Codable, CaseIterable {
        // Exact comparison.
        case events, ledger, frames, samples, end
        // Perceptual comparison.
        case missing, extra, shape
        case black, frozen, blurred, darker, brighter, different
        case silent, offset, level, sound
    }

    package var kind: Kind
    /// The side with the fault; nil if the difference has no side.
    package var side: String?
    /// The start in seconds: the media time of A; for `events` the time on the virtual clock.
    package var start: Double?
    /// The end in seconds; nil if the difference is at one time, or lasts to the end.
    package var end: Double?
    /// The worst value: SSIM for pictures, milliseconds for `offset`, dB for `level`, correlation for
    /// `sound`, seconds for `end`.
    package var value: Double?
    /// One line for people.
    package var text: String
    /// More lines, with `-` before those of A and `+` before those of B.
    package var detail: String?

    package init(
        _ kind: Kind, side: String? = nil, start: Double? = nil, end: Double? = nil, value: Double? = nil,
        text: String, detail: String? = nil
    ) {
        self.kind = kind
        self.side = side
        self.start = start.map(Self.rounded)
        self.end = end.map(Self.rounded)
        self.value = value.map(Self.rounded)
        self.text = text
        self.detail = detail
    }

    private static func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }

    /// A range in words; nil lasts to the end.
    static func words(_ start: Double, _ end: Double?) -> String {
        "from \(MediaTime(seconds: start))" + (end.map { " to \(MediaTime(seconds: $0))" } ?? "")
    }
}
