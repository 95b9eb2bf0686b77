internal import PlayheadCore

/// An attribute list: `NAME=value,NAME="quoted, value"`. The first of two equal names is used.
struct HLSAttributes: Sendable, Equatable {
    private(set) var values: [String: String] = [:]
    /// The line number.
    let line: Int

    /// Parses the text after a tag. Invalid attributes are skipped, and an unterminated quotation is an
    /// error. Values may be quoted or not, because many playlists confuse the two forms.
    init(_ line: HLSLine, _ variables: inout HLSVariables) throws(HLSError) {
        self.line = line.number
        let bytes = Array(line.text.utf8)
        var position = 0
        while position < bytes.count {
            let nameStart = position
            while position < bytes.count, bytes[position] != .equals, bytes[position] != .comma {
                position += 1
            }
            let name = String(decoding: bytes[nameStart..<position].trimmed, as: UTF8.self)
            guard position < bytes.count, bytes[position] == .equals else {
                position += 1
                continue
            }
            position += 1
            while position < bytes.count, bytes[position].isBlank { position += 1 }
            let value: ArraySlice<UInt8>
            if position < bytes.count, bytes[position] == .quote {
                position += 1
                guard let end = bytes[position...].firstIndex(of: .quote) else {
                    throw HLSError(.malformed, "A quotation has no end", line: line.number)
                }
                value = bytes[position..<end]
                position = end
                while position < bytes.count, bytes[position] != .comma { position += 1 }
            } else {
                let start = position
                while position < bytes.count, bytes[position] != .comma { position += 1 }
                value = bytes[start..<position].filter { $0 != .quote }[...].trimmed
            }
            position += 1
            guard !name.isEmpty, values[name] == nil else { continue }
            values[name] = try variables.substituted(
                String(decoding: value, as: UTF8.self), line: line.number)
        }
    }

    /// The value of an attribute; nil when it is missing or empty.
    subscript(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// Whether the value is `YES`.
    func isYes(_ name: String) -> Bool { values[name] == "YES" }

    /// A non-negative integer; nil when it is missing, invalid, or too large.
    func integer(_ name: String) -> Int? { self[name].flatMap(HLSNumber.integer) }

    /// A non-negative time in seconds.
    func duration(_ name: String) -> Duration? { self[name].flatMap(HLSNumber.duration) }
}

extension UInt8 {
    fileprivate static let equals = UInt8(ascii: "=")
    fileprivate static let comma = UInt8(ascii: ",")
    fileprivate static let quote = UInt8(ascii: "\"")
}
