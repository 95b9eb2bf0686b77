import Testing

@testable import MediaFormats

/// A sample in short, for comparisons.
struct Brief: Equatable, CustomStringConvertible {
    var stream: Int
    var time: Int64
    var duration: Int64?
    var isSync: Bool
    var data: [UInt8]

    init(_ stream: Int, _ time: Int64, _ duration: Int64?, _ data: [UInt8], sync: Bool = true) {
        (self.stream, self.time, self.duration, self.isSync, self.data) = (stream, time, duration, sync, data)
    }

    var description: String { "(\(stream), \(time), \(duration ?? -1), \(data), sync: \(isSync))" }

    static func samples(_ outputs: [DemuxerOutput]) -> [Brief] {
        outputs.compactMap { output in
            guard case .sample(let stream, let sample) = output else { return nil }
            return Brief(
                stream, sample.presentationTime / 1_000_000, sample.duration.map { $0 / 1_000_000 },
                Array(sample.data), sync: sample.isSync)
        }
    }
}

func demux(_ bytes: [UInt8], cut: Int = .max) throws -> [DemuxerOutput] {
    var demuxer = WebMDemuxer()
    var outputs: [DemuxerOutput] = []
    var start = 0
    while start < bytes.count {
        let end = start + min(cut, bytes.count - start)
        outputs += try demuxer.append(bytes[start..<end])
        start = end
    }
    return outputs + (try demuxer.finishSegment())
}

struct WebMDemuxerTests {
    static let vp9 = W.track(
        1, "V_VP9", type: 1, W.element(0xE0, W.number(0xB0, 320), W.number(0xBA, 180)),
        W.text(0x22B59C, "und"))
    static let vorbis = W.track(
        2, "A_VORBIS", type: 2, W.element(0x63A2, [2, 9]),
        W.element(0xE1, W.element(0xB5, [0x47, 0x3B, 0x80, 0]), W.number(0x9F, 2)), W.text(0x22B59D, "de-AT"))
    static let movie =
        W.header(vp9, vorbis)
        + W.cluster(0, W.simple(1, 0, [1, 1]), W.simple(2, 0, [2]), W.simple(2, 10, [3]))
        + W.cluster(1000, W.simple(1, -5, key: false, [4]), W.simple(2, 0, [5, 6, 7]))

    @Test func `Tracks become streams`() throws {
        var video = MediaFormat(.video, .vp9)
        (video.width, video.height) = (320, 180)
        var audio = MediaFormat(.audio, .vorbis)
        (audio.configuration, audio.sampleRate, audio.channels) = ([2, 9], 48000, 2)
        audio.language = "de-AT"
        let streams = [DemuxedStream(number: 1, format: video), DemuxedStream(number: 2, format: audio)]
        #expect(try demux(Self.movie).first == .streams(streams))
    }

