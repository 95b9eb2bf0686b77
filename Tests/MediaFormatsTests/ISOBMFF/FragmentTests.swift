import Testing

@testable import MediaFormats
@testable import TestBasics

struct FragmentTests {
    let initialization = MP4.initialization([MP4.track(1)])

    @Test
    func `Samples have the times, sizes and flags of their run`() throws {
        let samples = [
            MP4.Sample(data: [1, 2, 3], offset: 80), MP4.Sample(data: [4], flags: 0x1_0000, offset: -40),
            MP4.Sample(data: [5, 6], duration: 0, flags: 0x1_0000),
        ]
        let outputs = try demuxFragments(initialization + MP4.fragment(time: 1000, samples))
        #expect(outputs.streams.map(\.number) == [1])
        #expect(outputs.bytes == [[1, 2, 3], [4], [5, 6]])
        #expect(outputs.decodeTimes == [1000, 1040, 1080])
        #expect(outputs.presentationTimes == [1080, 1000, 1080])
        #expect(outputs.samples.map(\.isSync) == [true, false, false])
        #expect(outputs.samples.map(\.duration) == [40_000_000, 40_000_000, nil])
        #expect(outputs.damage == 0)
    }

    @Test
    func `The same bytes give the same outputs however they are cut`() throws {
        let audio = MP4.track(2, handler: "soun", timescale: 48_000, entries: [MP4.audio()])
        let bytes =
            MP4.initialization([MP4.track(1), audio])
            + MP4.full(
                "emsg", 0, 0, MP4.text("a\0b\0"), MP4.u32(1000), MP4.u32(5), MP4.u32(1), MP4.u32(7), [9])
            + MP4.fragment(time: 0, [.init(data: [1, 2, 3]), .init(data: Array(10..<40))])
            + MP4.fragment(2, time: 0, [.init(data: Array(100..<120), duration: 1024)])
            + MP4.box("abcd", [1, 2, 3]) + MP4.fragment(time: 80, [.init(data: [7, 7])]) + [0, 0, 0]
        let whole = try demuxFragments(bytes)
        #expect(whole.samples.count == 4)
        #expect(whole.damage == 3)
        for cut in 1...40 { #expect(try demuxFragments(bytes, cut: cut) == whole) }
    }

    @Test
    func `A sample is given out with its last byte`() throws {
        let bytes = initialization + MP4.fragment(time: 0, [.init(data: [1, 2]), .init(data: [3, 4])])
        var demuxer = FragmentedMP4Demuxer()
        #expect(try demuxer.append(bytes.prefix(bytes.count - 2)).bytes == [[1, 2]])
        #expect(try demuxer.append(bytes.suffix(2).prefix(1)).isEmpty)
        #expect(try demuxer.append(bytes.suffix(1)).bytes == [[3, 4]])
    }

    @Test
    func `A negative time of version 1 is kept, and one of version 0 is unsigned`() throws {
        #expect(
            try demuxFragments(initialization + MP4.fragment(time: -200, [.init(data: [1])])).decodeTimes == [
                -200
            ])
        let old = MP4.box(
            "moof",
            MP4.box(
                "traf", MP4.tfhd(1), MP4.full("tfdt", 0, 0, MP4.u32(0xFFFF_FFFF)),
                MP4.trun([.init(data: [1])], dataOffset: 200)))
        let outputs = try demuxFragments(initialization + old + MP4.box("mdat", MP4.zeros(200)))
        #expect(outputs.decodeTimes == [0xFFFF_FFFF])
    }

    @Test
    func `Without a time a fragment continues where the last of its track ended`() throws {
        let outputs = try demuxFragments(
            initialization + MP4.fragment(time: 500, [.init(data: [1])])
                + MP4.fragment(time: nil, [.init(data: [2])]))
        #expect(outputs.decodeTimes == [500, 540])
    }

