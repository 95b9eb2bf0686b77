import TestBasics
import Testing

@testable import MediaFormats

struct ISOBMFFFuzzTests {
    /// A generator with a seed (SplitMix64).
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }

    private static let fragmented: [UInt8] = {
        let sinf = MP4.box(
            "sinf", MP4.box("frma", MP4.text("mp4a")),
            MP4.full("schm", 0, 0, MP4.text("cenc"), MP4.u32(0x10000)),
            MP4.box("schi", MP4.full("tenc", 0, 0, [0, 0, 1, 8], MP4.zeros(16))))
        let audio = MP4.audio("enca", MP4.esds(0x40, [0x11, 0x90]) + sinf)
        return MP4.initialization(
            [
                MP4.track(1, edits: [(5, -1), (0, 10)]),
                MP4.track(2, handler: "soun", timescale: 48_000, entries: [audio]),
            ], defaults: [MP4.trex(1), MP4.trex(2)])
            + MP4.full("emsg", 0, 0, MP4.text("a\0b\0"), MP4.u32(1000), MP4.u32(5), MP4.u32(1), MP4.u32(7))
            + MP4.fragment(time: 0, [.init(data: [1, 2, 3]), .init(data: [4, 5])])
            + MP4.fragment(2, time: 0, [.init(data: [1, 2, 3]), .init(data: [4, 5])]) { offset in
                MP4.full("senc", 0, 0, MP4.u32(2), MP4.zeros(16))
                    + MP4.full("saiz", 0, 0, [8], MP4.u32(2))
                    + MP4.full("saio", 0, 0, MP4.u32(1), MP4.u32(offset + 16))
                    + MP4.full("sbgp", 0, 0, MP4.text("seig"), MP4.u32(1), MP4.u32(2), MP4.u32(0))
            } + MP4.box("moof", MP4.box("traf", MP4.tfhd(1), MP4.full("trun", 0, 0, MP4.u32(3))))
            + MP4.box("mdat", [1, 2, 3])
    }()

    private static let plain: [UInt8] = {
        func movie(_ start: Int) -> [UInt8] {
            let table =
                MP4.full("stts", 0, 0, MP4.u32(1), MP4.u32(6), MP4.u32(40))
                + MP4.full("ctts", 0, 0, MP4.u32(2), MP4.u32(2), MP4.u32(40), MP4.u32(4), MP4.u32(0))
                + MP4.full("stsc", 0, 0, MP4.u32(1), MP4.u32(1), MP4.u32(3), MP4.u32(1))
                + MP4.full("stss", 0, 0, MP4.u32(2), MP4.u32(1), MP4.u32(4))
            let sizes = [[3, 1, 2, 4, 4, 4].flatMap(MP4.u32), []]
            return MP4.initialization(
                zip([1, 2], sizes).map { id, list in
                    MP4.track(
                        id, handler: id == 1 ? "vide" : "soun",
                        entries: [id == 1 ? MP4.video() : MP4.audio("twos")],
                        table: table + MP4.full("stsz", 0, 0, MP4.u32(id == 1 ? 0 : 4), MP4.u32(6), list)
                            + MP4.full(
                                "stco", 0, 0, MP4.u32(2), MP4.u32(start + 18 * (id - 1)), MP4.u32(start + 6)))
                }, defaults: nil)
        }
        return movie(movie(0).count + 8) + MP4.box("mdat", MP4.zeros(60))
    }()

    /// Gives the bytes in random pieces; the outputs, and the error if there was one.
    private func run(_ bytes: [UInt8], _ generator: inout Generator) -> ([DemuxerOutput], DemuxerError?) {
        var demuxer = FragmentedMP4Demuxer()
        var outputs: [DemuxerOutput] = []
        do throws(DemuxerError) {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...400, using: &generator)
                outputs += try demuxer.append(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            outputs += try demuxer.finishSegment()
            return (outputs, nil)
        } catch {
            return (outputs, error)
        }
    }

    @Test(arguments: [0, 1, 2, 3] as [UInt64])
    func `Changed bytes never trap, and give the same however they are cut`(_ seed: UInt64) {
        var generator = Generator(state: seed)
        let input = seed % 2 == 0 ? Self.fragmented : Self.plain
        for _ in 0..<400 {
            var bytes = input
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 1: bytes[place] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
                case 2:
                    for index in place..<min(place + 4, bytes.count) { bytes[index] = 0xFF }
                default: bytes.removeSubrange(place..<min(place + 3, bytes.count))
                }
            }
            if Bool.random(using: &generator) {
                bytes.removeLast(Int.random(in: 0..<bytes.count / 2, using: &generator))
            }
            let (first, firstError) = run(bytes, &generator)
            let (second, secondError) = run(bytes, &generator)
            #expect(first == second)
            #expect(firstError == secondError)
            #expect(first.count <= bytes.count * 2 + 16)
            #expect(first.samples.reduce(0) { $0 + $1.data.count } <= bytes.count)
        }
    }

    @Test
    func `Random bytes behind the types of boxes never trap`() {
        var generator = Generator(state: 99)
        let types = ["moov", "moof", "emsg", "mdat", "sidx", "trak", "traf", "trun", "stsd", "free"]
        for _ in 0..<600 {
            var bytes = Self.fragmented.prefix(Bool.random(using: &generator) ? 900 : 0) + []
            for _ in 0..<4 {
                let count = Int.random(in: 0..<60, using: &generator)
                let body = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
                bytes += MP4.box(types.randomElement(using: &generator) ?? "free", body)
            }
            let (outputs, _) = run(Array(bytes), &generator)
            #expect(outputs.count <= bytes.count + 16)
            _ = try? SegmentIndexBox.readAll(bytes[...], at: 0)
            _ = WebVTTSample.cues(in: bytes[...])
        }
    }
}
