import Testing

@testable import PlayheadCore

/// What is read out of subtitle files: start and end in milliseconds, and the text (contract 4.4).
struct SubtitleReadingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var content: String
        var format = SubtitleFormat.subRip
        var cues: [String]
        var testDescription: String { name }

        init(_ name: String, _ content: String, _ cues: String...) {
            (self.name, self.content, self.cues) = (name, content, cues)
        }

        init(_ name: String, _ format: SubtitleFormat, _ content: String, _ cues: String...) {
            (self.name, self.format, self.content, self.cues) = (name, format, content, cues)
        }
    }

    static func told(_ cues: [SubtitleCue]) -> [String] {
        cues.map { "\($0.start.inNanoseconds / 1_000_000)-\($0.end.inNanoseconds / 1_000_000) \($0.text)" }
    }

    static let subRip: [Case] = [
        Case(
            "as it ought to be",
            "1\n00:00:01,000 --> 00:00:02,500\none\ntwo\n\n2\n01:00:00,000 --> 01:00:01,000\nb\n",
            "1000-2500 one\ntwo", "3600000-3601000 b"),
        Case("CR LF", "1\r\n00:00:01,000 --> 00:00:02,000\r\na\r\nb\r\n\r\n", "1000-2000 a\nb"),
        Case(
            "CR", "1\r00:00:01,000 --> 00:00:02,000\ra\r\r2\r00:00:03,000 --> 00:00:04,000\rb", "1000-2000 a",
            "3000-4000 b"),
        Case("no line feed at the end", "1\n00:00:01,000 --> 00:00:02,000\na", "1000-2000 a"),
        Case(
            "one cue and two cues, which GStreamer takes for nothing",
            "1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n00:00:03,000 --> 00:00:04,000\nb",
            "1000-2000 a", "3000-4000 b"),
        Case(
            "no empty lines", "1\n00:00:01,000 --> 00:00:02,000\na\n2\n00:00:03,000 --> 00:00:04,000\nb\n",
            "1000-2000 a",
            "3000-4000 b"),
        Case(
            "no numbers", "00:00:01,000 --> 00:00:02,000\na\n\n00:00:03,000 --> 00:00:04,000\nb",
            "1000-2000 a", "3000-4000 b"),
        Case(
            "an empty line in a text",
            "1\n00:00:01,000 --> 00:00:02,000\na\n\nb\n\n2\n00:00:03,000 --> 00:00:04,000\nc",
            "1000-2000 a\n\nb", "3000-4000 c"),
        Case(
            "a text that is a number",
            "1\n00:00:01,000 --> 00:00:02,000\n42\n\n2\n00:00:03,000 --> 00:00:04,000\n43\n",
            "1000-2000 42", "3000-4000 43"),
        Case("full stops, and other numbers of digits", "1\n0:0:1.5 --> 00:00:02.2500\na", "1500-2250 a"),
        Case("colons before the milliseconds", "1\n00:00:01:500 --> 00:00:02:000\na", "1500-2000 a"),
        Case("no hours", "1\n00:01,000 --> 61:02,000\na", "1000-3662000 a"),
        Case("an arrow that is too short, and blanks", "1\n  00:00:01,000->00:00:02,000\t\na", "1000-2000 a"),
        Case(
            "a place on the screen", "1\n00:00:01,000 --> 00:00:02,000  X1:1 X2:2 Y1:3 Y2:4\na", "1000-2000 a"
        ),
        Case(
            "an order of its own",
            "1\n00:00:03,000 --> 00:00:04,000\nb\n\n2\n00:00:01,000 --> 00:00:09,000\na", "1000-9000 a",
            "3000-4000 b"),
        Case(
            "tags, overrides and entities",
            "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<i>a</i> &amp; <font color=\"red\">b</font> & c < d",
            "1000-2000 a & b & c < d"),
        Case(
            "no text", "1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:03,000 --> 00:00:04,000\nb",
            "3000-4000 b"),
        Case(
            "an end before the start",
            "1\n00:00:02,000 --> 00:00:01,000\na\n\n2\n00:00:03,000 --> 00:00:04,000\nb", "3000-4000 b"),
        Case(
            "times that cannot be read",
            "1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n00:00:xx --> 00:00:04,000\nb\n\n3\n00:00:05,000 --> 00:00:06,000\nc",
            "1000-2000 a", "5000-6000 c"),
        Case(
            "the same cue twice", "00:00:01,000 --> 00:00:02,000\na\n\n00:00:01,000 --> 00:00:02,000\na",
            "1000-2000 a"),
        Case(
            "an empty line between a number and the times",
            "1\n\n00:00:01,000 --> 00:00:02,000\na\n\n2\n\n00:00:03,000 --> 00:00:04,000\nb\n",
            "1000-2000 a", "3000-4000 b"),
        Case(
            "what was made of MicroDVD",
            "1\n00:00:01,000 --> 00:00:02,000\n{y:i}a {C:$0000FF}b\n{x:y} {normal}\n",
            "1000-2000 a b\n{x:y} {normal}"),
        Case(
            "what was made of SubStation Alpha",
            "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}a\\hb\\Nc \\- C:\\new\n",
            "1000-2000 a\u{A0}b\nc \\- C:\\new"),
        Case(
            "times before zero",
            "1\n-00:00:01,000 --> 00:00:02,000\na\n\n2\n-00:00:03,000 --> -00:00:02,000\nb\n\n3\n00:00:03,000 --> 00:00:04,000\nc\n",
            "0-2000 a", "3000-4000 c"),
        Case("an arrow in a text", "1\n00:00:01,000 --> 00:00:02,000\na --> b\n", "1000-2000 a --> b"),
        Case(
            "two files in one",
            "\u{FEFF}1\n00:00:01,000 --> 00:00:02,000\na\n\n\u{FEFF}1\n00:00:03,000 --> 00:00:04,000\nb",
            "1000-2000 a", "3000-4000 b"),
    ]

    static let webVTT: [Case] = [
        Case(
            "as it ought to be", .webVTT,
            "WEBVTT\n\n00:01.000 --> 00:02.000\na\n\nid\n01:00:00.000 --> 01:00:01.000\nb\n", "1000-2000 a",
            "3600000-3601000 b"),
        Case(
            "a header with words", .webVTT,
            "WEBVTT - by hand\nKind: captions\nLanguage: en\n\n00:01.000 --> 00:02.000\na", "1000-2000 a"),
        Case(
            "notes, styles and regions", .webVTT,
            "WEBVTT\n\nNOTE\nnot shown\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:a\n\n00:01.000 --> 00:02.000\na\n\nNOTE b\n\n00:03.000 --> 00:04.000\nc",
            "1000-2000 a", "3000-4000 c"),
        Case("settings", .webVTT, "WEBVTT\n\n00:01.000 --> 00:02.000 align:start line:0%\na", "1000-2000 a"),
        Case(
            "voices, classes, times of words, entities", .webVTT,
            "WEBVTT\n\n00:01.000 --> 00:02.000\n<v.loud Anna>One</v> <00:01.500><c.x>two</c> &lt;3 &nbsp;&lrm;x",
            "1000-2000 One two <3 \u{A0}\u{200E}x"),
        Case(
            "an empty line ends a text", .webVTT,
            "WEBVTT\n\n00:01.000 --> 00:02.000\na\n\nb\n\n00:03.000 --> 00:04.000\nc", "1000-2000 a",
            "3000-4000 c"),
        Case(
            "a time map, as in segments", .webVTT,
            "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:01.000 --> 00:02.000\na",
            "1000-2000 a"),
        Case(
            "cues at once", .webVTT, "WEBVTT\n\n00:01.000 --> 00:05.000\na\n\n00:02.000 --> 00:03.000\nb",
            "1000-5000 a", "2000-3000 b"),
        Case(
            "arrows where they ought not to be", .webVTT,
            "WEBVTT\n\n-->\n00:01.000 --> 00:02.000\na\nfoo-->\n00:03.000 --> 00:04.000\nb\n-->-->\n00:05.000 --> 00:06.000\nc\n\n00:07.000 -- -->\nd",
            "1000-2000 a", "3000-4000 b", "5000-6000 c"),
        Case(
            "escapes of other formats are text there", .webVTT,
            "WEBVTT\n\n00:01.000 --> 00:02.000\na\\Nb\\hc", "1000-2000 a\\Nb\\hc"),
        Case("zeros", .webVTT, "WEBVTT\n\n00:01.000 --> 00:02.000\na\0b", "1000-2000 ab"),
        Case("nothing to say", .webVTT, "WEBVTT\n"),
    ]

    private static let events =
        "[Script Info]\n; made by hand\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name\nStyle: Default\n\n[Events]\n"
    private static let plain =
        "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"

    static let subStation: [Case] = [
        Case(
            "as it ought to be", .subStation,
            events + plain + "Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,One, two\\Nthree\n",
            "1000-2500 One, two\nthree"),
        Case(
            "fields in another order", .subStation,
            events + "Format: End, Text, Start\nDialogue: 0:00:02.00,a, b,0:00:01.00\n",
            "1000-2000 a, b"),
        Case(
            "SSA", .subStation,
            "[Script Info]\nScriptType: v4.00\n[Events]\nFormat: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: Marked=0,0:00:01.00,0:00:02.00,Default,,0,0,0,,a\n",
            "1000-2000 a"),
        Case(
            "no line of fields", .subStation, "[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,a",
            "1000-2000 a"),
        Case(
            "remarks", .subStation,
            events + plain
                + "Comment: 0,0:00:01.00,0:00:02.00,,,0,0,0,,a\nDialogue: 0,0:00:03.00,0:00:04.00,,,0,0,0,,b",
            "3000-4000 b"),
        Case(
            "overrides, hard blanks and braces that never end", .subStation,
            events + plain + "Dialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,{\\i1}a{\\i0}\\hb\\nc {d\n",
            "1000-2000 a\u{A0}b\nc {d"),
        Case(
            "drawings", .subStation,
            events + plain
                + "Dialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,{\\p1}m 0 0 l 9 9{\\p0}a{\\pos(1,2)}b\nDialogue: 0,0:00:03.00,0:00:04.00,,,0,0,0,,{\\an7\\p2}m 0 0",
            "1000-2000 ab"),
        Case(
            "layers of the same text", .subStation,
            events + plain
                + "Dialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,{\\bord3}a\nDialogue: 1,0:00:01.00,0:00:02.00,,,0,0,0,,a\n",
            "1000-2000 a"),
        Case(
            "times before zero", .subStation,
            events + plain + "Dialogue: 0,-1:59:58.00,0:00:02.00,,,0,0,0,,a", "0-2000 a"),
        Case(
            "entities are text there", .subStation,
            events + plain + "Dialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,a &amp; <b>", "1000-2000 a &amp; <b>"
        ),
    ]

    @Test(arguments: subRip + webVTT + subStation)
    func `4.4: texts and times of SubRip, WebVTT and SubStation Alpha cues are read`(_ example: Case) throws {
        let document = try SubtitleDocument(Array(example.content.utf8))
        #expect(document.format == example.format)
        #expect(Self.told(document.cues) == example.cues)
    }

    @Test func `the markup of a cue is that of its format`() throws {
        let subRip = try SubtitleDocument(Array("1\n00:00:01,000 --> 00:00:02,000\n<i>a</i>\r\nb".utf8))
        #expect(subRip.cues.map(\.markup) == ["<i>a</i>\nb"])
        let text = Self.events + Self.plain + "Dialogue: 0,0:00:01.00,0:00:02.00,,,0,0,0,,{\\i1}a\\Nb"
        #expect(try SubtitleDocument(Array(text.utf8)).cues.map(\.markup) == ["{\\i1}a\\Nb"])
    }

    @Test(arguments: [
        "Dear diary,\n\ntoday", "<html><body>404</body></html>", "{\"a\": 1}", "\u{7F}ELF\0\0\0\0",
    ])
    func `a file of another kind is one error with a hint`(_ content: String) {
        let error = #expect(throws: PlayerError.self) { try SubtitleDocument(Array(content.utf8)) }
        #expect(error?.code == .unknownFormat)
        #expect(error?.hint != nil)
    }

    @Test(arguments: ["", "\n \r\n\t", "\u{FEFF}"])
    func `an empty subtitle file is an error that says so`(_ content: String) {
        let error = #expect(throws: PlayerError.self) { try SubtitleDocument(Array(content.utf8)) }
        #expect(error?.code == .empty)
    }
}
