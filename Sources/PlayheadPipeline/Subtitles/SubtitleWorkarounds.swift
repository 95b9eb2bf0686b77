internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem

/// Workarounds for subtitle faults of GStreamer's elements (1.22.0), applied when an element is plugged in.
enum SubtitleWorkarounds {
    static func apply(to element: Element) {
        switch element.factoryName {
        // `ssaparse` takes drawings for text.
        case "ssaparse" where Workaround.assDrawings.isNeeded:
            element.pad("sink")?.rewrite { SubStationText.withoutDrawings(block: $0) }
        // `matroskademux` does not know WebVTT.
        case "matroskademux" where Workaround.matroskaWebVTT.isNeeded:
            element.onPadAdded { pad in
                guard pad.mediaType == "application/x-subtitle-unknown" else { return }
                pad.pretend(caps: "text/x-raw, format=(string)utf8")
                pad.rewrite(cueText)
            }
        default: break
        }
    }

    /// The text of a WebVTT block in Matroska. A block from a WebM muxer has the cue's name and settings in
    /// two lines before the text.
    static func cueText(of block: [UInt8]) -> [UInt8] {
        let lines = Array(TextLines(block))
        guard lines.count > 2, isSettings(lines[1]) else { return block }
        return Array(lines[2...].joined(separator: [.lineFeed]))
    }

    private static func isSettings(_ line: ArraySlice<UInt8>) -> Bool {
        line.split(whereSeparator: \.isBlank).allSatisfy { word in
            settings.contains { word.starts(with: $0.utf8) }
        }
    }

    private static let settings = ["align:", "line:", "position:", "size:", "vertical:", "region:"]
}
