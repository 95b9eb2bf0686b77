import TestBasics

@testable import MediaFormats

/// The demuxers, the readers and the indexes of containers, and the framers of elementary streams.
enum ContainerParsers {
    static let all: [FuzzedParser] = [
        FuzzedParser("mp4", try mp4) { bytes in
            _ = FragmentedMP4Demuxer.looksLikeISOBMFF(bytes[...])
            try drain(FragmentedMP4Demuxer(), bytes)
        },
        FuzzedParser("mp4 index", try mp4) { try index(FragmentedMP4Index.self, $0) },
        FuzzedParser("mp4 probe", try mp4) { bytes in
            _ = FragmentedMP4Probe.matches { bytes.reader($0, $1) }
        },
        FuzzedParser("matroska", try matroska) { bytes in
            _ = WebMDemuxer.looksLikeWebM(bytes[...])
            try drain(WebMDemuxer(), bytes)
        },
        FuzzedParser("transport stream", try transport) { bytes in
            _ = TransportStreamDemuxer.looksLikeTransportStream(bytes[...])
            try drain(TransportStreamDemuxer(), bytes)
            var reader = TransportStreamReader()
            _ = try reader.append(bytes[...])
            _ = try reader.finish()
        },
        FuzzedParser("transport stream index", try transport) { try index(TransportStreamIndex.self, $0) },
        FuzzedParser("program stream", programs) { bytes in
            try drain(ProgramStreamDemuxer(), bytes)
            var reader = ProgramStreamReader()
            _ = try reader.append(bytes[...])
            _ = try reader.finish()
        },
        FuzzedParser("program stream index", programs) { try index(ProgramStreamIndex.self, $0) },
        FuzzedParser("packed audio", try packed) { bytes in
            _ = PackedAudioDemuxer.looksLikePackedAudio(bytes[...])
            try drain(PackedAudioDemuxer(), bytes)
        },
        // The checksum of their sections would refuse nearly every change.
        FuzzedParser("program tables", tables) { bytes in
            _ = ProgramAssociation(bytes)
            _ = ProgramMap(bytes)
            _ = ProgramStreamMap(bytes[...])
            for descriptor in TransportDescriptor.all(in: bytes[...]) { _ = descriptor.text(0, 3) }
        },
    ]

    /// What is in the containers.
    static let samples: [FuzzedParser] =
        [
            video("H.264", .h264, try Seeds.samples(.h264, of: "hls-ts/low-0.ts", TransportStreamDemuxer())),
            video("H.265", .h265, parameters), video("H.266", .h266, parameters),
            video("MPEG video", .mpegVideo, pictures), video("MPEG-4 video", .mpeg4, pictures),
            audio("ADTS", .adts, try packed), audio("MPEG audio", .mpegAudio, try packed),
            audio("AC-3", .ac3, frames), audio("DTS", .dts, frames), audio("LOAS", .loas, frames),
            audio("Opus in packets", .opus, frames),
        ] + [
            FuzzedParser("zlib", zlib) { bytes in _ = Inflate.zlib(bytes[...], limit: 1 << 20) },
            FuzzedParser("codec configurations", parameters + frames) { bytes in
                _ = H264SPS(bytes[...])
                _ = H265SPS(bytes[...])
                _ = SEI.types(bytes[...])
                _ = AnnexB.units(in: bytes[...])
                _ = MP4AudioSpecificConfig(bytes[...])
                _ = try ElementaryStreamDescriptor(bytes[...])
            },
            FuzzedParser("timed text in MP4", boxes) { bytes in
                _ = WebVTTSample.cues(in: bytes[...])
                _ = try EventMessage(bytes[...])
            },
        ]

    private static var mp4: [[UInt8]] {
        get throws {
            try Seeds.media(
                "av-h264-aac.mp4", "one-frame.mp4", "wide-pixels.mp4", "chapters.m4b", "subtitles.mp4")
                + [
                    Seeds.media("hls-fmp4/main-init.mp4", "hls-fmp4/main-0.m4s", upTo: 8 << 10).flatMap {
                        $0
                    },
                    Seeds.media("dash/init-1.m4s", "dash/1-1.m4s").flatMap { $0 },
                    Seeds.media("dash/init-2.m4s", "dash/2-1.m4s").flatMap { $0 },
                ] + Seeds.media("dash/whole-1.mp4")
        }
    }