    @Test
    func `Defaults of the fragment stand over those of the movie`() throws {
        let start = MP4.initialization(
            [MP4.track(1)], defaults: [MP4.trex(1, duration: 20, size: 2, flags: 0x1_0000)])
        let run = MP4.full("trun", 0, 5, MP4.u32(3), MP4.u32(0), MP4.u32(0x200_0000))
        let moof = MP4.box(
            "moof", MP4.box("traf", MP4.tfhd(1, flags: 0x2_0008, MP4.u32(50)), MP4.tfdt(0), run))
        var bytes = moof
        let place = moof.count - 4 - 4
        bytes.replaceSubrange(place..<place + 4, with: MP4.u32(moof.count + 8))
        let outputs = try demuxFragments(start + bytes + MP4.box("mdat", [1, 2, 3, 4, 5, 6]))
        #expect(outputs.bytes == [[1, 2], [3, 4], [5, 6]])
        #expect(outputs.decodeTimes == [0, 50, 100])
        #expect(outputs.samples.map(\.isSync) == [true, false, false])
    }

    @Test
    func `Runs of two tracks come in the order of the file`() throws {
        func run(_ id: Int, _ offsets: [Int]) -> [UInt8] {
            MP4.box(
                "traf", MP4.tfhd(id), MP4.tfdt(0),
                offsets.flatMap { MP4.trun([.init(data: [0, 0])], dataOffset: $0) })
        }
        func moof(_ data: Int) -> [UInt8] {
            MP4.box("moof", run(1, [data, data + 4]), run(2, [data + 2, data + 6]))
        }
        let bytes =
            MP4.initialization([MP4.track(1), MP4.track(2)]) + moof(moof(0).count + 8)
            + MP4.box("mdat", [1, 1, 2, 2, 3, 3, 4, 4])
        let outputs = try demuxFragments(bytes)
        #expect(outputs.bytes == [[1, 1], [2, 2], [3, 3], [4, 4]])
        #expect(outputs.decodeTimes == [0, 0, 40, 40])
    }

    @Test
    func `Runs that lie backwards are given out in decoding order`() throws {
        func moof(_ data: Int) -> [UInt8] {
            MP4.box(
                "moof",
                MP4.box(
                    "traf", MP4.tfhd(1), MP4.tfdt(0), MP4.trun([.init(data: [0, 0])], dataOffset: data + 2),
                    MP4.trun([.init(data: [0, 0])], dataOffset: data)))
        }
        let bytes = initialization + moof(moof(0).count + 8) + MP4.box("mdat", [1, 1, 2, 2])
        let outputs = try demuxFragments(bytes)
        #expect(outputs.bytes == [[2, 2], [1, 1]])
        #expect(outputs.decodeTimes == [0, 40])
        #expect(try demuxFragments(bytes, cut: 1) == outputs)
    }

    @Test(arguments: [0, 1_000_000, 123])
    func `A base data offset into another file is mended`(_ base: Int) throws {
        func moof(_ offset: Int) -> [UInt8] {
            MP4.box(
                "moof",
                MP4.box(
                    "traf", MP4.tfhd(1, flags: 1, MP4.u64(Int64(base))), MP4.tfdt(0),
                    MP4.trun([.init(data: [1, 2])], dataOffset: offset)))
        }
        let outputs = try demuxFragments(initialization + moof(moof(0).count + 8) + MP4.box("mdat", [1, 2]))
        #expect(outputs.bytes == [[1, 2]])
    }

    @Test
    func `Samples outside of the media data are damage`() throws {
        var bytes = MP4.fragment(time: 0, [.init(data: [1, 2]), .init(data: [3, 4, 5])])
        bytes.removeLast(3)
        bytes.replaceSubrange(bytes.count - 10..<bytes.count - 6, with: MP4.u32(10))
        let outputs = try demuxFragments(initialization + bytes)
        #expect(outputs.bytes == [[1, 2]])
        #expect(outputs.damage == 3)
    }

