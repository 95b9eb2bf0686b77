import Foundation
import PlayheadSystem
import TestBasics

@testable import GStreamer
@testable import MediaFormats
@testable import PlayheadCore

/// What is read of files beside their samples: tags, padding, chapters, protection, images.
enum FileParsers {
    static let all: [FuzzedParser] = [
        FuzzedParser("ID3", tags) { bytes in
            _ = ID3Tag.size(bytes[...])
            for tag in ID3Tag.tags(in: bytes[...]) + [ID3Tag(bytes[...])].compactMap({ $0 }) {
                (_, _) = (tag.frames.map(\.value), tag.transportStreamTimestamp)
            }
            _ = ID3Chapter.chapter(in: bytes)
            _ = ID3Chapter.chapter(in: Array(bytes.dropFirst(10)))
            _ = TimestampTag.contents(bytes)
        },
        FuzzedParser("movie box", try movies) { bytes in
            (_, _, _) = (
                MP4Chapters.read(movie: bytes), MP4Display.read(movie: bytes),
                FileProtection.scheme(movie: bytes)
            )
            _ = MP4ShortTracks.lengthened(movie: bytes)
            _ = MP4Padding(movie: bytes)
            for name in [nil, "1"] {
                _ = MP4MultiTrackPadding(movie: bytes)?.padding.padding(ofStream: name)?.duration
            }
        },
        FuzzedParser(
            "MP3 file", try Seeds.media("gapless/lame-vbr-a.mp3", "gapless/lame-a.mp3", "chapters.mp3")
        ) { bytes in
            _ = LAMETag.read(bytes, length: bytes.count)
            _ = LAMETag.hide(bytes, length: bytes.count, isJoined: true)
            try inFile(bytes) { file in
                _ = EncoderPadding.read(file)?.duration
                _ = ConcatenatedMP3(file)?.duration
            }
        },
        FuzzedParser("sizes of files", try Seeds.media("tone.wav", "tone.ogg", "tone.opus", upTo: 2048)) {
            bytes in
            try inFile(bytes) { _ = DeclaredFileSize.isBroken($0) }
        },
        FuzzedParser("Matroska cues", try cues) { bytes in
            try inFile(bytes) { _ = MatroskaCueCheck.brokenCues(in: $0) }
            _ = try WebMCues(bytes[...], at: 0, segmentDataStart: 0, timestampScale: 1_000_000).segments(
                duration: 9)
        },
        FuzzedParser(
            "MP4 file", try Seeds.media("gapless/itunes-a.m4a", "chapters.m4b", "gapless/film-a.mp4")
        ) { bytes in
            _ = FileProtection.scheme(size: bytes.count, bytes.reader)
            try inFile(bytes) { _ = EncoderPadding.read($0)?.duration }
            var hunt = BoxHunt(type: Array("moov".utf8), limit: 1 << 20)
            _ = hunt.take(Array(bytes.prefix(700)), at: 0)
            _ = hunt.take(Array(bytes.dropFirst(700)), at: nil)
            _ = hunt.giveUp()
        },
        FuzzedParser("image", images) { bytes in
            _ = ImageFile.format(of: bytes)
            _ = try ImageFile(bytes)
        },
        FuzzedParser("SVG", isText: true, [TestImage.svg(), TestImage.svg(width: "1e3mm", height: "50%")]) {
            bytes in
            _ = try ImageFile(bytes)
        },
        FuzzedParser("coded pictures", pictures) { bytes in
            for codec in [CodedPictures.Codec.h264, .h265] {
                for isByteStream in [true, false] {
                    var pictures = CodedPictures(
                        codec: codec, isByteStream: isByteStream, configuration: bytes)
                    _ = pictures?.isDisposable(bytes.span)
                    _ = pictures?.isOpenKeyframe(bytes.span)
                }
            }
        },
        FuzzedParser(
            "chapters in comments", isText: true,
            Seeds.texts("CHAPTER001=00:01:02.500\nCHAPTER001NAME=One\nCHAPTER002=99999:59:59.999\n")
        ) { bytes in
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
            _ = ChapterComments.chapters(in: lines)
        },
    ]

