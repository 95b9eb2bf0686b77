/// The lines of a text with line ends LF, CR LF or CR. Each byte is read once.
package struct TextLines: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package mutating func next() -> ArraySlice<UInt8>? {
        guard position < bytes.count else { return nil }
        var end = position
        while end < bytes.count, bytes[end] != .lineFeed, bytes[end] != .carriageReturn { end += 1 }
        defer {
            let isPair =
                end + 1 < bytes.count && bytes[end] == .carriageReturn && bytes[end + 1] == .lineFeed
            position = end + (isPair ? 2 : 1)
        }
        return bytes[position..<end]
    }
}

extension UInt8 {
    static let tab = UInt8(ascii: "\t")
    package static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    package static let space = UInt8(ascii: " ")

    package var isBlank: Bool { self == .space || self == .tab }
}

extension ArraySlice<UInt8> {
    /// The bytes without spaces at either end, and without a byte order mark from joined files.
    package var trimmed: ArraySlice<UInt8> {
        var rest = self
        while rest.starts(with: TextEncoding.mark) { rest = rest.dropFirst(TextEncoding.mark.count) }
        while let first = rest.first, first.isBlank { rest = rest.dropFirst() }
        while let last = rest.last, last.isBlank { rest = rest.dropLast() }
        return rest
    }

    /// Whether the line begins with a word, case-insensitively.
    func begins(with word: StaticString) -> Bool {
        let text = word.description.utf8
        guard count >= text.count else { return false }
        return zip(self, text).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }
}