    @Test
    func `A segment that ends early is damage, and the next one is read`() throws {
        let fragment = MP4.fragment(time: 0, [.init(data: [1, 2]), .init(data: [3, 4, 5])])
        var demuxer = FragmentedMP4Demuxer()
        var outputs = try demuxer.take(initialization + fragment.dropLast(1))
        outputs += try demuxer.finishSegment()
        #expect(outputs.bytes == [[1, 2]])
        #expect(outputs.damage == 3)
        _ = try demuxer.append(fragment.prefix(20))
        demuxer.resetFragment()
        #expect(try demuxer.append(fragment[...]).bytes == [[1, 2], [3, 4, 5]])
    }

    @Test
    func `A fragment that breaks the rules is damage, and the next one is read`() throws {
        let broken = MP4.box("moof", MP4.box("traf", MP4.tfdt(0))) + MP4.box("mdat", [1, 2, 3])
        let outputs = try demuxFragments(initialization + broken + MP4.fragment(time: 0, [.init(data: [9])]))
        #expect(outputs.bytes == [[9]])
        #expect(outputs.damage == broken.count - 8)
    }

    @Test
    func `Media data may have a size of 64 bits or none`() throws {
        let fragment = MP4.fragment(time: 0, [.init(data: [1, 2])])
        let moof = fragment.dropLast(10)
        let endless = initialization + moof + MP4.u32(0) + MP4.text("mdat") + [1, 2, 3, 4]
        #expect(try demuxFragments(endless).bytes == [[1, 2]])
        let large = initialization + moof + MP4.u32(1) + MP4.text("mdat") + MP4.u64(26) + MP4.zeros(10)
        #expect(try demuxFragments(large + MP4.fragment(time: 0, [.init(data: [5])])).bytes.last == [5])
    }

    @Test
    func `Fragments without an initialization and other formats are errors`() {
        #expect(throws: DemuxerError.missingInitialization) {
            try demuxFragments(MP4.fragment(time: 0, [.init(data: [1])]))
        }
        for text in ["#EXTM3U\n#EXT-X-VERSION:7\n", "<html><head></head></html>", "WEBVTT\n\n00:00"] {
            #expect(throws: DemuxerError.notThisFormat) { try demuxFragments(MP4.text(text)) }
        }
        #expect(throws: DemuxerError.notThisFormat) {
            try demuxFragments([0x47, 0x40, 0, 0x10, 0, 0, 0xB0, 0x0D])
        }
    }

    @Test
    func `An error is told after what was read before it, once`() throws {
        let bytes = MP4.fragment(time: 0, [.init(data: [1])]) + MP4.u32(0) + MP4.text("moov")
        var demuxer = FragmentedMP4Demuxer()
        #expect(try demuxer.take(initialization + bytes).bytes == [[1]])
        #expect(throws: DemuxerError.self) { try demuxer.append([1]) }
        #expect(try demuxer.finishSegment().isEmpty)
        #expect(try demuxer.append(MP4.fragment(time: 0, [.init(data: [2])])[...]).bytes == [[2]])
    }

    @Test
    func `A claim of many samples costs no more than its bytes`() throws {
        let run = MP4.full("trun", 0, 0, MP4.u32(1_000_000))
        let moof = MP4.box("moof", MP4.box("traf", MP4.tfhd(1), run))
        let start = MP4.initialization([MP4.track(1)], defaults: [MP4.trex(1, size: 1)])
        let outputs = try demuxFragments(start + [[UInt8]](repeating: moof, count: 500).flatMap { $0 })
        #expect(outputs.samples.isEmpty)
        #expect(outputs.damage == 500_000_000)
        let more = MP4.box("moof", MP4.box("traf", MP4.tfhd(1), MP4.full("trun", 0, 0, MP4.u32(1_000_001))))
        #expect(throws: DemuxerError.self) {
            var demuxer = FragmentedMP4Demuxer()
            _ = try demuxer.take(start + more)
            _ = try demuxer.finishSegment()
        }
    }
}