    private static let tags: [[UInt8]] = [
        Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0x5C] + Array("TIT2".utf8) + [0, 0, 0, 4, 0, 0, 3, 65, 66, 67]
            + Array("CHAP".utf8) + [0, 0, 0, 0x24, 0, 0] + Array("c1\0".utf8)
            + [0, 0, 0, 1, 0, 0, 9, 9, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF] + Array("TIT2".utf8)
            + [0, 0, 0, 7, 0, 0, 1, 0xFF, 0xFE, 65, 0, 66, 0] + Array("PRIV".utf8) + [0, 0, 0, 12, 0, 0]
            + Array("owner\0".utf8) + [0, 0, 0, 1, 2, 3],
        Array("ID3".utf8) + [3, 0, 0x40, 0, 0, 0, 60, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0] + Array("PRIV".utf8) + [
            0, 0, 0, 53, 0, 0,
        ]
            + Array("com.apple.streaming.transportStreamTimestamp\0".utf8) + [
                0, 0, 0, 0, 0, 0xD, 0xBB, 0xA0,
            ],
        Array("ID3".utf8) + [2, 0, 0x80, 0, 0, 0, 30] + Array("TT2".utf8) + [0, 0, 4, 0, 65, 66, 67]
            + Array("PIC".utf8) + [0, 0, 10, 0, 80, 78, 71, 3, 0, 1, 2, 3, 4],
    ]

    private static var movies: [[UInt8]] {
        get throws {
            try Seeds.movies(
                "gapless/itunes-a.m4a", "gapless/aac-a.m4a", "gapless/alac-a.m4a", "gapless/film-a.mp4",
                "gapless/film-quicktime-a.mov", "chapters.m4b", "rotated.mp4", "wide-pixels.mp4",
                "subtitles.mp4",
                "uneven-frames.mp4", "dash/whole-0.mp4")
        }
    }

    /// A small file with its cues in front, and cues alone.
    private static var cues: [[UInt8]] {
        get throws {
            let id: [UInt8] = [0x1C, 0x53, 0xBB, 0x6B]
            return try ["av-vp9-opus.webm", "subtitles.mkv", "bitmaps/pgs.mkv"].flatMap { name in
                let bytes = try Repository.bytes("media/\(name)")
                let starts = bytes.indices.filter { bytes[$0...].starts(with: id) }
                return starts.last.map { [Array(bytes[$0...].prefix(1000))] } ?? []
            } + Seeds.media("bitmaps/pgs.mkv", "bitmaps/vobsub.mkv")
        }
    }

    private static let images =
        (TestImage.formats + TestImage.animations).map(\.bytes)
        + [TestImage.jpeg(orientation: 6), TestImage.losslessWebP, TestImage.grayMap]

    private static let pictures: [[UInt8]] = [
        [1, 0x42, 0, 0x1E, 0xFF, 0xE1, 0, 4, 0x67, 0x42, 0, 0x1E],
        [0, 0, 0, 2, 1, 0x9A, 0, 0, 0, 3, 0x65, 0x88, 0x84],
        [0, 0, 0, 1, 0x67, 0x42, 0, 0x1E, 0, 0, 1, 0x65, 0x88, 0, 0, 1, 1, 0x9A, 2],
        [UInt8](repeating: 0, count: 21) + [0xF],
        [0, 0, 0, 1, 0x42, 1, 3, 0, 0, 1, 0, 1, 0xD0, 0, 0, 1, 2, 2, 0x40],
    ]

    /// Runs a parser of files.
    private static func inFile(_ bytes: [UInt8], _ read: (FileBytes) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "playhead-fuzz-file-\(UUID().uuidString)"
        try Data(bytes).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        if let file = FileBytes(path: FilePath(path)) { try read(file) }
    }
}
