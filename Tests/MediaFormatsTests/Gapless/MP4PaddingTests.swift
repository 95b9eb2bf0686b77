import Foundation
import Testing

@testable import MediaFormats
@testable import TestBasics

/// What MP4 files say of the sound in them, and what is left to the demuxer.
@Suite(.apart)
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

    @Test func `an edit list in milliseconds covers all samples after the delay`() throws {
        let movie = try movie("gapless/aac-a.m4a")
        let found = try #require(MP4Padding(movie: movie))
        #expect(found.padding == EncoderPadding(rate: 44100, delay: 1024, total: 47_500))
        #expect(found.movie.count == movie.count && !found.movie.contains("edts") && movie.contains("edts"))
        #expect(
            try MP4Padding(movie: self.movie("gapless/aac-48-b.m4a"))?.padding
                == EncoderPadding(rate: 48000, delay: 1024, total: 56_924))
    }

    @Test func `an edit list with an earlier end is applied`() throws {
        // Half a second, in milliseconds.
        let shorter = try changed(movie("gapless/aac-a.m4a"), "elst", 12, to: [0, 0, 1, 0xF4])
        #expect(
            MP4Padding(movie: shorter)?.padding == EncoderPadding(rate: 44100, delay: 1024, total: 22_050))
    }

    @Test func `iTunSMPB takes precedence over an edit list`() throws {
        let movie = try movie("gapless/itunes-a.m4a")
        #expect(
            MP4Padding(movie: movie)?.padding == EncoderPadding(rate: 44100, delay: 2112, total: 47_500))
    }

    @Test(arguments: [
        " 00000000 FFFFFFFF 000001CA", " 00000000 -0000840 000001CA", " 00000000 00000840 0000FFFF",
    ])
    func `an impossible iTunSMPB is ignored`(_ text: String) throws {
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
    func `an unusual edit list is left to the demuxer`(_ offset: Int, _ values: [UInt8])
        throws
    {
        // Behind the name stand four bytes of version and flags.
        let movie = try changed(movie("gapless/aac-a.m4a"), "elst", offset + 4, to: values)
        #expect(MP4Padding(movie: movie) == nil)
    }

    @Test(arguments: ["av-h264-aac.mp4", "video-only.mp4", "hls-fmp4/init.mp4"])
    func `a file with video or fragments is left to the demuxer`(_ name: String) throws {
        guard FileManager.default.fileExists(atPath: Samples.directory.appending(path: name).path) else {
            return
        }
        #expect(MP4Padding(movie: try movie(name)) == nil)
    }

    @Test func `each audio track of a video file has its own padding, and the movie lasts to the latest end`()
        throws
    {
        let movie = try movie("gapless/film-b.mp4")
        let film = try #require(MP4MultiTrackPadding(movie: movie))
        let sound = try #require(EncoderPadding(rate: 44100, delay: 1024, total: 51_450))
        #expect(film.padding == FilmPadding(tracks: [2: sound], duration: .milliseconds(1167)))
        #expect(film.padding.padding(ofStream: "c0ffee/002") == sound)
        #expect(
            film.padding.padding(ofStream: "c0ffee/001") == nil && film.padding.padding(ofStream: nil) == nil)
        // The list of the pictures stays; 52,474 samples are 1189.9 ms.
        #expect(film.movie.count == movie.count)
        #expect(film.movie.count(of: "edts") == 1 && movie.count(of: "edts") == 2)
        let length = try #require(film.movie.place(of: "mvhd")) + 20
        #expect(film.movie[length..<length + 4].elementsEqual([0, 0, 4, 167]))
    }

    @Test func `a delay of more than 0.25 s is left to the demuxer`() throws {
        // The first 600 ms of 1100: 22,050 samples of delay are more than a quarter of a second.
        let film = try changed(movie("gapless/film-a.mp4"), "mvhd", 20, to: [0, 0, 0x02, 0x58])
        let list = try #require(film.place(of: "elst", after: film.place(of: "elst") ?? 0))
        var cut = film
        cut.replaceSubrange(list + 12..<list + 20, with: [0, 0, 0x02, 0x58, 0, 0, 0x56, 0x22])
        let changed = try #require(MP4MultiTrackPadding(movie: cut))
        #expect(changed.padding.tracks.isEmpty && changed.movie.count(of: "edts") == 2)
        #expect(changed.padding.duration == .milliseconds(600))
    }

    @Test func `a video file without audio stays unchanged`() throws {
        #expect(MP4MultiTrackPadding(movie: try movie("video-only.mp4")) == nil)
    }

    @Test func `a track too short for the longer movie is not lost for that`() throws {
        var movie = try movie("gapless/film-a.mp4")
        let header = try #require(movie.place(of: "mdhd")) + 20
        // 221 of 1100 ms, and the movie is to be 1124.
        movie.replaceSubrange(header..<header + 4, with: [0, 0, 0x0D, 0x43])
        #expect(MP4MultiTrackPadding(movie: movie) == nil)
    }

    @Test func `cut and changed bytes of a video file cause no crash`() throws {
        try harm(movie("gapless/film-quicktime-a.mov")) { MP4MultiTrackPadding(movie: $0)?.movie }
    }

    @Test(arguments: ["gapless/film-a.mp4", "gapless/aac-a.m4a"])
    func `impossible timescales and lengths cause no crash`(_ name: String) throws {
        let movie = try movie(name)
        // Of the last track, which is the one of sound.
        func last(_ word: String) throws -> Int {
            let places = movie.indices.filter { movie[$0...].starts(with: word.utf8) }
            return try #require(places.last)
        }
        let places = try [
            last("mvhd") + 16, last("mvhd") + 20, last("mdhd") + 16, last("mdhd") + 20, last("stts") + 16,
            last("elst") + 16,
        ]
        let values: [[UInt8]?] = [
            nil, [0, 0, 0, 1], [0x40, 0, 0, 0], [0x7F, 255, 255, 255], [255, 255, 255, 255],
        ]
        let ways = repeatElement(values.count, count: places.count).reduce(1, *)
        for way in 0..<ways {
            var (changed, rest) = (movie, way)
            for place in places {
                if let value = values[rest % values.count] {
                    changed.replaceSubrange(place..<place + 4, with: value)
                }
                rest /= values.count
            }
            #expect(MP4MultiTrackPadding(movie: changed)?.movie.count ?? movie.count == movie.count)
            #expect(MP4Padding(movie: changed)?.movie.count ?? movie.count == movie.count)
        }
    }

    @Test func `an edit list of 64-bit numbers equals one of 32-bit numbers`() throws {
        let movie = try movie("gapless/aac-a.m4a")
        let edits = try #require(movie.place(of: "edts"))
        let list = try #require(movie.place(of: "elst"))
        #expect(list == edits + 8)
        func grown(_ word: String) throws -> Int { try #require(movie.place(of: word)) - 4 }
        var long = movie
        let (length, start) = (Array(movie[list + 12..<list + 16]), Array(movie[list + 16..<list + 20]))
        let zeros = [UInt8](repeating: 0, count: 4)
        long.replaceSubrange(
            list + 4..<list + 20, with: [1, 0, 0, 0, 0, 0, 0, 1] + zeros + length + zeros + start)
        for place in [0, try grown("trak"), edits - 4, list - 4] {
            let size = long[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } + 8
            long.replaceSubrange(
                place..<place + 4, with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) })
        }
        #expect(try #require(MP4Padding(movie: long)).padding == MP4Padding(movie: movie)?.padding)
    }

    @Test(arguments: ["gapless/aac-a.m4a", "gapless/itunes-a.m4a"])
    func `cut and changed bytes of an audio file cause no crash`(_ name: String) throws {
        try harm(movie(name)) { MP4Padding(movie: $0)?.movie }
    }

    /// Cuts a movie off everywhere, and changes it everywhere: what is made of it is as long as it was.
    private func harm(_ movie: [UInt8], _ change: ([UInt8]) -> [UInt8]?) {
        for count in stride(from: 0, to: movie.count, by: 7) { _ = change(Array(movie.prefix(count))) }
        for place in stride(from: 8, to: movie.count, by: 3) {
            for value in [UInt8(0), 0x7F, 0xFF] {
                var bytes = movie
                bytes[place] = value
                #expect(change(bytes)?.count ?? movie.count == movie.count)
            }
        }
    }
}

extension [UInt8] {
    fileprivate func contains(_ word: String) -> Bool { place(of: word) != nil }

    fileprivate func place(of word: String, after start: Int = -1) -> Int? {
        indices.dropFirst(start + 1).first { self[$0...].starts(with: word.utf8) }
    }

    fileprivate func count(of word: String) -> Int {
        indices.count { self[$0...].starts(with: word.utf8) }
    }
}