    @Test func `Blocks become samples, and audio waits for the next block's time`() throws {
        #expect(
            try Brief.samples(demux(Self.movie)) == [
                Brief(1, 0, nil, [1, 1]), Brief(2, 0, 10, [2]), Brief(1, 995, nil, [4], sync: false),
                Brief(2, 10, 990, [3]), Brief(2, 1000, nil, [5, 6, 7]),
            ])
    }

    @Test(arguments: [1, 2, 3, 7, 50]) func `The cuts do not matter`(_ cut: Int) throws {
        #expect(try demux(Self.movie, cut: cut) == demux(Self.movie))
        let live =
            W.header(Self.vp9) + W.liveCluster(0, W.simple(1, 0, [1])) + [0, 0, 7]
            + W.liveCluster(40, W.simple(1, 0, [2]))
        #expect(try demux(live, cut: cut) == demux(live))
        #expect(try demux(live).contains(.damage(bytes: 3)))
    }

    @Test func `Clusters and a Segment of unknown size end where the next element begins`() throws {
        let bytes =
            W.header(Self.vp9) + W.liveCluster(0, W.simple(1, 0, [1]), W.element(0xEC, [0, 0]))
            + W.liveCluster(40, W.simple(1, 0, [2])) + W.element(0x1C53_BB6B, [1, 2, 3])
            + W.element(0x1254_C367, [UInt8](repeating: 9, count: 300)) + W.cluster(80, W.simple(1, 0, [3]))
        #expect(
            try demux(bytes).dropFirst() == [
                .sample(stream: 1, MediaSample([1], presentationTime: 0, decodeTime: 0)),
                .sample(stream: 1, MediaSample([2], presentationTime: 40_000_000, decodeTime: 40_000_000)),
                .sample(stream: 1, MediaSample([3], presentationTime: 80_000_000, decodeTime: 80_000_000)),
            ])
    }

    @Test func `A BlockGroup tells its duration and what it refers to`() throws {
        let bytes =
            W.header(Self.vp9)
            + W.cluster(
                0, W.group(1, 0, [1], W.number(0x9B, 33)), W.group(1, 33, [2], W.element(0xFB, [0xDF])))
        #expect(
            try Brief.samples(demux(bytes)) == [
                Brief(1, 0, 33, [1]), Brief(1, 33, nil, [2], sync: false),
            ])
    }

    @Test(
        arguments: [
            (0x02, [2, 1, 2, 1, 2, 2, 3, 3, 3]), (0x06, [2, 0x81, 0xC0, 1, 2, 2, 3, 3, 3]),
            (0x04, [2, 1, 2, 3]),
        ] as [(UInt8, [UInt8])])
    func `Laces are taken apart and share the time up to the next block`(_ flags: UInt8, _ data: [UInt8])
        throws
    {
        let bytes =
            W.header(Self.vorbis) + W.cluster(0, W.simple(2, 0, flags: flags, data), W.simple(2, 30, [9]))
        let frames = flags == 0x04 ? [[1], [2], [3]] : [[1], [2, 2], [3, 3, 3]] as [[UInt8]]
        #expect(
            try Brief.samples(demux(bytes)) == [
                Brief(2, 0, 10, frames[0]), Brief(2, 10, 10, frames[1]), Brief(2, 20, 10, frames[2]),
                Brief(2, 30, nil, [9]),
            ])
    }

    @Test func `A DefaultDuration spaces the frames of a lace`() throws {
        let track = W.track(1, "A_AC3", type: 2, W.number(0x23E383, 32_000_000))
        let bytes = W.header(track) + W.cluster(5, W.simple(1, 0, flags: 0x04, [1, 1, 2]))
        #expect(try Brief.samples(demux(bytes)) == [Brief(1, 5, 32, [1]), Brief(1, 37, 32, [2])])
    }

    @Test func `An Opus packet tells its duration`() throws {
        let bytes = W.header(W.track(1, "A_OPUS", type: 2)) + W.cluster(0, W.simple(1, 0, [0xFC, 1]))
        #expect(try Brief.samples(demux(bytes)) == [Brief(1, 0, 20, [0xFC, 1])])
        #expect(MatroskaTrack.opusDuration([0x83, 0x04]) == 10_000_000)
        #expect(MatroskaTrack.opusDuration([0x1B, 0x3F]) == nil)
    }

    @Test func `A TimestampScale scales times`() throws {
        let bytes =
            W.ebml("matroska") + W.unknown(0x1853_8067, W.info(scale: 100_000), W.tracks(Self.vp9))
            + W.cluster(10, W.simple(1, 20, [1]))
        #expect(try Brief.samples(demux(bytes)) == [Brief(1, 3, nil, [1])])
    }

    @Test func `Stripped headers and zlib are undone`() throws {
        func encoding(_ compression: [UInt8]...) -> [UInt8] {
            W.element(0x6D80, W.element(0x6240, W.element(0x5034, Array(compression.joined()))))
        }
        let stripped = W.track(1, "V_VP8", type: 1, encoding(W.number(0x4254, 3), W.element(0x4255, [7, 7])))
        let zlib = W.track(2, "S_TEXT/UTF8", type: 17, encoding(W.number(0x4254, 0)))
        let hello: [UInt8] = [
            0x78, 0xDA, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xCF, 0x80, 0x13, 0x00, 0x31, 0xB0, 0x06, 0x3D,
        ]
        let bytes =
            W.header(stripped, zlib)
            + W.cluster(0, W.simple(1, 0, [1]), W.group(2, 0, hello, W.number(0x9B, 5)), W.simple(2, 9, [1]))
        let outputs = try demux(bytes)
        #expect(
            Brief.samples(outputs) == [
                Brief(1, 0, nil, [7, 7, 1]), Brief(2, 0, 5, Array("hellohellohello".utf8)),
            ])
        #expect(outputs.last == .damage(bytes: 5))
        #expect(throws: DemuxerError.malformed("The compressed tracks (ContentCompAlgo 1) cannot be read.")) {
            try demux(W.header(W.track(1, "V_VP8", type: 1, encoding(W.number(0x4254, 1)))))
        }
    }

    @Test func `Encrypted frames have their vectors and subsamples`() throws {
        let encryption = W.element(0x5035, W.number(0x47E1, 5), W.element(0x47E2, [0xAA, 0xBB]))
        let track = W.track(
            1, "V_VP9", type: 1, W.element(0x6D80, W.element(0x6240, W.number(0x5033, 1), encryption)))
        let iv: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        let bytes =
            W.header(track)
            + W.cluster(
                0, W.simple(1, 0, [0, 9, 9]), W.simple(1, 1, [1] + iv + [8, 8, 8]),
                W.simple(1, 2, [3] + iv + [2, 0, 0, 0, 1, 0, 0, 0, 3] + [4, 5, 6, 7]), W.simple(1, 3, [1, 2]))
        let outputs = try demux(bytes)
        let samples = outputs.compactMap { output -> MediaSample? in
            if case .sample(_, let sample) = output { sample } else { nil }
        }
        try #require(samples.count == 3)
        #expect(samples.map { Array($0.data) } == [[9, 9], [8, 8, 8], [4, 5, 6, 7]])
        #expect(
            samples.map(\.encryption) == [
                nil, .init(iv: iv, keyID: [0xAA, 0xBB], subsamples: []),
                .init(
                    iv: iv, keyID: [0xAA, 0xBB],
                    subsamples: [.init(clear: 1, encrypted: 2), .init(clear: 1, encrypted: 0)]),
            ])
        #expect(outputs.last == .damage(bytes: 6))
        guard case .streams(let streams) = outputs.first else {
            Issue.record("There are no streams.")
            return
        }
        #expect(streams[0].format.encryption?.scheme == "cenc")
    }

    @Test func `WebVTT of WebM loses the lines before its text`() throws {
        let track = W.track(1, "D_WEBVTT/SUBTITLES", type: 17)
        let bytes =
            W.header(track) + W.cluster(0, W.group(1, 0, Array("id\n\nHello\nyou".utf8), W.number(0x9B, 50)))
        #expect(try Brief.samples(demux(bytes)) == [Brief(1, 0, 50, Array("Hello\nyou".utf8))])
    }

    @Test func `What is damaged is told, and reading goes on at the next Cluster`() throws {
        let good = W.cluster(0, W.simple(1, 0, [1]))
        let bytes =
            W.header(Self.vp9) + good + W.cluster(40, W.simple(9, 0, [1]), W.simple(1, 0, [2]))
            + [0xA3, 0x81, 0, 0, 5] + good + W.cluster(80, W.simple(1, 0, [1, 2, 3])).dropLast(2)
        let outputs = try demux(bytes)
        #expect(Brief.samples(outputs).map(\.time) == [0, 40, 0])
        #expect(outputs.filter { if case .damage = $0 { true } else { false } }.count == 3)
    }

    @Test func `Errors are typed`() {
        #expect(throws: DemuxerError.notThisFormat) { try demux(Array("ftypisom".utf8)) }
        #expect(throws: DemuxerError.notThisFormat) { try demux(W.ebml("other")) }
        #expect(throws: DemuxerError.missingInitialization) { try demux(W.cluster(0)) }
        #expect(throws: DemuxerError.malformed("There are no tracks.")) { try demux(W.header()) }
    }

    @Test func `A finished segment may be followed by one of another place and by a new initialization`()
        throws
    {
        var demuxer = WebMDemuxer()
        let header = W.header(Self.vorbis)
        #expect(try demuxer.append(header[...]).count == 1)
        #expect(demuxer.segmentDataStart == 24)
        #expect(try demuxer.append(W.cluster(9000, W.simple(2, 0, [1]))[...]).isEmpty)
        #expect(try demuxer.finishSegment().count == 1)
        #expect(try demuxer.append(header[...]).isEmpty)
        #expect(
            try Brief.samples(demuxer.append(W.cluster(0, W.simple(2, 0, [1]), W.simple(2, 5, [2]))[...]))
                .count == 1)
    }

    @Test func `The start of a file tells whether it is WebM`() {
        #expect(WebMDemuxer.looksLikeWebM([0x1A, 0x45]) == nil)
        #expect(WebMDemuxer.looksLikeWebM(W.ebml()[...]) == true)
        #expect(WebMDemuxer.looksLikeWebM(W.ebml("other")[...]) == false)
        #expect(WebMDemuxer.looksLikeWebM([0x47, 0x40]) == false)
        #expect(WebMDemuxer.looksLikeWebM(W.unknown(0x1A45_DFA3)[...]) == false)
    }

    @Test func `Empty frames are no samples but of text, and do not multiply in laces`() throws {
        let text = W.track(1, "S_TEXT/WEBVTT", type: 17)
        let bytes =
            W.header(text, Self.vorbis)
            + W.cluster(0, W.simple(1, 0, []), W.simple(1, 1, flags: 4, [255]), W.simple(2, 0, []))
        #expect(try Brief.samples(demux(bytes)) == [Brief(1, 0, nil, [])])
    }
}
