import Foundation
import Testing

@testable import Playhead

/// What MP4 files say of the sound in them, and what is left to the demuxer.
struct MP4PaddingTests {
    private func movie(_ name: String) throws -> [UInt8] {
        let bytes = Array(try Data(contentsOf: Samples.directory.appending(path: name)))
        var place = 0
        while place + 8 <= bytes.count {
            let size = bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
            if bytes[(place + 4)..<(place + 8)].elementsEqual("moov".utf8) {
                return Array(bytes[place..<(place + size)])
            }
            place += size
        }
        throw CocoaError(.fileReadCorruptFile)
    }

    /// The same bytes with other ones so far behind a word.
    private func changed(_ movie: [UInt8], _ word: String, _ offset: Int, to values: [UInt8]) throws
        -> [UInt8]
    {
        let place = try #require(movie.indices.first { movie[$0...].starts(with: word.utf8) }) + offset
        var changed = movie
        changed.replaceSubrange(place..<(place + values.count), with: values)
        return changed
    }

    @Test func `an edit list in milliseconds means everything that was coded behind the delay`() throws {
        let movie = try movie("gapless/aac-a.m4a")
        let found = try #require(MP4Padding(movie: movie))
        #expect(found.padding == EncoderPadding(rate: 44100, delay: 1024, total: 47_500))
        #expect(found.movie.count == movie.count && !found.movie.contains("edts") && movie.contains("edts"))
        #expect(
            try MP4Padding(movie: self.movie("gapless/aac-48-b.m4a"))?.padding
                == EncoderPadding(rate: 48000, delay: 1024, total: 56_924))
    }

    @Test func `an edit list that ends earlier is followed`() throws {
        // Half a second, in milliseconds.
        let shorter = try changed(movie("gapless/aac-a.m4a"), "elst", 12, to: [0, 0, 1, 0xF4])
        #expect(
            MP4Padding(movie: shorter)?.padding == EncoderPadding(rate: 44100, delay: 1024, total: 22_050))
    }

    @Test func `iTunSMPB counts more than an edit list`() throws {
        let movie = try movie("gapless/itunes-a.m4a")
        #expect(
            MP4Padding(movie: movie)?.padding == EncoderPadding(rate: 44100, delay: 2112, total: 47_500))
    }

    @Test(arguments: [
        " 00000000 FFFFFFFF 000001CA", " 00000000 -0000840 000001CA", " 00000000 00000840 0000FFFF",
    ])
    func `iTunSMPB that cannot be is not believed`(_ text: String) throws {
        let movie = try changed(movie("gapless/itunes-a.m4a"), " 00000000 00000840", 0, to: Array(text.utf8))
        #expect(MP4Padding(movie: movie) == nil)
        #expect(ITunesPadding("") == nil && ITunesPadding(" 0 0 0 0") == nil && ITunesPadding("no") == nil)
        #expect(ITunesPadding(" 0 840 1CA 3F31F6 0")?.total == 0x3F31F6)
    }

    @Test(
        arguments: [
            // More entries than one; beyond the end; an empty edit; another speed.
            (4, [0, 0, 0, 2]), (16, [0x7F, 0, 0, 0]), (16, [0xFF, 0xFF, 0xFF, 0xFF]), (20, [0, 2, 0, 0]),
        ] as [(Int, [UInt8])])
    func `an edit list that says something else is left to the demuxer`(_ offset: Int, _ values: [UInt8])
        throws
    {
        // Behind the name stand four bytes of version and flags.
        let movie = try changed(movie("gapless/aac-a.m4a"), "elst", offset + 4, to: values)
        #expect(MP4Padding(movie: movie) == nil)
    }

    @Test(arguments: ["av-h264-aac.mp4", "video-only.mp4", "hls-fmp4/init.mp4"])
    func `what has pictures or fragments is left to the demuxer`(_ name: String) throws {
        guard FileManager.default.fileExists(atPath: Samples.directory.appending(path: name).path) else {
            return
        }
        #expect(MP4Padding(movie: try movie(name)) == nil)
    }

    @Test(arguments: ["gapless/aac-a.m4a", "gapless/itunes-a.m4a"])
    func `bytes that are cut off or changed at any place do no harm`(_ name: String) throws {
        let movie = try movie(name)
        for count in stride(from: 0, to: movie.count, by: 7) {
            _ = MP4Padding(movie: Array(movie.prefix(count)))
        }
        for place in stride(from: 8, to: movie.count, by: 3) {
            for value in [UInt8(0), 0x7F, 0xFF] {
                var bytes = movie
                bytes[place] = value
                #expect(MP4Padding(movie: bytes)?.movie.count ?? movie.count == movie.count)
            }
        }
    }
}

extension [UInt8] {
    fileprivate func contains(_ word: String) -> Bool {
        indices.contains { self[$0...].starts(with: word.utf8) }
    }
}
