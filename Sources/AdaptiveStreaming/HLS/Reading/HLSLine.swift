internal import PlayheadCore

/// A meaningful line of a playlist: a known tag with its value, or a URI.
struct HLSLine: Sendable, Equatable {
    /// The line number from 1 on.
    var number: Int
    /// The tag; nil for a URI.
    var tag: HLSTag?
    /// The text after the tag's colon, or the URI.
    var text: String

    /// The lines of a playlist without empty lines, comments and unknown tags.
    static func all(of bytes: [UInt8], limits: HLSLimits) throws(HLSError) -> [HLSLine] {
        guard bytes.count <= limits.bytes else {
            throw HLSError(.tooLong, "It is longer than \(limits.bytes) bytes")
        }
        var result: [HLSLine] = []
        var number = 0
        var hasHeader = false
        for line in TextLines(bytes) {
            number += 1
            let line = line.trimmed
            if line.isEmpty { continue }
            guard hasHeader else {
                guard line.starts(with: header) else {
                    throw HLSError(.notPlaylist, "It does not begin with #EXTM3U", line: number)
                }
                hasHeader = true
                continue
            }
            if line.first == UInt8(ascii: "#") {
                let end = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
                let name = String(decoding: line[line.startIndex..<end].dropFirst(), as: UTF8.self)
                guard let tag = HLSTag(rawValue: name) else { continue }
                let value = end < line.endIndex ? line[(end + 1)...] : []
                result.append(HLSLine(number: number, tag: tag, text: text(value)))
            } else {
                result.append(HLSLine(number: number, tag: nil, text: text(line)))
            }
        }
        guard hasHeader else { throw HLSError(.notPlaylist, "It does not begin with #EXTM3U") }
        return result
    }

    private static let header = Array("#EXTM3U".utf8)

    /// The text without control characters, which belong to no title, URI or attribute.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let bytes = bytes.trimmed
        guard bytes.contains(where: { $0 < .space || $0 == 0x7F }) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        return String(decoding: bytes.filter { $0 >= .space && $0 != 0x7F }, as: UTF8.self)
    }
}
