internal import PlayheadSystem

extension RemoteValue {
    /// Parses one JSON text (RFC 8259); nil if it is malformed, or nested deeper than 100 levels.
    package init?(json text: some Collection<UInt8>) {
        var parser = JSONParser(bytes: Array(text))
        guard let value = parser.value(depth: 0), parser.isAtEnd else { return nil }
        self = value
    }
}

/// A parser of JSON, linear in the size of its input.
private struct JSONParser {
    let bytes: [UInt8]
    var place = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return place == bytes.count
        }
    }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipSpace() {
        while let next, next == 32 || (9...10).contains(next) || next == 13 { place += 1 }
    }

    /// Takes a character after white space; false if another one follows.
    private mutating func take(_ character: Character) -> Bool {
        skipSpace()
        guard next == character.asciiValue else { return false }
        place += 1
        return true
    }

    private mutating func take(word: String, _ value: RemoteValue) -> RemoteValue? {
        guard bytes[place...].starts(with: word.utf8) else { return nil }
        place += word.utf8.count
        return value
    }

    mutating func value(depth: Int) -> RemoteValue? {
        guard depth < 100 else { return nil }
        skipSpace()
        switch next.map({ Character(Unicode.Scalar($0)) }) {
        case "{": return object(depth: depth + 1)
        case "[": return list(depth: depth + 1)
        case "\"": return string().map(RemoteValue.string)
        case "t": return take(word: "true", .bool(true))
        case "f": return take(word: "false", .bool(false))
        case "n": return take(word: "null", .null)
        default: return number()
        }
    }

    private mutating func object(depth: Int) -> RemoteValue? {
        place += 1
        var fields: [String: RemoteValue] = [:]
        if take("}") { return .map(fields) }
        repeat {
            skipSpace()
            guard next == 34, let name = string(), take(":"), let value = value(depth: depth) else {
                return nil
            }
            fields[name] = value
        } while take(",")
        return take("}") ? .map(fields) : nil
    }

    private mutating func list(depth: Int) -> RemoteValue? {
        place += 1
        var values: [RemoteValue] = []
        if take("]") { return .list(values) }
        repeat {
            guard let value = value(depth: depth) else { return nil }
            values.append(value)
        } while take(",")
        return take("]") ? .list(values) : nil
    }

    private mutating func number() -> RemoteValue? {
        let rest = bytes[place...].prefix { $0.digit != nil || "+-.eE".utf8.contains($0) }
        let text = String(decoding: rest, as: UTF8.self)
        guard let first = rest.first, first.digit != nil || first == 45 else { return nil }
        place = rest.endIndex
        if let whole = Int(text) { return .int(whole) }
        return Double(text).flatMap { $0.isFinite ? .number($0) : nil }
    }

    /// Parses a string from its opening quotation mark.
    private mutating func string() -> String? {
        place += 1
        var text: [UInt8] = []
        while let byte = next {
            place += 1
            switch byte {
            case 34: return String(validating: text, as: UTF8.self)
            case 92: guard escape(into: &text) else { return nil }
            case 0..<32: return nil
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func escape(into text: inout [UInt8]) -> Bool {
        guard let byte = next else { return false }
        place += 1
        switch Character(Unicode.Scalar(byte)) {
        case "\"", "\\", "/": text.append(byte)
        case "b": text.append(8)
        case "f": text.append(12)
        case "n": text.append(10)
        case "r": text.append(13)
        case "t": text.append(9)
        case "u":
            guard let scalar = scalar() else { return false }
            text.append(contentsOf: String(scalar).utf8)
        default: return false
        }
        return true
    }

    /// Parses the digits of an escaped character, or of a surrogate pair.
    private mutating func scalar() -> Unicode.Scalar? {
        guard let first = unit() else { return nil }
        guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
        guard bytes[place...].starts(with: "\\u".utf8) else { return nil }
        place += 2
        guard let second = unit(), (0xDC00..<0xE000).contains(second) else { return nil }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private mutating func unit() -> UInt32? {
        guard place + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[place..<place + 4] {
            guard let digit = byte.hexDigit else { return nil }
            value = value << 4 + UInt32(digit)
        }
        place += 4
        return value
    }
}
