import Testing

@testable import PlayheadCore
@testable import TestBasics

/// Nothing that a file holds crashes the reader, keeps it for ever or makes it slow.
@Suite(.apart, .serialized, .timeLimit(.minutes(2)))
struct SubtitleFuzzTests {
    private static let pieces = [
        "-->", "00:00:01,000 --> 00:00:02,000\n", "WEBVTT\n", "[Events]\n", "Format: ", "Dialogue: ", ",",
        "{", "}", "\\p1",
        "\\N", "<", "<i>", "&", "&amp;", "&#x", ";", "\n", "\r", "\r\n", "\n\n", "1", "Text", "Start", "End",
        "\u{FEFF}", "NOTE\n",
        ":", "0:00:01.00", "é", "\0", "STYLE\n", "99999999999999999999",
    ].map { Array($0.utf8) }

    @Test(arguments: UInt64(1)...8)
    func `4.4: random subtitle files are read or refused`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1500 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0..<40, using: &random) {
                if Int.random(in: 0..<3, using: &random) > 0 {
                    bytes += Self.pieces.randomElement(using: &random) ?? []
                } else {
                    bytes.append(UInt8.random(in: 0...255, using: &random))
                }
            }
            do throws(PlayerError) {
                let cues = try SubtitleDocument(bytes).cues
                #expect(cues.allSatisfy { $0.start < $0.end && !$0.text.isEmpty })
                #expect(zip(cues, cues.dropFirst()).allSatisfy { $0.start <= $1.start })
            } catch {
                #expect(error.code == .unknownFormat || error.code == .empty)
            }
        }
    }

    /// Each of these takes for ever if anything is looked at more often than a few times.
    static let burdens = [
        "<a", "&amp;", "{\\p1", "-->", "a,", "1\n\n", "0:0-->\n", "<", "&", "{", "\\N", "\r",
        "00:00:01,000 --> 00:00:02,000\na\n",
    ]

    @Test(
        arguments: burdens,
        ["1\n00:00:01,000 --> 00:00:02,000\n", "[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,"])
    func `4.4: 500 kB of repeated text are read in linear time`(_ piece: String, _ head: String) throws {
        let text = head + String(repeating: piece, count: 500_000 / piece.utf8.count)
        _ = try SubtitleDocument(Array(text.utf8))
    }

    @Test func `4.4: 100,000 cues are read`() throws {
        var text = ""
        for number in 0..<100_000 {
            let start = "\(number / 3600):\(number / 60 % 60):\(number % 60)"
            text += "\(number + 1)\n\(start),000 --> \(start),900\n<i>\(number)</i>\n\n"
        }
        let cues = try SubtitleDocument(Array(text.utf8)).cues
        #expect(cues.count == 100_000)
        #expect(cues.last?.start == .seconds(99_999))
        #expect(cues.last?.text == "99999")
    }
}
