import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// The properties of tracks in media whose encoders were told them. The values are those of ffprobe.
@Suite(.timeLimit(.minutes(5)), .enabled(if: FFmpeg.isInstalled, "needs FFmpeg"))
struct TrackPropertiesTests {
    private let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    private static let picture = "-f lavfi -i testsrc2=s=320x180:r=25:d=0.4 "
    private static let volume =
        "master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50):max-cll=1000,400"

    /// The only track of a file, which an inspection, and a player of the file and of its address, agree on.
    private func track(_ name: String, _ options: String) async throws -> Track {
        let path = try FFmpeg.make(name, options, in: folder)
        let inspection = await MediaInspector(jobs: 1).inspect(MediaItem(path: path))
        let track = try #require(inspection.tracks.first)
        let server = try await MediaServer(folder: folder.path)
        for item in [MediaItem(path: path), MediaItem(uri: server.address(of: name))] {
            let player = Player(configuration: .silent)
            player.load(item)
            try await player.waitUntil(.ready)
            let known = player.tracks.first
            #expect(known?.video == track.video && known?.audio == track.audio, "\(item.uri)")
            #expect(known?.profile == track.profile && known?.level == track.level, "\(item.uri)")
            await player.close()
        }
        await server.close()
        return track
    }

    @Test(arguments: ["mkv", "mp4", "ts"]) func `HDR10 in H.265`(_ ending: String) async throws {
        let track = try await track(
            "hdr10.\(ending)",
            Self.picture + "-pix_fmt yuv420p10le -c:v libx265 -x265-params log-level=0:colorprim=bt2020:"
                + "transfer=smpte2084:colormatrix=bt2020nc:range=limited:hdr10=1:" + Self.volume)
        let video = try #require(track.video)
        #expect(track.codec == "HEVC" && track.profile == "Main 10" && track.level == "2")
        #expect(video.bitDepth == 10 && video.chromaFormat == "4:2:0" && video.fieldOrder == .progressive)
        #expect(
            video.color
                == VideoColor(primaries: "bt2020", transfer: "pq", matrix: "bt2020-ncl", isFullRange: false))
        #expect(video.hdr == .hdr10)
        let display = try #require(video.masteringDisplay)
        #expect(display.red == .init(x: 0.68, y: 0.32) && display.green == .init(x: 0.265, y: 0.69))
        #expect(display.blue == .init(x: 0.15, y: 0.06) && display.white == .init(x: 0.3127, y: 0.329))
        #expect(display.maximumLuminance == 1000 && display.minimumLuminance == 0.005)
        #expect(video.contentLightLevel == ContentLightLevel(maximum: 1000, maximumFrameAverage: 400))
        #expect(video.pixelAspectRatio == PixelAspectRatio(width: 1, height: 1))
        #expect(video.frameRateMode == (ending == "ts" ? nil : .constant))
    }

    @Test func `HLG in H.265, and PQ without values of a display in VP9 and AV1`() async throws {
        let hlg = try await track(
            "hlg.mkv",
            Self.picture + "-pix_fmt yuv420p10le -c:v libx265 -x265-params "
                + "log-level=0:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc")
        #expect(hlg.video?.hdr == .hlg && hlg.video?.color?.transfer == "hlg")
        let color = "-color_primaries bt2020 -colorspace bt2020nc -color_trc smpte2084"
        let vp9 = try await track(
            "pq.webm",
            Self.picture + "-pix_fmt yuv420p10le -c:v libvpx-vp9 -cpu-used 8 -profile:v 2 -color_range tv "
                + color)
        #expect(vp9.codec == "VP9" && vp9.profile == "Profile 2" && vp9.video?.hdr == .pq)
        #expect(vp9.video?.bitDepth == 10 && vp9.video?.color?.matrix == "bt2020-ncl")
        let av1 = try await track(
            "pq.mp4", Self.picture + "-pix_fmt yuv420p10le -c:v libaom-av1 -cpu-used 8 " + color)
        #expect(av1.codec == "AV1" && av1.profile == "Main" && av1.video?.hdr == .pq)
        #expect(av1.video?.bitDepth == 10 && av1.video?.color?.primaries == "bt2020")
    }

    @Test func `ProRes, 4:4:4, gray pixels and pixels that are not square`() async throws {
        let prores = try await track(
            "prores.mov",
            Self.picture + "-c:v prores_ks -profile:v 2 -pix_fmt yuv422p10le -color_primaries bt709"
                + " -colorspace bt709 -color_trc bt709")
        #expect(prores.codec == "ProRes" && prores.profile == "Standard" && prores.level == nil)
        #expect(prores.video?.bitDepth == 10 && prores.video?.chromaFormat == "4:2:2")
        #expect(prores.video?.color?.primaries == "bt709" && prores.video?.hdr == nil)
        let full = try await track(
            "full.mkv",
            Self.picture + "-pix_fmt yuv444p -c:v libx264 -aspect 4:3 -color_range pc"
                + " -color_primaries smpte170m -colorspace smpte170m -color_trc smpte170m")
        #expect(full.profile == "High 4:4:4 Predictive" && full.level == "1.2")
        #expect(full.video?.chromaFormat == "4:4:4" && full.video?.bitDepth == 8)
        #expect(
            full.video?.color
                == VideoColor(
                    primaries: "smpte170m", transfer: "smpte170m", matrix: "smpte170m", isFullRange: true))
        #expect(full.video?.pixelAspectRatio == PixelAspectRatio(width: 3, height: 4))
        let wide = try await track(
            "wide.mp4",
            Self.picture + "-pix_fmt yuv420p -c:v libx264 -color_range pc -color_primaries bt709"
                + " -colorspace bt709 -color_trc bt709")
        #expect(wide.video?.color?.isFullRange == true && wide.video?.color?.matrix == "bt709")
        let plain = try await track("plain.mp4", Self.picture + "-pix_fmt yuv420p -c:v libx264")
        #expect(plain.video?.color == nil && plain.video?.hdr == nil)
    }

    @Test func `a variable frame rate in MP4`() async throws {
        let track = try await track(
            "variable.mp4",
            "-f lavfi -i testsrc2=s=320x180:r=25:d=1 -vf select=not(eq(mod(n\\,5)\\,2)) -vsync vfr -c:v libx264"
        )
        #expect(track.video?.frameRateMode == .variable)
    }

    @Test(arguments: [
        ("top", "m2.mpg", "-c:v mpeg2video", VideoProperties.FieldOrder.topFieldFirst),
        ("bottom", "m2.ts", "-c:v mpeg2video", .bottomFieldFirst),
        ("top", "avc.mkv", "-c:v libx264 -x264-params tff=1", .topFieldFirst),
        ("bottom", "avc.mp4", "-c:v libx264 -x264-params bff=1", .bottomFieldFirst),
    ])
    func `the order of fields`(
        _ first: String, _ name: String, _ codec: String, _ order: VideoProperties.FieldOrder
    ) async throws {
        let track = try await track(
            name,
            "-f lavfi -i testsrc2=s=320x192:r=50:d=1,format=yuv420p -vf tinterlace=mode=interleave_\(first) "
                + "\(codec) -flags +ildct+ilme -top \(first == "top" ? 1 : 0)")
        #expect(track.video?.fieldOrder == order)
    }

    @Test(
        arguments: [
            ("5.1(side)", nil, "a.ac3", "c=5.1(side)", "-c:a ac3"),
            ("5.1(side)", nil, "a.mkv", "c=5.1(side)", "-c:a ac3"),
            ("7.1", "s24", "a.flac", "c=7.1", "-c:a flac -sample_fmt s32"),
            ("7.1", "s16", "b.flac", "c=7.1", "-c:a flac -sample_fmt s16"),
            ("5.1", nil, "a.m4a", "c=5.1", "-c:a aac"), ("5.1", nil, "a.ogg", "c=5.1", "-c:a libopus"),
            ("stereo", "s24", "a.wav", "c=stereo", "-c:a pcm_s24le"),
            ("mono", "f32", "b.wav", "c=mono", "-c:a pcm_f32le"),
            ("stereo", "s24", "a.mov", "c=stereo", "-c:a pcm_s24le"),
            ("stereo", "u8", "c.wav", "c=stereo", "-c:a pcm_u8"),
            ("stereo", "s24", "b.m4a", "c=stereo", "-c:a alac -sample_fmt s32p"),
        ] as [(String, String?, String, String, String)])
    func `channel layouts and the samples of lossless audio`(
        _ layout: String, _ format: String?, _ name: String, _ source: String, _ codec: String
    ) async throws {
        let count = ["mono": 1, "stereo": 2, "7.1": 8][layout] ?? 6
        let channels = Array(repeating: "0.1*sin(900*t)", count: count).joined(separator: "|")
        let track = try await track(name, "-f lavfi -i aevalsrc=\(channels):\(source):d=0.5:s=48000 \(codec)")
        #expect(track.audio?.channelLayout == layout && track.channels == count)
        #expect(track.audio?.sampleFormat == format)
        #expect(track.audio?.bitDepth == format.flatMap { Int($0.dropFirst()) })
    }
}

