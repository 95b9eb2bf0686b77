import Testing

@testable import GStreamer

/// Faster seeks show the same pictures as slow ones, to the last pixel.
@Suite(.timeLimit(.minutes(2)), .serialized)
struct DecoderFeedTests {
    /// B-frames of every kind, open and closed groups, uneven frame times, temporal layers; lengths and start codes.
    static let samples = [
        "video-only.mp4", "av-h264-aac.mp4", "subtitles.mkv", "hls-ts/high-0.ts", "av-vp9-opus.webm",
        "references/h264-open-gop.ts", "references/h264-uneven.mp4", "references/h265-layers.mp4",
        "references/h265-open-gop-uneven.mkv",
    ]

    /// On, beside and between the borders of pictures, all over the file.
    private func targets(_ pictures: [Picture]) -> [Duration] {
        let borders = stride(from: 0, to: pictures.count, by: 4).map { pictures[$0].time }
        return borders + borders.map { $0 + .milliseconds(39) } + borders.map { $0 + .milliseconds(17) }
    }

    @Test(arguments: samples)
    func `4.2: an exact seek that skips frames shows the frame that contains the target`(_ sample: String)
        async throws
    {
        let all = try await PictureFile.allPictures(of: sample)
        let plain = try PictureFile(sample, hurries: nil)
        let quick = try PictureFile(sample, hurries: false)
        try await plain.preroll()
        try await quick.preroll()
        for target in targets(all) {
            if !sample.hasSuffix(".ts") {
                let shown = try await quick.seek(to: target)
                let expected = try await plain.seek(to: target)
                #expect(shown == expected, "\(target)")
            }
            // Plain GStreamer shows the next picture where there is a gap.
            let exact = try await quick.exactSeek(to: target)
            let containing = try #require(all.last { $0.time <= target })
            #expect(
                exact.number == containing.number && exact.checksum == containing.checksum,
                "\(target): \(exact.time), not \(containing.time)")
        }
        let hasReferences = sample.hasSuffix("webm") || sample.hasPrefix("hls")
        #expect(hasReferences == (quick.skipped == 0))
    }

    @Test(arguments: samples)
    func `4.2: playback after an exact seek shows every frame`(_ sample: String) async throws {
        let all = try await PictureFile.allPictures(of: sample)
        for target in [all[all.count * 2 / 5].time + .milliseconds(10), all[all.count * 3 / 4].time] {
            let file = try PictureFile(sample, hurries: true)
            try await file.preroll()
            let shown = try await file.seek(to: target)
            let rest = try await file.playToEnd()
            let index = try #require(all.firstIndex { $0.number == shown.number })
            #expect(rest.map(\.number) == all[index...].map(\.number))
            #expect(rest.map(\.checksum) == all[index...].map(\.checksum))
        }
    }

    @Test(arguments: samples)
    func `4.2: a frame that is shown at once is the same, and playback continues with every frame`(
        _ sample: String
    ) async throws {
        let file = try PictureFile(sample, hurries: true)
        try await file.preroll()
        let all = try await PictureFile.allPictures(of: sample)
        var index = 0
        for target in [all.count / 3, all.count / 9, all.count / 2].map({ all[$0].time }) {
            for landing in [Element.Landing.keyframeBefore, .keyframeAfter] {
                let shown = try await file.seek(to: target, landing)
                index = try #require(all.firstIndex { $0.number == shown.number }, "\(target) \(landing)")
                #expect(all[index].checksum == shown.checksum, "\(target) \(landing)")
            }
        }
        let rest = try await file.playToEnd()
        #expect(rest.map(\.checksum) == all[index...].map(\.checksum))
        // The first frame may begin before the segment.
        #expect(rest.dropFirst().map(\.time) == all[index...].dropFirst().map(\.time))
    }

    /// Where tsdemux is cut off it lands elsewhere, or never (1.22.0): the player waits for it.
    @Test(arguments: samples.filter { !$0.hasSuffix(".ts") })
    func `2.3: seeks that interrupt each other leave nothing behind`(_ sample: String) async throws {
        let all = try await PictureFile.allPictures(of: sample)
        let file = try PictureFile(sample, hurries: true)
        try await file.preroll()
        for round in 0..<12 {
            file.hurries = round % 3 != 0
            let goal = all[round * 7 % all.count]
            for landing in [Element.Landing.keyframeBefore, .accurate, .keyframeAfter] {
                file.cutIn(to: goal.time, landing)
            }
            let shown = try await file.seek(to: goal.time)
            #expect(shown.number == goal.number && shown.checksum == goal.checksum)
        }
    }
}
