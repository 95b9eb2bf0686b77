import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import TestSupport
import Testing

@testable import TestBasics

/// Pictures of an HLS stream that offers its keyframes in playlists of their own (`EXT-X-I-FRAME-STREAM-INF`).
@Suite(.enabled(if: FFmpeg.isInstalled), .timeLimit(.minutes(3)))
struct KeyframePlaylistTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let sizes = ["320x192", "160x96"]

    /// A stream of 6 keyframes, every 2 s, in two sizes.
    private func write(_ kind: String) async throws {
        let pattern = TestPattern(.matroska, item: 6, length: .seconds(12), audio: [.init(.aac)])
        let source = try await pattern.write(in: folder)
        var master = "#EXTM3U\n"
        for size in Self.sizes {
            let playlist = try FFmpeg.make(
                "\(size).m3u8",
                "-i \(source) -c:v libx264 -preset veryfast -vf scale=\(size) -g 50 -keyint_min 50 "
                    + "-sc_threshold 0 -pix_fmt yuv420p -c:a copy -f hls -hls_time 2 -hls_playlist_type vod "
                    + "-hls_flags single_file -hls_segment_type \(kind == "ts" ? "mpegts" : "fmp4")",
                in: folder)
            let text = try String(contentsOfFile: playlist, encoding: .utf8)
            try keyframes(text, kind).write(
                toFile: "\(folder.path)/keyframes-\(size).m3u8", atomically: true, encoding: .utf8)
            let rate = size == "160x96" ? 300_000 : 900_000
            master += "#EXT-X-STREAM-INF:BANDWIDTH=\(rate),RESOLUTION=\(size)\n\(size).m3u8\n"
            master += "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=\(rate / 10),RESOLUTION=\(size),"
            master += "URI=\"keyframes-\(size).m3u8\"\n"
        }
        try master.write(toFile: "\(folder.path)/film.m3u8", atomically: true, encoding: .utf8)
    }

    /// The playlist of the keyframes of a playlist whose segments begin with them.
    private func keyframes(_ playlist: String, _ kind: String) throws -> String {
        var lines: [String] = []
        var file: [UInt8] = []
        for line in playlist.split(separator: "\n").map(String.init) {
            guard line.hasPrefix("#EXT-X-BYTERANGE:") else {
                lines.append(line)
                continue
            }
            if file.isEmpty {
                let size = try #require(Self.sizes.first { playlist.contains($0) })
                let name = "\(folder.path)/\(size).\(kind == "ts" ? "ts" : "m4s")"
                file = Array(try Data(contentsOf: URL(filePath: name)))
            }
            let numbers = line.dropFirst(17).split(separator: "@").compactMap { Int($0) }
            let segment = numbers[1]..<numbers[1] + numbers[0]
            let keyframe = kind == "ts" ? packets(in: file, segment) : fragment(in: file, segment)
            lines.append("#EXT-X-BYTERANGE:\(keyframe.count)@\(keyframe.lowerBound)")
        }
        lines.insert("#EXT-X-I-FRAMES-ONLY", at: 1)
        return lines.joined(separator: "\n")
    }

    /// The transport packets of the first video frame.
    private func packets(in file: [UInt8], _ segment: Range<Int>) -> Range<Int> {
        let starts = stride(from: segment.lowerBound, to: segment.upperBound, by: 188).filter {
            file[$0 + 1] & 0x5F == 0x41 && file[$0 + 2] == 0
        }
        return starts[0]..<starts[1]
    }

    /// The `moof` box with the first sample of the first track.
    private func fragment(in file: [UInt8], _ segment: Range<Int>) -> Range<Int> {
        func place(of box: String, from start: Int) -> Int {
            segment.first { $0 >= start && file[$0..<$0 + 4].elementsEqual(box.utf8) } ?? start
        }
        func number(at place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        let fragment = place(of: "moof", from: segment.lowerBound)
        let run = place(of: "trun", from: fragment)
        let flags = number(at: run + 4)
        let size = run + 16 + (flags & 4 != 0 ? 4 : 0) + (flags & 0x100 != 0 ? 4 : 0)
        return segment.lowerBound..<fragment - 4 + number(at: run + 12) + number(at: size)
    }

    private func bytes(_ server: MediaServer) -> Int { server.log.requests.map(\.bytesSent).reduce(0, +) }

    private func paths(_ server: MediaServer) -> Set<String> { Set(server.log.requests.map(\.path)) }

    @Test(arguments: ["ts", "mp4"]) func `the smallest keyframes that suffice are loaded alone`(kind: String)
        async throws
    {
        try await write(kind)
        let server = try await MediaServer(folder: folder.path)
        let item = MediaItem(uri: server.address(of: "film.m3u8"))
        let generator = ImageGenerator(item, size: .fitting(width: 160, height: 90))
        var numbers: [Int?] = []
        for (time, tolerance) in [(0.5, .near), (3.9, .near), (9.9, .before), (6.1, .after), (11.9, .near)]
            as [(Double, SeekTolerance)]
        {
            numbers.append(try await generator.image(at: .seconds(time), tolerance: tolerance).code?.number)
        }
        #expect(numbers == [0, 100, 200, 200, 250])
        let media = kind == "ts" ? "160x96.ts" : "160x96.m4s"
        #expect(paths(server) == ["film.m3u8", "keyframes-160x96.m3u8", media])
        let whole = try Data(contentsOf: URL(filePath: "\(folder.path)/\(media)")).count
        #expect(bytes(server) < whole / 2, "\(bytes(server)) of \(whole)")
        await server.close()
    }

    @Test func `pictures between keyframes come from the stream, and large ones from large keyframes`()
        async throws
    {
        try await write("ts")
        let server = try await MediaServer(folder: folder.path)
        let generator = ImageGenerator(MediaItem(uri: server.address(of: "film.m3u8")))
        let keyframe = try await generator.image(at: .milliseconds(4100), tolerance: .near)
        #expect(keyframe.code?.number == 100 && keyframe.width == 320)
        #expect(paths(server) == ["film.m3u8", "keyframes-320x192.m3u8", "320x192.ts"])
        #expect(try await generator.image(at: .milliseconds(2510)).code?.number == 62)
        #expect(try await generator.image(at: .milliseconds(7900), tolerance: .near).code?.number == 200)
        await server.close()
    }

    @Test func `without a playlist of keyframes that can be read the stream is read`() async throws {
        try await write("ts")
        for size in Self.sizes {
            try "no playlist".write(
                toFile: "\(folder.path)/keyframes-\(size).m3u8", atomically: true, encoding: .utf8)
        }
        let server = try await MediaServer(folder: folder.path)
        let generator = ImageGenerator(MediaItem(uri: server.address(of: "film.m3u8")))
        for time in [4.1, 7.9] {
            let frame = try await generator.image(at: .seconds(time), tolerance: .near)
            #expect(frame.code?.number == (time < 5 ? 100 : 200))
        }
        #expect(server.log.requests(for: "keyframes-*.m3u8").count == 1)
        await server.close()
    }
}
