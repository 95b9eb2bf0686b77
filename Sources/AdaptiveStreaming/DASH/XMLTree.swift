internal import PlayheadCore

/// An XML element with its content.
package struct XMLTree: Sendable, Equatable {
    /// The name without the namespace prefix.
    package var name: String
    package var attributes: [String: String] = [:]
    package var children: [XMLTree] = []
    package var text = ""

    /// Parses a whole document; nil without an element, or with more than `limit` elements.
    static func read(_ bytes: [UInt8], limit: Int) throws(XMLReader.Fault) -> XMLTree? {
        var reader = XMLReader(bytes)
        var open: [XMLTree] = []
        var count = 0
        while let piece = try reader.next() {
            switch piece {
            case .start(let name, let attributes):
                count += 1
                guard count <= limit else { return nil }
                open.append(XMLTree(name: name, attributes: attributes))
            case .text(let text):
                if !open.isEmpty { open[open.count - 1].text += text }
            case .end:
                let element = open.removeLast()
                guard !open.isEmpty else { return element }
                open[open.count - 1].children.append(element)
            }
        }
        return nil
    }

    package subscript(name: String) -> XMLTree? { children.first { $0.name == name } }
    package func all(_ name: String) -> [XMLTree] { children.filter { $0.name == name } }

    /// The value of an integer attribute below 2^53; nil otherwise.
    package func integer(_ name: String) -> Int? {
        attributes[name].flatMap { HLSNumber.integer($0) }.flatMap { $0 < 1 << 53 ? $0 : nil }
    }
    /// The trimmed text of the element; nil when it is empty.
    package var content: String? {
        let content = text.drop(while: \.isWhitespace)
        guard let last = content.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(content[...last])
    }
}
