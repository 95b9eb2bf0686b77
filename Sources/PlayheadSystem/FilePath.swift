/// A path as the system has it: bytes, which need not be UTF-8. Older systems, archives and cameras leave such names.
package struct FilePath: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let bytes: [UInt8]

    package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
    package init(_ text: some StringProtocol) { bytes = Array(text.utf8) }
    package init(stringLiteral text: String) { self.init(text) }

    /// The path as text, nil where it is none.
    package var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The path as people read it; bytes that are no UTF-8 stand as `\xE9`, so that two paths never look the same.
    package var description: String {
        if let text { return text }
        var shown = ""
        var rest = bytes[...]
        while let first = rest.first {
            let length = (1...4).first { String(validating: rest.prefix($0), as: UTF8.self) != nil }
            if let length {
                shown += String(decoding: rest.prefix(length), as: UTF8.self)
            } else {
                shown += "\\x" + String(first, radix: 16, uppercase: true)
            }
            rest = rest.dropFirst(length ?? 1)
        }
        return shown
    }

    package var isAbsolute: Bool { bytes.first == Self.slash }

    /// What is before the name, with the slash behind it; empty where there is none.
    package var folder: FilePath {
        FilePath(bytes: bytes[..<(bytes.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0)])
    }

    /// What follows the last slash.
    package var name: FilePath { FilePath(bytes: bytes.dropFirst(folder.bytes.count)) }

    /// The path with a slash at its end.
    package var asFolder: FilePath { bytes.last == Self.slash ? self : self + "/" }

    package static func + (first: FilePath, second: FilePath) -> FilePath {
        FilePath(bytes: first.bytes + second.bytes)
    }

    private static let slash = UInt8(ascii: "/")

    /// Lends it to a function of C, which reads up to the first zero.
    func withCharacters<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe body(bytes.map { CChar(bitPattern: $0) } + [0])
    }
}
