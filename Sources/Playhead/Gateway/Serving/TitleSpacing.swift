internal import NIOCore
internal import NIOHTTP1

/// Where in the sound of a station its titles are: one after so many bytes (`icy-metaint`), each as long as the byte before it says.
struct TitleSpacing: Sendable {
    /// How many bytes of sound lie between two titles.
    let interval: Int
    /// How many bytes are left of what is being passed, sound or title.
    private(set) var rest: Int
    /// Whether that is a title.
    private(set) var isInTitle = false

    /// At the beginning of an answer; nil where there are no titles in it.
    init?(_ headers: HTTPHeaders) {
        guard let interval = headers.first(name: "icy-metaint").flatMap({ Int($0) }), interval > 0 else {
            return nil
        }
        self.interval = interval
        rest = interval
    }

    /// How many bytes of an answer that begins anew are left out, so that its next title comes where the client looks for it.
    var untilInStep: Int { isInTitle ? 0 : interval - rest }

    mutating func pass(_ bytes: ByteBufferView) {
        var bytes = bytes[...]
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
