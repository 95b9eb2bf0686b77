/// The type of an attribute's value (RFC 8216bis, 4.2).
enum AttributeType {
    case integer, decimal, signedDecimal, hexadecimal, quoted, resolution
    case word(Set<String>)

    private static let yesNo = AttributeType.word(["YES", "NO"])

    private static let types: [String: [String: AttributeType]] = [
        "EXT-X-STREAM-INF": [
            "BANDWIDTH": .integer, "AVERAGE-BANDWIDTH": .integer, "SCORE": .decimal, "CODECS": .quoted,
            "SUPPLEMENTAL-CODECS": .quoted, "RESOLUTION": .resolution, "FRAME-RATE": .decimal,
            "HDCP-LEVEL": .word(["TYPE-0", "TYPE-1", "NONE"]), "ALLOWED-CPC": .quoted,
            "VIDEO-RANGE": .word(["SDR", "HLG", "PQ"]), "STABLE-VARIANT-ID": .quoted, "AUDIO": .quoted,
            "VIDEO": .quoted, "SUBTITLES": .quoted, "PATHWAY-ID": .quoted, "REQ-VIDEO-LAYOUT": .quoted,
        ],
        "EXT-X-I-FRAME-STREAM-INF": [
            "BANDWIDTH": .integer, "AVERAGE-BANDWIDTH": .integer, "CODECS": .quoted,
            "RESOLUTION": .resolution,
            "VIDEO-RANGE": .word(["SDR", "HLG", "PQ"]), "URI": .quoted, "VIDEO": .quoted,
        ],
        "EXT-X-MEDIA": [
            "TYPE": .word(["AUDIO", "VIDEO", "SUBTITLES", "CLOSED-CAPTIONS"]), "URI": .quoted,
            "GROUP-ID": .quoted, "LANGUAGE": .quoted, "ASSOC-LANGUAGE": .quoted, "NAME": .quoted,
            "STABLE-RENDITION-ID": .quoted, "DEFAULT": yesNo, "AUTOSELECT": yesNo, "FORCED": yesNo,
            "INSTREAM-ID": .quoted, "BIT-DEPTH": .integer, "SAMPLE-RATE": .integer,
            "CHARACTERISTICS": .quoted, "CHANNELS": .quoted,
        ],
        "EXT-X-KEY": [
            "METHOD": .word(["NONE", "AES-128", "SAMPLE-AES", "SAMPLE-AES-CTR"]), "URI": .quoted,
            "IV": .hexadecimal, "KEYFORMAT": .quoted, "KEYFORMATVERSIONS": .quoted,
        ],
        "EXT-X-SESSION-KEY": [
            "METHOD": .word(["AES-128", "SAMPLE-AES", "SAMPLE-AES-CTR"]), "URI": .quoted,
            "IV": .hexadecimal, "KEYFORMAT": .quoted, "KEYFORMATVERSIONS": .quoted,
        ],
        "EXT-X-MAP": ["URI": .quoted, "BYTERANGE": .quoted],
        "EXT-X-START": ["TIME-OFFSET": .signedDecimal, "PRECISE": yesNo],
        "EXT-X-DATERANGE": [
            "ID": .quoted, "CLASS": .quoted, "START-DATE": .quoted, "END-DATE": .quoted, "DURATION": .decimal,
            "PLANNED-DURATION": .decimal, "SCTE35-CMD": .hexadecimal, "SCTE35-OUT": .hexadecimal,
            "SCTE35-IN": .hexadecimal, "END-ON-NEXT": .word(["YES"]), "CUE": .quoted,
        ],
        "EXT-X-SERVER-CONTROL": [
            "CAN-SKIP-UNTIL": .decimal, "CAN-SKIP-DATERANGES": yesNo, "HOLD-BACK": .decimal,
            "PART-HOLD-BACK": .decimal, "CAN-BLOCK-RELOAD": yesNo,
        ],
        "EXT-X-PART": [
            "URI": .quoted, "DURATION": .decimal, "INDEPENDENT": yesNo, "BYTERANGE": .quoted, "GAP": yesNo,
        ],
        "EXT-X-PART-INF": ["PART-TARGET": .decimal],
        "EXT-X-SKIP": ["SKIPPED-SEGMENTS": .integer, "RECENTLY-REMOVED-DATERANGES": .quoted],
        "EXT-X-PRELOAD-HINT": [
            "TYPE": .word(["PART", "MAP"]), "URI": .quoted, "BYTERANGE-START": .integer,
            "BYTERANGE-LENGTH": .integer,
        ],
        "EXT-X-RENDITION-REPORT": ["URI": .quoted, "LAST-MSN": .integer, "LAST-PART": .integer],
        "EXT-X-SESSION-DATA": [
            "DATA-ID": .quoted, "VALUE": .quoted, "URI": .quoted, "FORMAT": .word(["JSON", "RAW"]),
            "LANGUAGE": .quoted,
        ],
        "EXT-X-CONTENT-STEERING": ["SERVER-URI": .quoted, "PATHWAY-ID": .quoted],
        "EXT-X-DEFINE": ["NAME": .quoted, "VALUE": .quoted, "IMPORT": .quoted, "QUERYPARAM": .quoted],
    ]

    /// The type of an attribute; nil for an unknown one.
    static func of(_ name: String, in tag: String) -> AttributeType? { types[tag]?[name] }

    /// The violation by a value, in words after the attribute's name; nil for a valid one.
    func fault(of entry: AttributeText.Entry) -> String? {
        let value = entry.value
        if value.contains("{$") { return nil }
        if case .quoted = self { return entry.isQuoted ? nil : "is not in quotation marks" }
        if entry.isQuoted { return "is in quotation marks" }
        let isDigits = !value.isEmpty && value.allSatisfy { $0.isASCII && $0.isNumber }
        switch self {
        case .integer: return isDigits ? nil : "is “\(value)”, not an integer"
        case .decimal, .signedDecimal:
            let isPlain = value.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
            guard isPlain, let number = Double(value) else { return "is “\(value)”, not a number" }
            if case .decimal = self, number < 0 { return "is negative" }
            return nil
        case .hexadecimal:
            let isNumber = value.hasPrefix("0x") || value.hasPrefix("0X")
            return isNumber && value.dropFirst(2).allSatisfy(\.isHexDigit)
                ? nil : "is “\(value)”, not 0x and digits"
        case .resolution:
            let sides = value.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
            return sides.count == 2 && sides.allSatisfy { $0 > 0 } ? nil : "is “\(value)”, not WIDTHxHEIGHT"
        case .word(let words):
            return words.contains(value)
                ? nil : "is “\(value)”, not \(words.sorted().joined(separator: ", "))"
        case .quoted: return nil
        }
    }
}
