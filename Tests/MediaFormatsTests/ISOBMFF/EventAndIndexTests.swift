import TestBasics
import Testing

@testable import MediaFormats

struct EventAndIndexTests {
    private let start = MP4.initialization([MP4.track(1)])

    @Test
    func `An event of version 0 counts from its segment, and one of version 1 from the begin`() throws {
        let relative = MP4.full(
            "emsg", 0, 0, MP4.text("urn:a\0v\0"), MP4.u32(90_000), MP4.u32(45_000), MP4.u32(90_000),
            MP4.u32(7), [1, 2])
        let absolute = MP4.full(
            "emsg", 1, 0, MP4.u32(1000), MP4.u64(2500), MP4.u32(0xFFFF_FFFF), MP4.u32(8),
            MP4.text("urn:b\0\0"), [3])
        let outputs = try demuxFragments(
            start + relative + absolute + MP4.fragment(time: 10_000, [.init(data: [1])]))
        let events = outputs.events
        #expect(events.map(\.scheme) == ["urn:b", "urn:a"])
        #expect(events.map(\.value) == ["", "v"])
        #expect(events.map(\.time) == [2_500_000_000, 10_500_000_000])
        #expect(events.map(\.duration) == [nil, 1_000_000_000])
        #expect(events.map(\.id) == [8, 7])
        #expect(events.map(\.data) == [[3], [1, 2]])
    }

    @Test
    func `An event without a fragment is damage`() throws {
        let event = MP4.full("emsg", 0, 0, MP4.text("a\0\0"), MP4.u32(1), MP4.u32(1), MP4.u32(1), MP4.u32(1))
        #expect(try demuxFragments(start + event).damage == event.count)
        #expect(try demuxFragments(start + MP4.full("emsg", 9)).damage == 12)
    }

    private func sidx(_ version: UInt8, _ references: [(Int, Int, Int)]) -> [UInt8] {
        let times = version == 0 ? MP4.u32(2000) + MP4.u32(100) : MP4.u64(2000) + MP4.u64(100)
        return MP4.full(
            "sidx", version, 0, MP4.u32(1), MP4.u32(1000), times, MP4.u16(0), MP4.u16(references.count),
            references.flatMap { MP4.u32($0.0) + MP4.u32($0.1) + MP4.u32($0.2) })
    }

    @Test(arguments: [0, 1] as [UInt8])
    func `A segment index lists its references`(_ version: UInt8) throws {
        let before = MP4.box("styp", MP4.text("msdh"), MP4.u32(0))
        let box = sidx(version, [(500, 4000, 0x9000_0000), (0x8000_0000 | 60, 2000, 0)])
        let index = try #require(try SegmentIndexBox.read((before + box)[...], at: 1000))
        let end = 1000 + before.count + box.count
        #expect(index.bytes == 1000 + before.count..<end)
        #expect(
            index.references == [
                .init(
                    start: 2_000_000_000, duration: 4_000_000_000, bytes: end + 100..<end + 600,
                    isIndex: false,
                    startsWithSAP: true, sapType: 1),
                .init(
                    start: 6_000_000_000, duration: 2_000_000_000, bytes: end + 600..<end + 660,
                    isIndex: true,
                    startsWithSAP: false, sapType: 0),
            ])
        #expect(try SegmentIndexBox.read((before + box).dropLast(), at: 0) == nil)
        #expect(try SegmentIndexBox.readAll((box + box)[...], at: 0).count == 2)
    }

    @Test
    func `Cues of WebVTT are read from their boxes`() {
        let cue = MP4.box(
            "vttc", MP4.box("iden", MP4.text("1")), MP4.box("sttg", MP4.text("line:0")),
            MP4.box("payl", MP4.text("Hé")))
        let cues = WebVTTSample.cues(in: (cue + MP4.box("vttc", MP4.box("payl", MP4.text("b"))))[...])
        #expect(cues.map(\.id) == ["1", nil])
        #expect(cues.map(\.settings) == ["line:0", nil])
        #expect(cues.map(\.text) == ["Hé", "b"])
        #expect(WebVTTSample.cues(in: MP4.box("vtte")[...]).isEmpty)
        #expect(WebVTTSample.cues(in: cue.dropLast(3)).isEmpty)
    }

    @Test
    func `The format is known by its first box`() {
        #expect(FragmentedMP4Demuxer.looksLikeISOBMFF(start[...]) == true)
        #expect(FragmentedMP4Demuxer.looksLikeISOBMFF(start.prefix(7)) == nil)
        #expect(FragmentedMP4Demuxer.looksLikeISOBMFF(MP4.box("moof", [1]).suffix(9)) == true)
        #expect(FragmentedMP4Demuxer.looksLikeISOBMFF((MP4.u32(1) + MP4.text("moof"))[...]) == nil)
        #expect(FragmentedMP4Demuxer.looksLikeISOBMFF((MP4.u32(7) + MP4.text("free"))[...]) == false)
        #expect(FragmentedMP4Demuxer.looksLikeISOBMFF(MP4.text("#EXTM3U\n")[...]) == false)
    }
}
