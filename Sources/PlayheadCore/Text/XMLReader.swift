/// A pull parser for the XML of playlists.
///
/// `XMLParser` of FoundationXML is the alternative. It loads all of Foundation and libxml2, which takes
/// longer than the start of this library. It also supports document type declarations and their entities,
/// which can expand without limit and read other files. Here they are errors.
package struct XMLReader {
    package enum Piece: Equatable {
        /// A start tag with its local name and attributes.
        case start(String, [String: String])
        case end(String)
        case text(String)
    }

    /// A parse error.
    package struct Fault: Error, Equatable {
        package var message: String
        package var line: Int
    }

    /// The maximum nesting depth of elements.
    private static let deepest = 64
    private let bytes: [UInt8]
    private var position = 0
    private var open: [String] = []
    private var endsAtOnce = false
    private(set) var line = 1

    package init(_ text: [UInt8]) { bytes = text }

    /// The next token; nil at the end.
    package mutating func next() throws(Fault) -> Piece? {
        if endsAtOnce {
            endsAtOnce = false
            return .end(open.removeLast())
        }
        while position < bytes.count {
            if bytes[position] != UInt8(ascii: "<") { return .text(try text()) }
            if starts("<!--") {
                _ = try skip(past: "-->")
            } else if starts("<![CDATA[") {
                let content = try skip(past: "]]>")
                return .text(String(decoding: content.dropFirst(9), as: UTF8.self))
            } else if starts("<?") {
                _ = try skip(past: "?>")
            } else if starts("<!") {
                throw fault("types of documents (DOCTYPE) are not read")
            } else {
                return try tag()
            }
        }
        if let last = open.last { throw fault("it ends within <\(last)>") }
        return nil
    }

    private func fault(_ message: String) -> Fault { Fault(message: message, line: line) }

    private func starts(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard position + length <= bytes.count else { return false }
        return bytes[position..<position + length].elementsEqual(word.description.utf8)
    }

    private mutating func advance(to end: Int) -> ArraySlice<UInt8> {
        let passed = bytes[position..<end]
        for byte in passed where byte == .lineFeed { line += 1 }
        position = end
        return passed
    }

    /// Skips to the end of a mark; returns the text before it.
    private mutating func skip(past mark: StaticString) throws(Fault) -> ArraySlice<UInt8> {
        let word = Array(mark.description.utf8)
        var end = position
        while end + word.count <= bytes.count {
            if bytes[end] == word[0], bytes[end..<end + word.count].elementsEqual(word) {
                let passed = advance(to: end)
                position += word.count
                return passed
            }
            end += 1
        }
        throw fault("there is no \(mark)")
    }

    private mutating func text() throws(Fault) -> String {
        var end = position
        while end < bytes.count, bytes[end] != UInt8(ascii: "<") { end += 1 }
        return try XMLText.resolved(advance(to: end)) { fault($0) }
    }

    private mutating func tag() throws(Fault) -> Piece {
        var end = position + 1
        var quote: UInt8?
        while end < bytes.count, quote != nil || bytes[end] != UInt8(ascii: ">") {
            if bytes[end] == quote {
                quote = nil
            } else if quote == nil, bytes[end] == UInt8(ascii: "\"") || bytes[end] == UInt8(ascii: "'") {
                quote = bytes[end]
            }
            end += 1
        }
        guard end < bytes.count else { throw fault("a tag has no end") }
        var inside = advance(to: end).dropFirst()
        position += 1
        if inside.first == UInt8(ascii: "/") {
            let name = XMLText.name(inside.dropFirst().filter { !XMLText.isSpace($0) }[...])
            guard open.last == name else { throw fault("</\(name.prefix(40))> has no beginning") }
            open.removeLast()
            return .end(name)
        }
        endsAtOnce = inside.last == UInt8(ascii: "/")
        if endsAtOnce { inside.removeLast() }
        let nameEnd = inside.firstIndex(where: XMLText.isSpace) ?? inside.endIndex
        let name = XMLText.name(inside[..<nameEnd])
        guard !name.isEmpty else { throw fault("a tag has no name") }
        guard open.count < Self.deepest else { throw fault("its elements stand too deep in each other") }
        open.append(name)
        return .start(name, try XMLText.attributes(inside[nameEnd...]) { fault($0) })
    }

    /// The declared encoding of the XML, unless it is UTF-8.
    static func declaredEncoding(of bytes: [UInt8]) -> String? {
        guard bytes.starts(with: "<?xml".utf8) else { return nil }
        var reader = XMLReader(Array(bytes.prefix(200)))
        guard let inside = try? reader.skip(past: "?>"),
            let attributes = try? XMLText.attributes(inside.dropFirst(5), { reader.fault($0) }),
            let encoding = attributes["encoding"],
            !["utf-8", "utf8", "utf-16"].contains(encoding.lowercased())
        else { return nil }
        return encoding
    }
}
