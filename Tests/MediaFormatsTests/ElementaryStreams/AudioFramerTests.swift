import Testing

@testable import MediaFormats

struct AudioFramerTests {
    private func audio(
        _ type: UInt8, descriptors: [UInt8] = [], _ packets: [(pts: Int64?, data: [UInt8])]
    ) throws -> Outputs {
        var writer = TransportWriter()
        writer.association()
        writer.map([(type, 257, descriptors)])
        for packet in packets { writer.pes(257, id: 0xC0, pts: packet.pts, isBounded: true, packet.data) }
        let whole = try outputs(of: [writer.bytes], by: TransportStreamDemuxer())
        #expect(try outputs(of: [writer.bytes], by: TransportStreamDemuxer(), piece: 13) == whole)
        return whole
    }

    @Test func `Frames go on over packets, and times are those of what commences in a packet`() throws {
        let frames = (0..<6).flatMap { _ in Elementary.adts(150, frequency: 4) }
        let all = try audio(0x0F, [(0, Array(frames[..<400])), (6269, Array(frames[400...]))])
        #expect(all.samples(257).map(\.data.count) == [Int](repeating: 150, count: 6))
        #expect(all.samples(257)[3].presentationTime == 69_659_863)
        #expect(all.samples(257)[5].presentationTime == Ticks.nanoseconds(5 * 1024, timescale: 44_100))
        #expect(all.damage == 0)
    }

    @Test func `A time that is another one by more than rounding is taken`() throws {
        let all = try audio(
            0x0F, [(0, Elementary.adts()), (2000, Elementary.adts()), (nil, Elementary.adts())])
        #expect(all.samples(257).map(\.presentationTime) == [0, 22_222_222, 43_555_555])
    }

    @Test func `Dependent substreams of E-AC-3 are joined with their independent one`() throws {
        let unit = Elementary.eac3() + Elementary.eac3(type: 1, words: 31)
        let all = try audio(0x87, [(0, unit + unit), (5760, unit)])
        #expect(all.samples(257).map(\.data.count) == [192, 192, 192])
        #expect(all.samples(257).map(\.presentationTime) == [0, 32_000_000, 64_000_000])
        #expect(all.streams[0][0].format.codec == .eac3)
    }

    @Test func `AC-3 and MPEG audio are cut into frames`() throws {
        let all = try audio(0x81, [(0, Elementary.ac3 + Elementary.ac3)])
        #expect(all.samples(257).map(\.data.count) == [1536, 1536])
        #expect((all.streams[0][0].format.channels, all.streams[0][0].format.sampleRate) == (6, 48_000))
        let sound = try audio(0x03, [(0, Elementary.mp3 + Elementary.mp3)])
        #expect(sound.samples(257).map(\.data.count) == [417, 417])
        #expect(sound.streams[0][0].format.codec == .mp3)
    }

    @Test func `Packets of Opus come without their control headers`() throws {
        let descriptors: [UInt8] = [5, 4, 0x4F, 0x70, 0x75, 0x73, 0x7F, 2, 0x80, 2]
        let plain: [UInt8] = [0x7F, 0xE0, 4, 0xFC, 1, 2, 3]
        let long: [UInt8] = [0x7F, 0xE0, 255, 10, 0xFC] + [UInt8](repeating: 7, count: 264)
        let trimmed: [UInt8] = [0x7F, 0xE8, 3, 0x01, 0xE0, 0xFC, 1, 2]
        let all = try audio(0x06, descriptors: descriptors, [(0, plain + long), (3600, trimmed)])
        #expect(all.samples(257).map(\.data.count) == [4, 265, 3])
        #expect(all.samples(257).map(\.duration) == [20_000_000, 20_000_000, 10_000_000])
        #expect(all.samples(257).map(\.presentationTime) == [0, 20_000_000, 40_000_000])
        #expect(all.streams[0][0].format.channels == 2)
    }

    @Test func `LOAS tells its format in the multiplex configuration`() throws {
        var bits = BitWriter()
        for (value, count) in [
            (0, 1), (0, 1), (1, 1), (0, 6), (0, 4), (0, 3), (2, 5), (3, 4), (2, 4), (0, 3),
        ] {
            bits.put(value, count)
        }
        let element = bits.bytes + [UInt8](repeating: 0x31, count: 60)
        let frame = [0x56, 0xE0, UInt8(element.count)] + element
        let all = try audio(0x11, [(0, frame + frame)])
        #expect(all.samples(257).map(\.data.count) == [frame.count, frame.count])
        #expect((all.streams[0][0].format.sampleRate, all.streams[0][0].format.channels) == (48_000, 2))
        #expect(all.samples(257)[1].presentationTime == 21_333_333)
    }

    @Test func `Garbage between frames is damage`() throws {
        let garbage = [UInt8](repeating: 0xFF, count: 50)
        let frames = Elementary.adts() + Elementary.adts()
        let all = try audio(0x0F, [(0, frames + garbage + frames)])
        #expect(all.samples(257).count == 4)
        #expect(all.damage == 50)
    }

    @Test func `A frame that is cut by the end of a segment goes on in the next one`() throws {
        let frames = (0..<4).flatMap { _ in Elementary.adts(150) }
        var writer = TransportWriter()
        writer.association()
        writer.map([(0x0F, 257, [])])
        writer.pes(257, id: 0xC0, pts: 0, isBounded: true, Array(frames[..<200]))
        let first = writer.bytes
        writer.bytes = []
        writer.pes(257, id: 0xC0, pts: 3840, isBounded: true, Array(frames[200...]))
        let all = try outputs(of: [first, writer.bytes], by: TransportStreamDemuxer())
        #expect(all.samples(257).map(\.presentationTime) == [0, 21_333_333, 42_666_666, 64_000_000])
        #expect(all.damage == 0)
        writer.bytes = []
        writer.pes(257, id: 0xC0, pts: 3840, isBounded: true, frames)
        let fresh = try outputs(of: [first, writer.bytes], by: TransportStreamDemuxer())
        #expect(fresh.samples(257).count == 5)
        #expect(fresh.damage == 50)
    }

    @Test func `Tags and sections are events`() throws {
        let tag: [UInt8] = [73, 68, 51, 4, 0, 0, 0, 0, 0, 3, 9, 9, 9]
        let descriptor: [UInt8] = [0x26, 13, 0xFF, 0xFF, 73, 68, 51, 32, 0xFF, 73, 68, 51, 32, 0, 0x0F]
        let all = try audio(0x15, descriptors: descriptor, [(90_000, tag + tag)])
        #expect(all.events.map(\.scheme) == ["ID3", "ID3"])
        #expect(all.events.map(\.time) == [1_000_000_000, 1_000_000_000])
        #expect(all.events.map(\.data) == [tag, tag])
        var writer = TransportWriter()
        writer.association()
        writer.map([(0x86, 500, [])])
        writer.section(500, [0xFC, 0x30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        let splice = try outputs(of: [writer.bytes], by: TransportStreamDemuxer())
        #expect(splice.events.map(\.scheme) == ["urn:scte:scte35:2013:bin"])
    }

    @Test func `Subtitles are a sample for each packet`() throws {
        let all = try audio(
            0x06, descriptors: [0x59, 3, 0x65, 0x6E, 0x67],
            [(90_000, [0x20, 0, 0x0F]), (180_000, [0x20, 0, 1])])
        #expect(all.samples(257).map(\.presentationTime) == [1_000_000_000, 2_000_000_000])
        #expect(all.streams[0][0].format.language == "eng")
    }
}
