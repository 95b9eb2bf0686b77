internal import PlayheadSystem

/// Names, attributes and entities of XML.
package enum XMLText {
    package static func isSpace(_ byte: UInt8) -> Bool {
        byte.isBlank || byte == .lineFeed || byte == .carriageReturn
    }

    /// A name without its namespace prefix.
    package static func name(_ bytes: ArraySlice<UInt8>) -> String {
        let colon = bytes.lastIndex(of: UInt8(ascii: ":"))
        return String(decoding: bytes[(colon.map { $0 + 1 } ?? bytes.startIndex)...], as: UTF8.self)
    }

    /// A text with its entities resolved: the five predefined ones and numeric ones. Any other `&` is
    /// literal.
    static func resolved(
        _ bytes: ArraySlice<UInt8>, _ fault: (String) -> XMLReader.Fault
    ) throws(XMLReader.Fault) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        var rest = bytes
        while let and = rest.firstIndex(of: UInt8(ascii: "&")) {
            result += rest[..<and]
            rest = rest[and...]
            let name = rest.dropFirst().prefix(12).prefix {
                $0 == UInt8(ascii: "#") || $0.isLetter || $0.digit != nil
            }
            guard !name.isEmpty, name.endIndex < rest.endIndex, rest[name.endIndex] == UInt8(ascii: ";")
            else {
                result.append(rest.removeFirst())
                continue
            }
            let word = String(decoding: name, as: UTF8.self)
            guard let meant = meaning(of: word) else { throw fault("there is no entity “\(word)” here") }
            result += Array(String(meant).utf8)
            rest = rest[(name.endIndex + 1)...]
        }
        result += rest
        return String(decoding: result, as: UTF8.self)
    }

    private static func meaning(of entity: String) -> Unicode.Scalar? {
        switch entity {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        case _ where entity.hasPrefix("#x"): scalar(UInt32(entity.dropFirst(2), radix: 16))
        case _ where entity.hasPrefix("#"): scalar(UInt32(entity.dropFirst()))
        default: nil
        }
    }

    private static func scalar(_ number: UInt32?) -> Unicode.Scalar? {
        number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    }

    /// The attributes of a tag by their qualified names.
    static func attributes(
        _ bytes: ArraySlice<UInt8>, _ fault: (String) -> XMLReader.Fault
    ) throws(XMLReader.Fault) -> [String: String] {
        var attributes: [String: String] = [:]
        var rest = bytes.drop(while: isSpace)
        while !rest.isEmpty {
            let name = rest.prefix { !isSpace($0) && $0 != UInt8(ascii: "=") }
            rest = rest[name.endIndex...].drop(while: isSpace)
            guard !name.isEmpty, rest.first == UInt8(ascii: "=") else {
                throw fault("an attribute has no value")
            }
            rest = rest.dropFirst().drop(while: isSpace)
            guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                let end = rest.dropFirst().firstIndex(of: quote)
            else { throw fault("an attribute has no value in quotes") }
            attributes[String(decoding: name, as: UTF8.self)] = try resolved(
                rest[(rest.startIndex + 1)..<end], fault)
            rest = rest[(end + 1)...].drop(while: isSpace)
        }
        return attributes
    }
}
