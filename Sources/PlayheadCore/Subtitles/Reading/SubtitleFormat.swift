/// A supported subtitle file format.
package enum SubtitleFormat: String, Sendable, CaseIterable {
    case subRip = "SubRip"
    case webVTT = "WebVTT"
    case subStation = "Advanced SubStation Alpha"

    /// The format of a file extension; nil if it is none of a subtitle file.
    package init?(ending: String) {
        switch ending.lowercased() {
        case "srt": self = .subRip
        case "vtt", "webvtt": self = .webVTT
        case "ass", "ssa": self = .subStation
        default: return nil
        }
    }

    /// The format of a text by content; nil if it is none of these, or has no cues.
    init?(_ text: [UInt8]) {
        for line in TextLines(text) {
            let line = line.trimmed
            if line.isEmpty || line.first == UInt8(ascii: ";") { continue }
            if line.begins(with: "WEBVTT") {
                self = .webVTT
                return
            }
            if line.begins(with: "[Script Info]") || line.begins(with: "[V4") || line.begins(with: "[Events]")
                || line.begins(with: "Dialogue:")
            {
                self = .subStation
                return
            }
            if CueTiming.isMeant(by: line), CueTiming(line) != nil {
                self = .subRip
                return
            }
        }
        return nil
    }
}
