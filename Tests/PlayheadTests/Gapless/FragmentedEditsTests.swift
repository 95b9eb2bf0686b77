import Testing

@testable import Playhead

/// What the edit lists of a fragmented MP4 say of when its streams begin.
@Suite struct FragmentedEditsTests {
    private typealias Edit = (length: UInt32, place: Int32)

    private func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xFF) } }

    private func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
        let content = content.flatMap { $0 }
        return bytes(UInt32(content.count + 8)) + Array(type.utf8) + content
    }

    private func header(_ type: String, scale: UInt32) -> [UInt8] {
        box(type, bytes(0), bytes(0), bytes(0), bytes(scale), bytes(0), bytes(0))
    }

    private func track(_ handler: String, scale: UInt32, _ edits: [Edit]) -> [UInt8] {
        let list = edits.flatMap { bytes($0.length) + bytes(UInt32(bitPattern: $0.place)) + bytes(0x10000) }
        let edit = box("edts", box("elst", bytes(0), bytes(UInt32(edits.count)), list))
        let media = box(
            "mdia", header("mdhd", scale: scale),
            box("hdlr", bytes(0), bytes(0), Array(handler.utf8), bytes(0)))
        return edits.isEmpty ? box("trak", media) : box("trak", edit, media)
    }

    private func edits(_ video: [Edit], _ sound: [Edit], fragments: Bool = true) -> FragmentedEdits? {
        let tracks =
            track("vide", scale: 12800, video) + track("soun", scale: 44100, sound)
        let rest = fragments ? box("mvex") : []
        return FragmentedEdits(movie: box("moov", header("mvhd", scale: 1000), tracks, rest))
    }

    @Test func `pictures in another order are brought to the sound`() throws {
        // As libavformat writes it of H.264 with B-frames and AAC.
        let found = try #require(edits([(80, -1), (0, 1024)], [(56, -1), (0, 0)]))
        #expect(found.pictures == .zero && found.sound == .milliseconds(56))
        let direct = try #require(edits([(0, 1024)], [(0, 1024)]))
        let late = Duration.seconds(1) * (1024.0 / 12800 - 1024.0 / 44100)
        #expect(direct.pictures == .zero && abs((direct.sound - late) / .microseconds(1)) < 1)
        let none = try #require(edits([], []))
        #expect(none.pictures == .zero && none.sound == .zero)
    }

    @Test func `what cannot be, or means more, is left alone`() {
        #expect(edits([(80, -1), (0, 1024)], [(56, -1), (0, 0)], fragments: false) == nil)
        #expect(edits([(5000, -1), (0, 0)], []) == nil)
        #expect(edits([(40, 0), (40, 1024)], []) == nil)
        #expect(edits([(80, -1)], []) == nil)
        #expect(edits([(80, -1), (40, -1), (0, 0)], []) == nil)
        #expect(FragmentedEdits(movie: []) == nil)
        #expect(FragmentedEdits(movie: box("moov", box("mvex"))) == nil)
    }
}
