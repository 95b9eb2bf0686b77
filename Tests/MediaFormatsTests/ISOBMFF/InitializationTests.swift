import TestBasics
import Testing

@testable import MediaFormats

struct InitializationTests {
    @Test
    func `An edit list moves the presentation`() throws {
        let fragment = MP4.fragment(time: 80, [.init(data: [1], offset: 80)])
        let priming = MP4.initialization([MP4.track(1, edits: [(0, 80)])])
        #expect(try demuxFragments(priming + fragment).presentationTimes == [80])
        #expect(try demuxFragments(priming + fragment).decodeTimes == [0])
        let delayed = MP4.initialization([MP4.track(1, edits: [(1500, -1), (0, 80)])])
        #expect(try demuxFragments(delayed + fragment).presentationTimes == [1580])
    }

    @Test
    func `A new initialization replaces the first, and streams are told when they change`() throws {
        let first = MP4.initialization([MP4.track(1)])
        let second = MP4.initialization([MP4.track(1, entries: [MP4.video("hvc1", MP4.box("hvcC", [5]))])])
        let fragment = MP4.fragment(time: 0, [.init(data: [1])])
        var demuxer = FragmentedMP4Demuxer()
        #expect(try demuxer.take(first + fragment).count == 2)
        #expect(try demuxer.take(first + fragment).count == 1)
        let outputs = try demuxer.take(second + fragment)
        #expect(outputs.streams.first?.format.codec == .h265)
        #expect(outputs.samples.count == 1)
    }

    @Test
    func `The number of the only track does not matter`() throws {
        let outputs = try demuxFragments(
            MP4.initialization([MP4.track(7)]) + MP4.fragment(1, time: 0, [.init(data: [1])]))
        #expect(outputs.bytes == [[1]])
        let two = MP4.initialization([MP4.track(7), MP4.track(8)])
        let lost = try demuxFragments(two + MP4.fragment(1, time: 0, [.init(data: [1])]))
        #expect(lost.samples.isEmpty)
        #expect(lost.damage > 0)
    }

    @Test
    func `A description that a fragment names is told as a change`() throws {
        let entries = [MP4.video(), MP4.video("hev1", MP4.box("hvcC", [7]))]
        let start = MP4.initialization(
            [MP4.track(1, entries: entries)], defaults: [MP4.trex(1, description: 2)])
        let traf = MP4.tfhd(1, flags: 0x2_0002, MP4.u32(1)) + MP4.trun([.init(data: [1])], dataOffset: 88)
        let outputs = try demuxFragments(
            start + MP4.fragment(time: 0, [.init(data: [9])]) + MP4.box("moof", MP4.box("traf", traf))
                + MP4.box("mdat", MP4.zeros(40)))
        let codecs = outputs.compactMap { output -> Codec? in
            guard case .streams(let streams) = output else { return nil }
            return streams.first?.format.codec
        }
        #expect(codecs == [.h265, .h264])
        #expect(outputs.samples.count == 2)
    }

    @Test
    func `The language is that of elng, or the packed one`() throws {
        func language(_ packed: Int) throws -> String? {
            try demuxFragments(MP4.initialization([MP4.track(1, language: packed)])).streams.first?.format
                .language
        }
        #expect(try language(0x55C4) == nil)
        #expect(try language(0x15C7) == "eng")
        #expect(try language(0) == nil)
    }
}