/// The properties of tracks in adaptive streams, after the first frames were decoded.
@Suite(.timeLimit(.minutes(2)))
struct StreamPropertiesTests {
    @Test(arguments: ["hls-ts/low.m3u8", "hls-fmp4/main.m3u8"])
    func `a stream without variants has the properties of its segments`(_ path: String) async throws {
        let server = try await MediaServer(folder: Samples.directory.path)
        let inspection = await MediaInspector(jobs: 1).inspect(MediaItem(uri: server.address(of: path)))
        await server.close()
        let video = try #require(inspection.tracks.first { $0.kind == .video })
        #expect(video.profile == "Main" && video.level != nil)
        #expect(video.video?.bitDepth == 8 && video.video?.chromaFormat == "4:2:0")
        #expect(video.video?.fieldOrder == .progressive && video.video?.rotation == 0)
        let audio = try #require(inspection.tracks.first { $0.kind == .audio })
        #expect(audio.audio?.channelLayout == "stereo" && audio.audio?.sampleFormat == nil)
    }

    @Test func `the video of several variants has no properties of one of them`() async throws {
        let server = try await MediaServer(folder: Samples.directory.path)
        let inspection = await MediaInspector(jobs: 1).inspect(
            MediaItem(uri: server.address(of: "hls-ts/master.m3u8")))
        await server.close()
        let video = try #require(inspection.tracks.first { $0.kind == .video })
        #expect(video.video == nil && video.profile == nil)
    }
}
