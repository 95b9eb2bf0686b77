import Testing

@testable import MediaFormats
@testable import TestBasics

struct PackedAudioTests {
    /// A tag with one frame.
    static func tag(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let frame = Array(name.utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
        return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    }

    static func stamp(_ ticks: UInt64) -> [UInt8] {
        let time = (0..<8).map { UInt8(truncatingIfNeeded: ticks >> (56 - 8 * UInt64($0))) }
        return tag("PRIV", Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0] + time)
    }

    private func read(_ segments: [[UInt8]]) throws -> Outputs {
        let whole = try outputs(of: segments, by: PackedAudioDemuxer())
        for piece in [1, 17, 300] {
            #expect(try outputs(of: segments, by: PackedAudioDemuxer(), piece: piece) == whole)
        }
        return whole
    }

    @Test func `The tag in front tells the time, over the end of 33 bits too`() throws {
        let frames = Elementary.adts() + Elementary.adts()
        let all = try read([Self.stamp((1 << 33) - 1920) + frames, Self.stamp(1920) + frames])
        let start = Ticks.nanoseconds((1 << 33) - 1920, timescale: 90_000)
        #expect(all.samples(0).count == 4)
        #expect(all.samples(0)[0].presentationTime == start)
        #expect(all.samples(0)[2].presentationTime - start == 42_666_666)
        #expect(all.streams.count == 1)
        #expect(all.events.isEmpty)
        #expect(all.damage == 0)
    }

    @Test func `Without a time a segment goes on, and says so`() throws {
        var demuxer = PackedAudioDemuxer()
        let frames = Elementary.adts() + Elementary.adts()
        _ = try demuxer.append((Self.stamp(90_000) + frames)[...])
        _ = try demuxer.finishSegment()
        #expect(demuxer.hasTimestamp)
        let next = Outputs(all: try demuxer.append(frames[...]) + demuxer.finishSegment())
        #expect(!demuxer.hasTimestamp)
        #expect(next.samples(0).map(\.presentationTime) == [1_042_666_666, 1_064_000_000])
        #expect(try read([frames]).samples(0).first?.presentationTime == 0)
    }

    @Test func `Other tags are events, in front and between frames`() throws {
        let title = Self.tag("TIT2", [3, 0x41])
        let all = try read([
            title + Self.stamp(90_000) + Elementary.adts() + title + Elementary.adts() + Array("TAG".utf8)
                + [UInt8](repeating: 0, count: 125)
        ])
        #expect(all.events.map(\.time) == [0, 1_021_333_333])
        #expect(all.samples(0).map(\.presentationTime) == [1_000_000_000, 1_021_333_333])
        #expect(all.damage == 0)
    }

    @Test(
        arguments: [
            (Elementary.adts(), .aac), (Elementary.mp3, .mp3), (Elementary.ac3, .ac3),
            (Elementary.eac3(), .eac3),
        ] as [([UInt8], Codec)])
    func `The codec is told by the frames`(_ frame: [UInt8], _ codec: Codec) throws {
        let all = try read([Self.stamp(0) + frame + frame + frame])
        #expect(all.streams.map { $0[0].format.codec } == [codec])
        #expect(all.samples(0).map(\.data.count) == [frame.count, frame.count, frame.count])
        #expect(PackedAudioDemuxer.looksLikePackedAudio((Self.stamp(0) + frame + frame + frame)[...]) == true)
    }

    @Test func `The information frame of an encoder is left out`() throws {
        var information = Elementary.mp3
        information.replaceSubrange(36..<40, with: Array("Info".utf8))
        let all = try read([Self.stamp(90_000) + information + Elementary.mp3 + Elementary.mp3])
        #expect(all.samples(0).map(\.presentationTime) == [1_000_000_000, 1_026_122_448])
    }

    @Test func `Other bytes are an error`() {
        #expect(throws: DemuxerError.notThisFormat) {
            try outputs(of: [Array("WEBVTT and more".utf8)], by: PackedAudioDemuxer())
        }
        #expect(throws: DemuxerError.notThisFormat) {
            try outputs(of: [[UInt8](repeating: 3, count: 100_000)], by: PackedAudioDemuxer(), piece: 5000)
        }
        #expect(PackedAudioDemuxer.looksLikePackedAudio(Array("WEBVTT".utf8)[...]) == false)
        #expect(PackedAudioDemuxer.looksLikePackedAudio(Array("ID3".utf8)[...]) == nil)
    }

    @Test func `Damaged packed audio does no harm`() {
        let frames = Elementary.adts() + Elementary.adts() + Self.tag("TIT2", [3, 0x41]) + Elementary.adts()
        let sources = [frames, Elementary.mp3 + Elementary.mp3, Elementary.ac3 + Elementary.eac3()]
        var random = SeededGenerator(state: 3)
        for round in 0..<1500 {
            var bytes = Self.stamp(5000) + sources[round % 3]
            for _ in 0..<Int.random(in: 1..<6, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(
                    in: 1...255, using: &random)
            }
            bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
            var demuxer = PackedAudioDemuxer()
            var given = 0
            for segment in [bytes, sources[round % 3]] {
                let cut = Int.random(in: 0...segment.count, using: &random)
                for piece in [segment[..<cut], segment[cut...]] {
                    given += Outputs(all: (try? demuxer.append(piece)) ?? []).samples(0).count
                }
                given += Outputs(all: (try? demuxer.finishSegment()) ?? []).samples(0).count
            }
            #expect(given <= 40)
        }
    }
}
