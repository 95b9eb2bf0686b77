internal import PlayheadCore

/// An element of XML with what is in it.
struct XMLTree: Sendable, Equatable {
    /// Without the prefix of its namespace.
    var name: String
    var attributes: [String: String] = [:]
    var children: [XMLTree] = []
    var text = ""

    /// Reads a whole document, of so many elements at most; nil where there is no element, or there are more.
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

    subscript(name: String) -> XMLTree? { children.first { $0.name == name } }
    func all(_ name: String) -> [XMLTree] { children.filter { $0.name == name } }

    /// A number that can be reckoned with; what is larger is none.
    func integer(_ name: String) -> Int? {
        attributes[name].flatMap { HLSNumber.integer($0) }.flatMap { $0 < 1 << 53 ? $0 : nil }
    }
    /// What stands in the element, without the spaces around it; nil where that is nothing.
    var content: String? {
        let content = text.drop(while: \.isWhitespace)
        guard let last = content.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(content[...last])
    }
}
