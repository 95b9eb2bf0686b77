import Foundation
import GStreamer
import Playhead
import PlayheadSystem
import Testing

@testable import PlayheadCore
@testable import PlayheadPipeline
@testable import TestBasics
@testable import TestSupport

/// The head of Matroska files: from others' files, and from bytes that nobody should write.
struct MatroskaTracksTests {
    private func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
        id
            + [0x08, 0, 0, 0, 0].enumerated().map {
                $0 == 0 ? $1 : UInt8(content.count >> (8 * (4 - $0)) & 255)
            } + content
    }

    private func track(_ number: UInt8, _ kind: UInt8, _ more: [UInt8] = []) -> [UInt8] {
        element([0xAE], element([0xD7], [number]) + element([0x83], [kind]) + more)
    }

    /// A file with these tracks, behind something else.
    private func file(_ tracks: [UInt8]) -> [UInt8] {
        let segment = element([0xEC], [0, 0, 0]) + element([0x16, 0x54, 0xAE, 0x6B], tracks)
        return element([0x1A, 0x45, 0xDF, 0xA3], [1, 2, 3]) + element([0x18, 0x53, 0x80, 0x67], segment)
    }

    private func read(_ bytes: [UInt8]) -> [MatroskaTrack] {
        MatroskaTracks.read { offset, count in
            offset < bytes.count ? Array(bytes[offset..<min(offset + count, bytes.count)]) : []
        }
    }

    @Test func `flags, languages and names are read, in the order of the numbers`() {
        let found = read(
            file(
                track(3, 17, element([0x55, 0xAA], [1]) + element([0x22, 0xB5, 0x9C], Array("ger".utf8)))
                    + track(1, 1)
                    + track(
                        2, 2,
                        element([0x88], [0]) + element([0x55, 0xAB], [1]) + element([0x55, 0xAE], [1])
                            + element([0x53, 0x6E], Array("Ton\0".utf8))
                            + element([0x22, 0xB5, 0x9C], Array("por".utf8))
                            + element([0x22, 0xB5, 0x9D], Array("pt-BR".utf8)))))
        #expect(found.map(\.number) == [1, 2, 3] && found.map(\.kind) == [.video, .audio, .subtitles])
        #expect(
            found.map(\.isDefault) == [true, false, true] && found.map(\.isForced) == [false, false, true])
        #expect(found.map(\.language) == ["en", "pt-BR", "de"] && found[1].title == "Ton")
        #expect(found[1].isForHearingImpaired && found[1].isOriginal)
        #expect(found[1].isStream("abc/002:123") && !found[1].isStream("abc/003:2") && !found[1].isStream(""))
    }

    @Test func `a segment of unknown size is read too`() {
        var bytes = file(track(1, 2))
        let place = bytes.indices.first { Array(bytes[$0...].prefix(4)) == [0x18, 0x53, 0x80, 0x67] } ?? 0
        bytes.replaceSubrange(place + 4..<place + 9, with: [0x01] + Array(repeating: 0xFF, count: 7))
        #expect(read(bytes).map(\.number) == [1])
    }

    @Test(.apart) func `cut and changed bytes cause no crash`() {
        let whole = file(track(1, 1) + track(2, 2, element([0x53, 0x6E], Array("Name".utf8))))
        for count in 0..<whole.count { #expect(read(Array(whole.prefix(count))).count <= 2) }
        for place in whole.indices {
            for value in [UInt8(0), 1, 0x7F, 0x80, 0xFF] {
                var bytes = whole
                bytes[place] = value
                #expect(read(bytes).count <= 2)
            }
        }
    }

    @Test func `the tracks of the samples have their flags, languages and names`() throws {
        let path = { (name: String) in Samples.directory.appending(path: name).path }
        let film = MatroskaTracks.read(path: FilePath(path("chapters.mkv")))
        #expect(film.map(\.kind) == [.video, .audio] && film.map(\.language) == [nil, "de"])
        #expect(film.last?.title == "Sound")
        #expect(MatroskaTracks.read(path: FilePath(path("subtitles.mkv"))).last?.codecID == "S_TEXT/UTF8")
        #expect(MatroskaTracks.read(path: FilePath(path("av-h264-aac.mp4"))).isEmpty)
        #expect(
            MatroskaTracks.read(path: FilePath(path("missing"))).isEmpty
                && MatroskaTracks.read(path: "/dev/zero").isEmpty)
    }
}
