import Foundation
import Testing

@testable import MediaFormats
@testable import TestBasics

/// Chapters of MP4 files, of which GStreamer 1.22 reads none.
struct MP4ChaptersTests {
    private let bytes: [UInt8]

    init() throws {
        bytes = Array(try Data(contentsOf: Samples.directory.appending(path: "chapters.m4b")))
    }

    private func read(_ bytes: [UInt8]) -> [ChapterEntry] {
        MP4Chapters.read { offset, count in
            offset < bytes.count ? Array(bytes[offset..<min(offset + count, bytes.count)]) : []
        }
    }

    /// The same file with another word in place of one.
    private func changed(_ word: String, to other: String) -> [UInt8] {
        var changed = bytes
        for place in bytes.indices where bytes[place...].starts(with: word.utf8) {
            changed.replaceSubrange(place..<place + 4, with: other.utf8)
        }
        return changed
    }

    @Test func `the titles of the chapter track are read`() {
        let found = read(bytes)
        #expect(found.map(\.title) == ["Opening", "Middle", "Ende – fin"])
        #expect(found.map(\.start) == [.zero, .seconds(1), .milliseconds(2500)])
        #expect(found.map(\.end) == [.seconds(1), .milliseconds(2500), .seconds(4)])
    }

    @Test func `the Nero chapter list is read without a chapter track`() {
        let found = read(changed("tref", to: "xxxx"))
        #expect(found.map(\.title) == ["Opening", "Middle", "Ende – fin"])
        #expect(
            found.map(\.start) == [.zero, .seconds(1), .milliseconds(2500)]
                && found.allSatisfy { $0.end == nil })
        #expect(read(changed("moov", to: "xxxx")).isEmpty && read([]).isEmpty)
    }

    @Test(.apart) func `cut and changed bytes cause no crash`() {
        let start = bytes.indices.first { bytes[$0...].starts(with: "moov".utf8) } ?? 0
        // The tables, and not the sound.
        let moov = Array(bytes[(start - 4)...])
        for count in stride(from: 0, to: moov.count, by: 7) {
            #expect(read(Array(moov.prefix(count))).count <= 3)
        }
        for place in stride(from: 0, to: moov.count, by: 5) {
            for value in [UInt8(0), 0x7F, 0xFF] {
                var bytes = moov
                bytes[place] = value
                #expect(read(bytes).count <= 10000)
            }
        }
    }
}
