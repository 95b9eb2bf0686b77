/// A small, tolerant pull parser of XML 1.0 for subtitles and manifests.
///
/// Namespace prefixes are removed. Declarations of a document type are ignored, so their entities are
/// unknown, and no document expands during parsing.
struct XMLReader {
    enum Event: Equatable {
        /// An empty element ("<br/>") is followed by its end.
        case start(name: String, attributes: [String: String])
        case end(name: String)
        /// Several text events may follow one another.
        case text(String)
    }

    private let bytes: [UInt8]
    private var index = 0
    private var pendingEnd: String?

    /// - Parameter bytes: the document in UTF-8.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next event; nil at the end of the document.
    mutating func next() throws(DemuxerError) -> Event? {
        if let name = pendingEnd {
            pendingEnd = nil
            return .end(name: name)
        }
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "<") else { return .text(text()) }
            if follows("<!--") {
                try skip(past: "-->", from: 4)
            } else if follows("<![CDATA[") {
                let start = index + 9
                try skip(past: "]]>", from: 9)
                return .text(String(decoding: bytes[start..<index - 3], as: UTF8.self))
            } else if follows("<?") {
                try skip(past: "?>", from: 2)
            } else if follows("<!") {
                try skipDeclaration()
            } else if follows("</") {
                let start = index + 2
                try skip(past: ">", from: 2)
                return .end(name: localName(start..<index - 1))
            } else if index + 1 < bytes.count, Self.isNameStart(bytes[index + 1]) {
                return try tag()
            } else {
                index += 1
                return .text("<")
            }
        }
        return nil
    }

    private func follows(_ text: String) -> Bool {
        guard bytes.count - index >= text.utf8.count else { return false }
        return bytes[index...].starts(with: text.utf8)
    }

    private mutating func skip(past text: String, from offset: Int) throws(DemuxerError) {
        let wanted = Array(text.utf8)
        var place = index + offset
        while let found = bytes[min(place, bytes.count)...].firstIndex(of: wanted[0]) {
            if bytes[found...].starts(with: wanted) {
                index = found + wanted.count
                return
            }
            place = found + 1
        }
        throw .malformed("The XML document ends within markup.")
    }

    /// Skips a document type with its declarations in brackets.
    private mutating func skipDeclaration() throws(DemuxerError) {
        var isInBrackets = false
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "[") { isInBrackets = true }
            if byte == UInt8(ascii: "]") { isInBrackets = false }
            if byte == UInt8(ascii: ">"), !isInBrackets { return }
        }
        throw .malformed("The XML document ends within markup.")
    }

    private mutating func text() -> String {
        let end = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        defer { index = end }
        return Self.decoded(bytes[index..<end])
    }

    private mutating func tag() throws(DemuxerError) -> Event {
        index += 1
        let name = self.name()
        var attributes: [String: String] = [:]
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: ">") {
                index += 1
                return .start(name: name, attributes: attributes)
            } else if byte == UInt8(ascii: "/"), index + 1 < bytes.count,
                bytes[index + 1] == UInt8(ascii: ">")
            {
                index += 2
                pendingEnd = name
                return .start(name: name, attributes: attributes)
            } else if Self.isNameStart(byte) {
                let name = self.name()
                guard let value = try attributeValue() else { continue }
                guard attributes.count < 256 else { throw .tooLarge("An XML element has many attributes.") }
                attributes[name] = value
            } else {
                index += 1
            }
        }
        throw .malformed("The XML document ends within markup.")
    }

    private mutating func attributeValue() throws(DemuxerError) -> String? {
        skipSpace()
        guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return nil }
        index += 1
        skipSpace()
        guard index < bytes.count, let quote = bytes[index...].first,
            quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        else { return nil }
        guard let end = bytes[(index + 1)...].firstIndex(of: quote) else {
            throw .malformed("The XML document ends within markup.")
        }
        defer { index = end + 1 }
        return Self.decoded(bytes[(index + 1)..<end])
    }

    private mutating func skipSpace() {
        while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
    }

    private mutating func name() -> String {
        let start = index
        while index < bytes.count, Self.isNamePart(bytes[index]) { index += 1 }
        return localName(start..<index)
    }

    private func localName(_ range: Range<Int>) -> String {
        let name = bytes[range].prefix { !Self.isSpace($0) }
        let start = name.lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? name.startIndex
        return String(decoding: name[start...], as: UTF8.self)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private static func isNameStart(_ byte: UInt8) -> Bool {
        (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte == 0x5F || byte == 0x3A || byte >= 0x80
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        isNameStart(byte) || byte >= 0x30 && byte <= 0x39 || byte == 0x2D || byte == 0x2E
    }

    /// The text with character references resolved (XML 1.0, section 4.1) and line ends as line feeds.
    /// Unknown references stay unchanged.
    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(where: { $0 == UInt8(ascii: "&") || $0 == 0x0D }) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var result: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "&"), let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let scalar = scalar(String(decoding: rest[..<end], as: UTF8.self))
            {
                result += String(Character(scalar)).utf8
                rest = rest[(end + 1)...]
            } else if byte == 0x0D {
                if rest.first != 0x0A { result.append(0x0A) }
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        case "nbsp": "\u{A0}"
        default:
            if name.hasPrefix("#x") {
                UInt32(name.dropFirst(2), radix: 16).flatMap { Unicode.Scalar($0) }
            } else if name.hasPrefix("#") {
                UInt32(name.dropFirst()).flatMap { Unicode.Scalar($0) }
            } else {
                nil
            }
        }
    }
}