    private static var matroska: [[UInt8]] {
        get throws {
            try Seeds.media(
                "av-vp9-opus.webm", "subtitles.mkv", "subtitle-kinds.mkv", "chapters.mkv", "tracks.mkv")
                + Seeds.media("bitmaps/pgs.mkv", "bitmaps/vobsub.mkv", "gapless/opus-webm-a.webm")
        }
    }

    private static var transport: [[UInt8]] {
        get throws {
            try Seeds.media(
                "hls-ts/low-0.ts", "bitmaps/dvb.ts", "hls-tracks/en-0.ts", "hls-kinds/encrypted-0.ts")
        }
    }

    private static var packed: [[UInt8]] {
        get throws {
            let adts: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x02, 0x9F, 0xFC] + [UInt8](repeating: 7, count: 14)
            let frames = Array(repeatElement(adts, count: 20).joined())
            return try [frames] + Seeds.media("tone.mp3", "gapless/lame-a.mp3", upTo: 8 << 10)
        }
    }

    private static var programs: [[UInt8]] {
        [false, true].map { isFirstEdition in
            var writer = ProgramWriter(isFirstEdition: isFirstEdition)
            writer.pack(9000)
            writer.systemHeader()
            writer.map([(0xE0, 0x1B), (0xC0, 3), (0xBD, 0x81)])
            for time: Int64 in 0..<6 {
                writer.pack(9000 + 3600 * time)
                writer.packets(
                    0xE0, pts: 9000 + 3600 * time, dts: 9000, (time == 0 ? parameters[0] : []) + pictures[0])
                writer.packets(0xC0, pts: 9000 + 3600 * time, frames[0])
                writer.packets(0xBD, pts: 9000 + 3600 * time, substream: [0x80, 1, 0, 1], frames[1])
            }
            return writer.bytes
        }
    }

    private static func drain(_ demuxer: some Demuxer, _ bytes: [UInt8]) throws {
        var demuxer = demuxer
        _ = try demuxer.append(bytes[..<(bytes.count / 2)])
        _ = try demuxer.append(bytes[(bytes.count / 2)...])
        _ = try demuxer.finishSegment()
    }

    private static func index<Scanner>(_ type: TimestampIndex<Scanner>.Type, _ bytes: [UInt8]) throws {
        for isLocal in [true, false] {
            var index = TimestampIndex<Scanner>(length: bytes.count, isLocal: isLocal, read: bytes.reader)
            for time: Int64 in [-1, 0, 1_500_000_000, .max] {
                _ = index.start(before: time, read: bytes.reader)
            }
        }
    }

    private static func index(_ type: FragmentedMP4Index.Type, _ bytes: [UInt8]) throws {
        for isLocal in [true, false] {
            var index = FragmentedMP4Index(length: bytes.count, isLocal: isLocal, read: bytes.reader)
            for time: Int64 in [-1, 0, 1_500_000_000, .max] {
                guard var reader = index.start(before: time, read: bytes.reader)?.reader else { continue }
                _ = try? reader.append(bytes[...])
            }
        }
    }

    private static func video(
        _ name: String, _ syntax: VideoSyntax,
        _ seeds: @escaping @Sendable @autoclosure () throws -> [[UInt8]]
    ) -> FuzzedParser {
        FuzzedParser(name, try seeds() + parameters + pictures) { bytes in
            var framer = VideoFramer(syntax, format: MediaFormat(.video, .h264))
            framer.begin(nil)
            framer.append(bytes[...])
            framer.finish()
            _ = framer.takeOutput()
        }
    }

    private static func audio(
        _ name: String, _ syntax: AudioSyntax,
        _ seeds: @escaping @Sendable @autoclosure () throws -> [[UInt8]]
    ) -> FuzzedParser {
        FuzzedParser(name, try seeds() + frames) { bytes in
            var framer = AudioFramer(syntax, format: MediaFormat(.audio, .aac))
            framer.begin(nil)
            framer.append(bytes[...])
            while framer.next(final: false) != nil {}
            while framer.next(final: true) != nil {}
        }
    }
}
