import Testing

@testable import MediaFormats

/// Chapters where GStreamer hands them on unread.
struct ChapterReadingTests {
    @Test func `chapters are read from Vorbis comments in any order`() {
        let comments = [
            "CHAPTER002NAME=Two = 2", "CHAPTER002=00:01:02.500", "chapter001=00:00:00.000",
            "TITLE=CHAPTER001",
            "CHAPTER003=1:00:00", "CHAPTER004=", "CHAPTER005=a:b:c", "CHAPTER006=00:61:00.000",
            "CHAPTER=0:0:0",
            "CHAPTER007URL=x", "CHAPTER008=00:00:-1",
        ]
        #expect(
            ChapterComments.chapters(in: comments) == [
                ChapterEntry(start: .zero), ChapterEntry(title: "Two = 2", start: .milliseconds(62500)),
                ChapterEntry(start: .seconds(3600)),
            ])
    }

    /// A frame of ID3v2 with a header.
    private func frame(_ name: String, _ body: [UInt8], synchsafe: Bool = false) -> [UInt8] {
        let bits = synchsafe ? 7 : 8
        let size = (0..<4).reversed().map { UInt8(body.count >> ($0 * bits) & (1 << bits - 1)) }
        return Array(name.utf8) + size + [0, 0] + body
    }

    private func chapter(_ parts: [UInt8]) -> [UInt8] {
        Array("ch1".utf8) + [0, 0, 0, 0x03, 0xE8, 0, 0, 0x09, 0xC4] + Array(repeating: 0xFF, count: 8) + parts
    }

    @Test(
        arguments: [
            ([0] + Array("Caf\u{E9}".unicodeScalars.map { UInt8($0.value) }), "Café"),
            ([3] + Array("Ende – fin\0".utf8), "Ende – fin"),
            ([1, 0xFF, 0xFE, 0x41, 0, 0x42, 0], "AB"), ([1, 0xFE, 0xFF, 0, 0x41, 0, 0x42], "AB"),
            ([2, 0, 0x41, 0, 0x42, 0], "AB"),
        ] as [([UInt8], String)])
    func `ID3 chapters have titles in any encoding`(_ text: [UInt8], _ title: String) {
        for other in [[], frame("WXXX", [0, 1, 2])] {
            let found = ID3Chapter.chapter(in: frame("CHAP", chapter(other + frame("TIT2", text))))
            #expect(found == ChapterEntry(title: title, start: .seconds(1), end: .milliseconds(2500)))
        }
    }

    @Test func `sizes of ID3 frames are read as either version writes them`() {
        let long = [3] + Array(repeating: UInt8(ascii: "a"), count: 300)
        for synchsafe in [false, true] {
            let body = chapter(frame("TIT2", long, synchsafe: synchsafe))
            let found = ID3Chapter.chapter(in: frame("CHAP", body, synchsafe: synchsafe))
            #expect(found?.title?.count == 300)
        }
    }

    @Test func `cut and malformed chapter frames give no chapter, or no title`() {
        let whole = frame("CHAP", chapter(frame("TIT2", [3] + Array("One".utf8))))
        for count in 0..<whole.count {
            let found = ID3Chapter.chapter(in: Array(whole.prefix(count)))
            if let found { #expect(found.title == nil && found.start == .seconds(1)) }
        }
        #expect(ID3Chapter.chapter(in: frame("TIT2", [3, 65])) == nil)
    }
}
