/// Tracks the position of the metadata blocks in an ICY stream.
///
/// A metadata block follows every `icy-metaint` bytes of audio data. Its first byte gives its length in units
/// of 16 bytes.
package struct ICYMetadataFilter: Sendable {
    /// The number of bytes of audio data between two metadata blocks.
    let interval: Int
    /// The number of bytes left in the current audio data or metadata block.
    private(set) var rest: Int
    /// Whether the current position is in a metadata block.
    private(set) var isInTitle = false

    /// Begins at the start of a response. The interval is greater than zero.
    package init(_ interval: Int) { (self.interval, rest) = (interval, interval) }

    /// The number of bytes to skip in a new response, so that its next metadata block comes at the expected
    /// position.
    package var untilInStep: Int { isInTitle ? 0 : interval - rest }

    /// The number of missing bytes of the current metadata block; nil outside of one.
    package var restOfTitle: Int? { isInTitle ? rest : nil }

    package mutating func pass(_ bytes: ArraySlice<UInt8>) {
        var bytes = bytes
        while let first = bytes.first {
            if rest == 0, !isInTitle {
                (rest, isInTitle) = (16 * Int(first), true)
                bytes = bytes.dropFirst()
            } else {
                let count = min(rest, bytes.count)
                rest -= count
                bytes = bytes.dropFirst(count)
            }
            if rest == 0, isInTitle { (rest, isInTitle) = (interval, false) }
        }
    }
}
