import Testing

@testable import AdaptiveStreaming
@testable import PlayheadCore

/// HLS: playlists of variants are read, and what of them can be played.
struct MultivariantPlaylistTests {
    private let sample: MultivariantPlaylist
    init() throws { sample = try MultivariantPlaylist.of(HLSSample.multivariant) }

    @Test func `every tag of a multivariant playlist is read`() {
        #expect(
            sample.variants.map(\.uri) == [
                "hd.m3u8", "sd.m3u8", "http://other/sd.m3u8", "hd.m3u8", "sound.m3u8",
            ])
        let first = sample.variants[0]
        #expect(first.bandwidth == 2_000_000 && first.averageBandwidth == 1_500_000 && first.index == 0)
        #expect(first.codecs == ["avc1.4d401f", "mp4a.40.2"])
        #expect(
            first.width == 1280 && first.height == 720 && first.frameRate == 29.97
                && first.videoRange == "SDR")
        #expect(first.audio == "aac" && first.subtitles == "txt" && first.closedCaptions == "cc")
        #expect(sample.variants[1].closedCaptions == nil)
        #expect(sample.renditions.count == 7)
        #expect(sample.renditions[0].name == "English, stereo" && sample.renditions[0].isDefault)
        #expect(sample.renditions[3].uri == "t1.m3u8" && sample.renditions[3].isForced)
        #expect(sample.renditions[3].characteristics == ["a.b", "c.d"])
        #expect(sample.iFrameStreams.map(\.uri) == ["i.m3u8"])
        #expect(sample.sessionData.map(\.value) == ["A film"])
        #expect(sample.sessionKeys.map(\.method) == ["AES-128"])
        #expect(sample.variables == ["v": "1"])
    }

    @Test func `the smallest keyframes for pictures of a size are chosen`() {
        var playlist = MultivariantPlaylist()
        playlist.variants = [(1280, 720), (640, 360)].map { (width: Int, height: Int) in
            MultivariantPlaylist.Variant(
                index: 720 / height - 1, uri: "\(height)", bandwidth: height, width: width, height: height)
        }
        playlist.iFrameStreams = [(1280, 720), (320, 180), (640, 360)].map { (width: Int, height: Int) in
            MultivariantPlaylist.IFrameStream(
                uri: "i\(height)", bandwidth: height, width: width, height: height)
        }
        func chosen(_ size: FrameSize?, _ limits: QualityLimits = QualityLimits()) -> String? {
            playlist.keyframes(for: size, limits)?.variants.first?.uri
        }
        #expect(chosen(.fitting(width: 320, height: 180)) == "i180")
        #expect(chosen(.fitting(width: 10_000, height: 181)) == "i360")
        #expect(chosen(.exact(width: 320, height: 240)) == "i360")
        #expect(chosen(.fitting(width: 4000, height: 4000)) == "i720" && chosen(nil) == "i720")
        var limits = QualityLimits()
        limits.maximumHeight = 360
        #expect(chosen(nil, limits) == "i360")
        limits.variant = 0
        #expect(chosen(nil, limits) == nil)
        playlist.iFrameStreams.removeFirst()
        #expect(chosen(nil) == nil && chosen(.fitting(width: 640, height: 360)) == "i360")
    }

    @Test func `unavailable and duplicate variants are left out`() {
        let there = sample.withGroupsThatAreThere()
        #expect(there.playable.map(\.index) == [0, 1])
        #expect(there.playable.map(\.video) == [nil, nil])
        #expect(there.playable.map(\.closedCaptions) == [nil, nil])
        #expect(there.withGroupsThatAreThere() == there)
    }

    @Test func `the alternatives of a variant are its other addresses, then the nearest variants`() throws {
        func alternatives(_ index: Int, _ limits: QualityLimits = QualityLimits()) -> [Int] {
            sample.alternatives(to: sample.variants[index], limits).map(\.index)
        }
        #expect(alternatives(1) == [2, 0] && alternatives(0) == [1, 2])
        var limits = QualityLimits()
        limits.maximumBitrate = 700_000
        #expect(alternatives(1, limits) == [2])
        limits = QualityLimits()
        limits.variant = 1
        #expect(alternatives(1, limits) == [2] && alternatives(0, limits) == [])
        func others(_ index: Int) -> [String] {
            sample.alternatives(to: sample.renditions[index]).map(\.name)
        }
        #expect(others(0) == ["English", "Deutsch"] && others(1) == ["English, stereo", "English"])
        #expect(others(3).isEmpty)
    }

    @Test func `audio-only variants remain where there are no others`() throws {
        let text =
            "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\"\na\n#EXT-X-STREAM-INF:BANDWIDTH=2,CODECS=\"ac-3\"\nb\n"
        #expect(try MultivariantPlaylist.of(text).playable.count == 2)
        #expect(
            try MultivariantPlaylist.of("#EXT-X-STREAM-INF:X\na\n").playable.map(\.bandwidth) == [0])
    }

    @Test func `quality limits select variants, and at least one remains`() {
        func chosen(_ set: (inout QualityLimits) -> Void) -> ([Int], Bool) {
            var limits = QualityLimits()
            set(&limits)
            let (playlist, warning) = sample.limited(by: limits)
            return (playlist.playable.map(\.index), warning != nil)
        }
        #expect(chosen { _ in } == ([0, 1], false))
        #expect(chosen { $0.maximumBitrate = 700_000 } == ([1], false))
        #expect(chosen { $0.maximumHeight = 400 } == ([1], false))
        #expect(chosen { $0.maximumBitrate = 70_000 } == ([4], false))
        #expect(chosen { $0.maximumBitrate = 50_000 } == ([4], true))
        #expect(chosen { $0.minimumBitrate = 9_000_000 } == ([3], true))
        #expect(chosen { $0.startBitrate = 1_000_000 } == ([1, 0], false))
        #expect(
            chosen { $0.startBitrate = 1 } == ([1, 0], false)
                || chosen { $0.startBitrate = 1 } == ([0, 1], false))
        #expect(chosen { $0.variant = 3 } == ([3], false))
        #expect(chosen { $0.variant = 9 } == ([0, 1], true))
    }

    @Test(arguments: [
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"b\"\n",
        "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"a\"\n", "#EXT-X-STREAM-INF:BANDWIDTH=1\n",
    ])
    func `a playlist without variants is refused`(_ text: String) throws {
        #expect(try #require(throws: HLSError.self) { _ = try MultivariantPlaylist.of(text) }.kind == .empty)
    }
}
