extension StreamLock {
    /// The lock as YAML, with its keys in a fixed order. Keys without a value are left out.
    public var yaml: String {
        var lines = [
            "# What this stream promises. `playhead lock --verify FILE` compares it again.",
            "uri: \(uri.quoted)", "format: \(format)", "live: \(live)", "captions: \(Self.list(captions))",
            "streams:",
        ]
        for stream in streams {
            var fields = ["role: \(stream.role)", "name: \(stream.name.quoted)"]
            func add(_ key: String, _ value: String?) {
                if let value { fields.append("\(key): \(value)") }
            }
            add("bandwidth", stream.bandwidth.map(String.init))
            add("codecs", Self.list(stream.codecs))
            add("size", stream.size)
            add("frameRate", stream.frameRate?.short)
            add("channels", stream.channels.map(String.init))
            add("sampleRate", stream.sampleRate.map(String.init))
            add("language", stream.language?.quoted)
            add("duration", stream.duration?.short)
            add("segments", stream.segments.map(String.init))
            add("segmentDuration", stream.segmentDuration?.short)
            add("longestSegment", stream.longestSegment?.short)
            add("keyframeInterval", stream.keyframeInterval?.short)
            add("loudness", stream.loudness?.short)
            lines += fields.enumerated().map { ($0.offset == 0 ? "  - " : "    ") + $0.element }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func list(_ values: [String]) -> String {
        "[" + values.map(\.quoted).joined(separator: ", ") + "]"
    }
}

extension String {
    /// The text in double quotation marks (YAML 1.2, 7.3.1).
    fileprivate var quoted: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
                let digits = String(scalar.value, radix: 16)
                text += "\\x" + String(repeating: "0", count: 2 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
