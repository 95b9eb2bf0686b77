internal import PlayheadCore
internal import PlayheadSystem

/// The variables of a playlist (`EXT-X-DEFINE`), and their substitution.
struct HLSVariables: Sendable {
    private(set) var values: [String: String] = [:]
    private let address: String
    private let imported: [String: String]?
    /// The remaining number of bytes for substitutions, so that a short playlist cannot expand without limit.
    private var budget: Int

    init(address: String, imported: [String: String]?, budget: Int) {
        self.address = address
        self.imported = imported
        self.budget = budget
    }

    /// Applies a definition. Throws on a duplicate name or an unresolved import.
    mutating func define(_ attributes: HLSAttributes) throws(HLSError) {
        let line = attributes.line
        let name: String
        let value: String
        if let given = attributes["NAME"] {
            name = given
            value = attributes.values["VALUE"] ?? ""
        } else if let given = attributes["QUERYPARAM"] {
            name = given
            guard let found = parameter(given) else {
                throw HLSError(.undefinedVariable, "The address has no parameter “\(given)”", line: line)
            }
            value = found
        } else if let given = attributes["IMPORT"] {
            name = given
            guard let found = imported?[given] else {
                throw HLSError(
                    .undefinedVariable, "The multivariant playlist has no variable “\(given)”", line: line)
            }
            value = found
        } else {
            throw HLSError(.malformed, "A variable has no name", line: line)
        }
        guard name.utf8.allSatisfy(Self.isOfName) else {
            throw HLSError(.malformed, "“\(name.prefix(40))” is no name of a variable", line: line)
        }
        guard values[name] == nil else {
            throw HLSError(.malformed, "The variable “\(name)” is defined twice", line: line)
        }
        values[name] = String(
            value.unicodeScalars.filter { $0.value >= 0x20 && $0 != "\"" && $0 != "\u{7F}" }.map(
                Character.init))
    }

    /// Replaces references (`{$name}`) by their values. Throws on an undefined variable.
    mutating func substituted(_ text: String, line: Int) throws(HLSError) -> String {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var position = 0
        while position < bytes.count {
            guard let end = Self.reference(in: bytes, at: position) else {
                result.append(bytes[position])
                position += 1
                continue
            }
            let name = String(decoding: bytes[(position + 2)..<end], as: UTF8.self)
            guard let value = values[name] else {
                throw HLSError(.undefinedVariable, "The variable “\(name)” has no value", line: line)
            }
            budget -= value.utf8.count
            guard budget >= 0 else {
                throw HLSError(.tooLong, "With its variables it is too long", line: line)
            }
            result += Array(value.utf8)
            position = end + 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The index of the closing brace of a variable reference that begins at `start`.
    private static func reference(in bytes: [UInt8], at start: Int) -> Int? {
        guard start + 2 < bytes.count, bytes[start] == UInt8(ascii: "{"),
            bytes[start + 1] == UInt8(ascii: "$")
        else { return nil }
        let end = bytes[(start + 2)...].firstIndex { !isOfName($0) }
        guard let end, end > start + 2, bytes[end] == UInt8(ascii: "}") else { return nil }
        return end
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.digit != nil || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private func parameter(_ name: String) -> String? {
        guard let start = address.firstIndex(of: "?") else { return nil }
        let query = address[address.index(after: start)...].prefix { $0 != "#" }
        for part in query.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.first.map({ PercentEncoding.decoded($0) }) == name else { continue }
            return pair.count > 1 ? PercentEncoding.decoded(pair[1]) : ""
        }
        return nil
    }
}
