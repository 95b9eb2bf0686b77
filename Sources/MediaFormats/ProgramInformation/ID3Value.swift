/// The value of an ID3 frame, for the frames that players use (ID3v2.4 frames, section 4).
package enum ID3Value: Sendable, Equatable {
    /// `T???`: one frame may have several values, from version 2.4 on.
    case text([String])
    case userText(description: String, values: [String])
    /// `W???`.
    case url(String)
    case userURL(description: String, url: String)
    case comment(language: String, description: String, text: String)
    /// `PRIV`: the owner is a URL or an e-mail address.
    case privateData(owner: String, data: [UInt8])
    /// Any other frame, such as an attached image.
    case other
}

extension ID3Tag.Frame {
    package var value: ID3Value {
        switch id {
        case "TXXX", "TXX":
            var strings = ID3Strings(content)
            return .userText(description: strings.next() ?? "", values: strings.rest())
        case "WXXX", "WXX":
            var strings = ID3Strings(content)
            return .userURL(description: strings.next() ?? "", url: strings.latin1())
        case "COMM", "COM":
            guard content.count >= 4 else { return .other }
            var strings = ID3Strings([content[0]] + content[4...])
            let language = ID3Strings.latin1(content[1..<4])
            let description = strings.next() ?? ""
            return .comment(language: language, description: description, text: strings.next() ?? "")
        case "PRIV":
            guard let end = content.firstIndex(of: 0) else { return .other }
            return .privateData(
                owner: ID3Strings.latin1(content[..<end]), data: Array(content[(end + 1)...]))
        default:
            if id.hasPrefix("T") {
                var strings = ID3Strings(content)
                return .text(strings.rest())
            }
            if id.hasPrefix("W") { return .url(ID3Strings.latin1(content.prefix { $0 != 0 })) }
            return .other
        }
    }
}

extension ID3Tag {
    /// The time of the first sample of a packed audio segment, in ticks of 90 kHz (RFC 8216, section 3.4).
    package var transportStreamTimestamp: Int64? {
        for frame in frames where frame.id == "PRIV" {
            guard case .privateData("com.apple.streaming.transportStreamTimestamp", let data) = frame.value,
                data.count == 8
            else { continue }
            return Int64(data.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & 0x1_FFFF_FFFF)
        }
        return nil
    }
}

/// The strings of a frame after its encoding byte (ID3v2.4 structure, section 4).
struct ID3Strings {
    private var bytes: ArraySlice<UInt8>
    private let encoding: UInt8

    init(_ content: [UInt8]) {
        encoding = content.first ?? 0
        bytes = content.dropFirst()
    }

    /// The next string up to a terminator; nil at the end.
    mutating func next() -> String? {
        guard !bytes.isEmpty else { return nil }
        let isWide = encoding == 1 || encoding == 2
        let end: Int?
        if isWide {
            end = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).first {
                bytes[$0] == 0 && bytes[$0 + 1] == 0
            }
        } else {
            end = bytes.firstIndex(of: 0)
        }
        let text = bytes[..<(end ?? bytes.endIndex)]
        bytes = end.map { bytes[($0 + (isWide ? 2 : 1))...] } ?? []
        switch encoding {
        case 1, 2: return Self.utf16(text, isBigEndian: encoding == 2)
        case 3: return String(decoding: text, as: UTF8.self)
        default: return Self.latin1(text)
        }
    }

    mutating func rest() -> [String] {
        var strings: [String] = []
        while let string = next() { strings.append(string) }
        return strings
    }

    /// The remaining string, which is Latin-1 in any encoding of the frame.
    func latin1() -> String { Self.latin1(bytes.prefix { $0 != 0 }) }

    static func latin1(_ bytes: ArraySlice<UInt8>) -> String {
        var string = ""
        for byte in bytes { string.unicodeScalars.append(Unicode.Scalar(byte)) }
        return string
    }

    /// Decodes UTF-16. A byte order mark overrides the declared encoding.
    private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String {
        var (bytes, isBigEndian) = (bytes, isBigEndian)
        if bytes.starts(with: [0xFE, 0xFF]) { (bytes, isBigEndian) = (bytes.dropFirst(2), true) }
        if bytes.starts(with: [0xFF, 0xFE]) { (bytes, isBigEndian) = (bytes.dropFirst(2), false) }
        var units: [UInt16] = []
        for index in stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2) {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
        }
        return String(decoding: units, as: UTF16.self)
    }
}
