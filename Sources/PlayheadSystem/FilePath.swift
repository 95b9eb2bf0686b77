/// A file path as bytes, which need not be UTF-8. Older systems, archives and cameras create such names.
package struct FilePath: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let bytes: [UInt8]

    package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
    package init(_ text: some StringProtocol) { bytes = Array(text.utf8) }
    package init(stringLiteral text: String) { self.init(text) }

    /// The path as a string; nil when it is not UTF-8.
    package var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The path for display. Bytes that are not UTF-8 are escaped as `\xE9`, so that two paths never look the
    /// same.
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

    /// The path up to and including the last slash; empty without a slash.
    package var folder: FilePath {
        FilePath(bytes: bytes[..<(bytes.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0)])
    }

    /// The bytes after the last slash.
    package var name: FilePath { FilePath(bytes: bytes.dropFirst(folder.bytes.count)) }

    /// The path with a trailing slash.
    package var asFolder: FilePath { bytes.last == Self.slash ? self : self + "/" }

    package static func + (first: FilePath, second: FilePath) -> FilePath {
        FilePath(bytes: first.bytes + second.bytes)
    }

    private static let slash = UInt8(ascii: "/")

    /// Passes the path to a C function, which reads up to the first zero byte.
    func withCharacters<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe body(bytes.map { CChar(truncatingIfNeeded: $0) } + [0])
    }
}
