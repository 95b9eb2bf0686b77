import Testing

@testable import MediaFormats
@testable import TestBasics

struct TTMLDocumentTests {
    private typealias Cue = TTMLDocument.Cue

    private func read(_ body: String, _ attributes: String = "") throws -> TTMLDocument {
        try TTMLDocument(
            Array(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE tt [ <!ENTITY a "bbbb"> ]>
                <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"
                    xml:lang="en-GB" \(attributes)>
                  <head><styling><style xml:id="h" tts:display="none"/></styling>
                    <metadata><ttm:title>No text</ttm:title></metadata></head>
                  \(body)
                </tt>
                """.utf8)[...])
    }

    private func cues(_ body: String, _ attributes: String = "") throws -> [TTMLDocument.Cue] {
        guard case .text(let cues) = try read(body, attributes).content else { return [] }
        return cues
    }

    private func ms(_ begin: Int64, _ end: Int64?, _ text: String) -> TTMLDocument.Cue {
        TTMLDocument.Cue(begin: begin * 1_000_000, end: end.map { $0 * 1_000_000 }, text: text)
    }

    @Test func `Paragraphs become cues with their lines`() throws {
        let body = """
            <body><div>
              <p begin="00:00:01.500" end="00:00:03.25" region="r">
                <span tts:color="red">One  &amp; two</span>
                <br/> three<!-- no --> <![CDATA[<4>]]> &#x41;&#66; &unknown;
              </p>
              <p begin="4s" dur="500ms">Last</p>
            </div></body>
            """
        let document = try read(body)
        #expect(
            document.content
                == .text([ms(1500, 3250, "One & two\nthree <4> AB &unknown;"), ms(4000, 4500, "Last")]))
        #expect(document.language == "en-GB")
        #expect(document.damage == nil)
    }

    @Test func `Times are relative to the parent's and end with it`() throws {
        let body = """
            <body begin="10s" end="20s"><div begin="1s"><p begin="1s" end="30s">A</p><p end="2s">B</p></div>
            <div timeContainer="seq"><p dur="1s">C</p><p begin="1s" dur="2s">D</p></div></body>
            """
        #expect(
            try cues(body) == [
                ms(10000, 11000, "C"), ms(11000, 13000, "B"), ms(12000, 20000, "A"), ms(12000, 14000, "D"),
            ])
    }

    @Test func `Spans with times make a cue for each period`() throws {
        let body = """
            <body><p begin="0s" end="6s"><span begin="0s">One</span><br/><span
            begin="2s" end="4s">Two</span></p>
            <p><span begin="7s" end="8s">X</span> <span begin="8s" end="9s">Y</span></p><p>Z</p></body>
            """
        #expect(
            try cues(body) == [
                ms(0, 2000, "One"), ms(0, nil, "Z"), ms(2000, 4000, "One\nTwo"), ms(4000, 6000, "One"),
                ms(7000, 8000, "X"), ms(8000, 9000, "Y"),
            ])
    }

    @Test func `What is not displayed is left out`() throws {
        let body = """
            <body><p tts:display="none">A</p><p style="s h">B</p><p tts:visibility="hidden">C<span
            tts:visibility="visible">D</span></p><p>E<metadata>F</metadata><set begin="1s"/></p>
            <p begin="x">G</p><p><span tts:ruby="base">H</span><span tts:ruby="text">I</span></p></body>
            """
        let document = try read(body)
        #expect(document.content == .text([ms(0, nil, "D"), ms(0, nil, "E"), ms(0, nil, "H")]))
        #expect(document.unreadableTimes == 1)
    }

    @Test func `Space is kept where the document says so`() throws {
        #expect(try cues("<body><p xml:space=\"preserve\"> a  b\nc</p></body>") == [ms(0, nil, " a  b\nc")])
    }

    @Test(
        arguments: [
            ("01:02:03.5", "", 3_723_500_000_000), ("00:00:01:15", "", 1_500_000_000),
            ("00:00:01:12", "ttp:frameRate=\"24\"", 1_500_000_000),
            ("00:00:00:24", "ttp:frameRate=\"24\" ttp:frameRateMultiplier=\"1000 1001\"", 1_001_000_000),
            (
                "00:01:00:02",
                "ttp:timeBase=\"smpte\" ttp:dropMode=\"dropNTSC\" ttp:frameRateMultiplier=\"1000 1001\"",
                60_060_000_000
            ),
            ("10f", "ttp:frameRate=\"25\"", 400_000_000), ("100t", "ttp:tickRate=\"1000\"", 100_000_000),
            ("36000000000t", "ttp:tickRate=\"10000000\"", 3_600_000_000_000),
            ("1.5m", "", 90_000_000_000), ("2h", "", 7_200_000_000_000), ("12.25s", "", 12_250_000_000),
            ("250ms", "", 250_000_000), ("2.5f", "ttp:frameRate=\"25\"", 100_000_000),
        ] as [(String, String, Int64)])
    func `Time expressions are read`(_ text: String, _ attributes: String, _ expected: Int64) throws {
        #expect(try cues("<body><p begin=\"\(text)\">A</p></body>", attributes).map(\.begin) == [expected])
    }

    @Test(arguments: [
        "", "1", "s", "1x", "-1s", "1:2", "00:00:61x", "99999999999h", "999999999:00:00", "1:1:1:1:1", "+1s",
        "00:00:99999999999999999999", "99999999999999999999t", "00:00:00:99999999999",
    ])
    func `What is no time is counted`(_ text: String) throws {
        let document = try read("<body><p begin=\"\(text)\">A</p></body>")
        #expect(document.content == .text([]))
        #expect(document.unreadableTimes == 1)
    }

    @Test func `UTF-16 is read`() throws {
        let text = "<tt><body><p>Grüße 😀</p></body></tt>"
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        for bytes in [
            [0xFE, 0xFF] + big, [0xFF, 0xFE] + little, big, little, [0xEF, 0xBB, 0xBF] + Array(text.utf8),
        ] {
            #expect(try TTMLDocument(bytes[...]).content == .text([ms(0, nil, "Grüße 😀")]))
        }
    }

    @Test func `Documents of pictures say so`() throws {
        let body = "<body><div begin=\"1s\" smpte:backgroundImage=\"#a\"/></body>"
        #expect(try read(body).content == .imagesOnly)
        #expect(try read("<body/>").content == .text([]))
    }

    @Test func `A document that is cut off keeps what came before`() throws {
        let text = "<tt><body><p begin=\"1s\" end=\"2s\">A</p><p begin=\"2s\">B</p><p beg"
        let document = try TTMLDocument(Array(text.utf8)[...])
        #expect(document.content == .text([ms(1000, 2000, "A"), ms(2000, nil, "B")]))
        #expect(document.damage != nil)
        #expect(throws: DemuxerError.notThisFormat) { try TTMLDocument(Array("<html/>".utf8)[...]) }
        #expect(throws: DemuxerError.notThisFormat) { try TTMLDocument([]) }
        let deep = Array(("<tt>" + String(repeating: "<div>", count: 1000)).utf8)
        #expect(try TTMLDocument(deep[...]).damage != nil)
    }

    @Test func `Damaged documents are read without a trap and do not grow`() throws {
        let text = """
            <tt ttp:frameRate="25"><head/><body dur="90s"><div timeContainer="seq">
            <p begin="00:00:01:05" end="3s">One &amp; <span begin="1s">two</span><br/>&#65;</p>
            <p dur="1f"><![CDATA[x]]></p></div></body></tt>
            """
        var generator = SeededGenerator(state: 5)
        for _ in 0..<1500 {
            var bytes = Array(text.utf8)
            for _ in 0..<3 {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = Array("<>&/\"=:9 \u{0}psA;!-]".utf8).randomElement(using: &generator) ?? 0
            }
            let document = try? TTMLDocument(
                bytes.prefix(Int.random(in: 50...bytes.count, using: &generator)))
            guard case .text(let cues) = document?.content else { continue }
            #expect(cues.reduce(0) { $0 + $1.text.utf8.count } <= 10 * bytes.count)
        }
    }

    @Test func `Many spans over each other stay bounded`() throws {
        let spans = (0..<2000).map { "<span begin=\"\($0)ms\">abcdefgh</span>" }.joined()
        #expect(try cues("<body><p>\(spans)</p></body>").count == 2000)
    }
}
