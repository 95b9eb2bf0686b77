import Testing

@testable import MediaFormats
@testable import TestBasics

struct ID3TagTests {
    private func synchsafe(_ size: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) } }

    private func tag(_ version: UInt8, flags: UInt8 = 0, _ body: [UInt8]...) -> [UInt8] {
        let body = Array(body.joined())
        return Array("ID3".utf8) + [version, 0, flags] + synchsafe(body.count) + body
    }

    private func frame(_ id: String, flags: UInt8 = 0, plain: Bool = false, _ content: [UInt8]) -> [UInt8] {
        let size =
            plain ? [24, 16, 8, 0].map { UInt8(content.count >> $0 & 0xFF) } : synchsafe(content.count)
        return Array(id.utf8) + size + [0, flags] + content
    }

    @Test func `Frames of version 2.4 are read with their values`() throws {
        let bytes = tag(
            4, frame("TIT2", [3] + Array("Tïtle\u{0}Two".utf8)),
            frame("TXXX", [0] + Array("key\u{0}value".utf8)),
            frame("TPE1", [1, 0xFF, 0xFE, 0x41, 0, 0xE4, 0]), frame("TALB", [2, 0, 0x42, 0, 0]),
            frame("WXXX", [3] + Array("d\u{0}http://x".utf8)), frame("WOAR", Array("http://y".utf8)),
            frame("COMM", [0] + Array("engshort\u{0}long".utf8)),
            frame("PRIV", Array("owner\u{0}".utf8) + [1, 0, 2]), frame("APIC", [0, 1, 2]), [0, 0, 0])
        let tag = try #require(ID3Tag(bytes[...]))
        #expect(
            tag.frames.map(\.value) == [
                .text(["Tïtle", "Two"]), .userText(description: "key", values: ["value"]), .text(["Aä"]),
                .text(["B"]), .userURL(description: "d", url: "http://x"), .url("http://y"),
                .comment(language: "eng", description: "short", text: "long"),
                .privateData(owner: "owner", data: [1, 0, 2]), .other,
            ])
        #expect(tag.frames.last == .init(id: "APIC", content: [0, 1, 2]))
        #expect(!tag.isTruncated)
        #expect(ID3Tag.size(bytes[...]) == bytes.count)
        #expect(ID3Tag.tags(in: (bytes + bytes)[...]).count == 2)
    }

    @Test func `Versions 2.2 and 2.3 are read`() throws {
        let old = tag(
            2, Array("TT2".utf8) + [0, 0, 2, 0, 0x41], Array("TXX".utf8) + [0, 0, 4, 0, 0x42, 0, 0x43])
        #expect(
            ID3Tag(old[...])?.frames.map(\.value) == [
                .text(["A"]), .userText(description: "B", values: ["C"]),
            ])
        let long = [UInt8](repeating: 0x61, count: 300)
        let middle = tag(
            3, frame("TIT2", plain: true, [0] + long), frame("TALB", flags: 0x20, plain: true, [9, 0, 0x42]))
        #expect(ID3Tag(middle[...])?.frames.map(\.content) == [[0] + long, [0, 0x42]])
        let itunes = tag(4, frame("TIT2", plain: true, [0] + long), frame("TALB", plain: true, [0, 0x42]))
        #expect(ID3Tag(itunes[...])?.frames.map(\.content) == [[0] + long, [0, 0x42]])
    }

    @Test func `Unsynchronisation and extended headers are undone`() throws {
        let third = tag(
            3, flags: 0xC0, [0, 0, 0, 6, 0, 0, 0, 0, 0, 0], frame("PRIV", plain: true, [0x61, 0, 0xFF, 0xE0]))
        #expect(ID3Tag(third[...])?.frames.map(\.content) == [[0x61, 0, 0xFF, 0xE0]])
        let fourth = tag(
            4, flags: 0x40, [0, 0, 0, 6, 1, 0], frame("PRIV", flags: 0x03, [0, 0, 0, 3, 0xFF, 0, 0xE0, 0]),
            frame("TIT2", flags: 0x08, [1]))
        let tag = try #require(ID3Tag(fourth[...]))
        #expect(tag.frames.map(\.content) == [[0xFF, 0xE0, 0]])
        #expect(tag.skippedFrames == 1)
    }

    @Test func `The timestamp of packed audio is found`() {
        let content =
            Array("com.apple.streaming.transportStreamTimestamp\u{0}".utf8) + [0, 0, 0, 1, 0, 0, 0, 5]
        let bytes = tag(4, frame("PRIV", content))
        #expect(ID3Tag(bytes[...])?.transportStreamTimestamp == 0x1_0000_0005)
    }

    @Test func `What is no tag or not all of one is told`() {
        #expect(ID3Tag([]) == nil)
        #expect(ID3Tag(Array("ID3\u{4}\u{0}\u{0}\u{0}\u{0}\u{0}".utf8)[...]) == nil)
        let bytes = tag(4, frame("TIT2", [0, 0x41]), frame("TALB", [0, 0x42]))
        #expect(ID3Tag(bytes.dropLast())?.isTruncated == true)
        #expect(ID3Tag(bytes.dropLast())?.frames.count == 1)
    }

    @Test func `Damaged tags are read without a trap and do not grow`() {
        var generator = SeededGenerator(state: 9)
        for version in [2, 3, 4] as [UInt8] {
            let whole = tag(
                version, flags: 0x80, frame("TXXX", [1, 0xFF, 0xFE, 0, 0, 1]), frame("COMM", [0, 1, 2, 3]),
                frame("PRIV", [1, 0]))
            for _ in 0..<700 {
                var bytes = whole
                for _ in 0..<3 {
                    bytes[Int.random(in: 5..<bytes.count, using: &generator)] = .random(
                        in: 0...255, using: &generator)
                }
                let tags = ID3Tag.tags(in: bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
                for frame in tags.flatMap(\.frames) { _ = frame.value }
                #expect(tags.flatMap(\.frames).reduce(0) { $0 + $1.content.count } <= bytes.count)
            }
        }
    }
}
