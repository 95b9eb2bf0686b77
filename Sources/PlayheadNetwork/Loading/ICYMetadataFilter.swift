/// Where in the sound of an ICY stream its titles are: one after so many bytes (`icy-metaint`), each as long as the byte before it says.
package struct ICYMetadataFilter: Sendable {
    /// How many bytes of sound lie between two titles.
    let interval: Int
    /// How many bytes are left of what is being passed, sound or title.
    private(set) var rest: Int
    /// Whether that is a title.
    private(set) var isInTitle = false

    /// At the beginning of a response; the interval is more than zero.
    package init(_ interval: Int) { (self.interval, rest) = (interval, interval) }

    /// How many bytes of a response that begins anew are left out, so that its next title comes where it is looked for.
    package var untilInStep: Int { isInTitle ? 0 : interval - rest }

    /// How many bytes of a title have not come; nil where none has begun.
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
