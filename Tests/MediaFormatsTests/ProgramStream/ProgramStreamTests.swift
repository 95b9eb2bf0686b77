import Testing

@testable import MediaFormats
@testable import TestBasics

struct ProgramStreamTests {
    /// Demuxes whole and in small pieces, which must not differ.
    private func demux(_ bytes: [UInt8]) throws -> Outputs {
        let whole = try outputs(of: [bytes], by: ProgramStreamDemuxer())
        let pieces = try outputs(of: [bytes], by: ProgramStreamDemuxer(), piece: 7)
        #expect(pieces.streams.last == whole.streams.last)
        for stream in whole.streams.last ?? [] {
            #expect(pieces.samples(stream.number) == whole.samples(stream.number))
        }
        #expect(pieces.damage == whole.damage)
        return whole
    }

    @Test(arguments: [false, true])
    func `Packs and packets of MPEG-1 and of MPEG-2 are read`(_ isFirstEdition: Bool) throws {
        let all = try demux(ProgramExample.stream(isFirstEdition: isFirstEdition))
        let streams = try #require(all.streams.last)
        #expect(streams.map(\.number) == [0xE0, 0xC0])
        #expect(streams.map(\.format.codec) == [isFirstEdition ? .mpeg1Video : .mpeg2Video, .mp2])
        #expect(streams[0].format.width == 320 && streams[0].format.height == 180)
        #expect(streams[1].format.sampleRate == 48_000)
        #expect(all.ticks(0xE0) == (1...50).map { 90_000 + $0 * 3600 })
        #expect(all.samples(0xE0).map(\.isSync) == (0..<50).map { $0 % 10 == 0 })
        #expect(all.samples(0xC0).count == 84)
        #expect(all.ticks(0xC0) == (0..<84).map { 93_600 + $0 * 2160 })
        #expect(all.damage == 0)
    }

    @Test func `The codec of video without a map is recognised`() throws {
        let h265: [UInt8] = [0, 0, 1, 0x42, 1, 1, 1, 0x60, 0, 0, 3, 0, 0, 1, 0x26, 1, 0xAF, 9, 9]
        let mpeg4: [UInt8] = [0, 0, 1, 0xB0, 1, 0, 0, 1, 0xB6, 0x10, 9, 9]
        let object: [UInt8] = [0, 0, 1, 0, 0, 0, 1, 0x20, 8, 0, 0, 1, 0xB6, 0x10, 9, 9]
        let videos: [(Codec, [UInt8])] = [
            (.mpeg1Video, ProgramExample.sequence(isSecond: false) + ProgramExample.picture(1, 0)),
            (.mpeg2Video, ProgramExample.sequence() + ProgramExample.picture(1, 0)),
            (
                .mpeg2Video,
                ProgramExample.picture(2, 3) + ProgramExample.sequence() + ProgramExample.picture(1, 0)
            ),
            (.h264, Elementary.keyUnit()), (.h264, Elementary.unit() + Elementary.keyUnit()), (.h265, h265),
            (.mpeg4Video, mpeg4), (.mpeg4Video, object),
        ]
        for (codec, data) in videos {
            var writer = ProgramWriter()
            writer.pack(0)
            for frame in 0..<3 { writer.packets(0xE0, pts: Int64(frame) * 3600, data) }
            let all = try demux(writer.bytes)
            #expect(all.streams.last?.map(\.format.codec) == [codec])
            #expect(!all.samples(0xE0).isEmpty, "\(codec)")
        }
    }

    @Test func `The codec of audio is recognised, and garbage is no stream`() throws {
        let audios: [(Codec, [UInt8])] = [
            (.mp2, ProgramExample.mp2), (.mp3, Elementary.mp3), (.aac, Elementary.adts()),
            (.ac3, Elementary.ac3),
        ]
        for (codec, frame) in audios {
            var writer = ProgramWriter()
            writer.pack(0)
            writer.packets(0xE0, pts: 0, Elementary.keyUnit())
            writer.packets(0xC1, pts: 0, [1, 2, 3])
            for _ in 0..<5 { writer.packets(0xC0, frame + frame) }
            let all = try demux(writer.bytes)
            #expect(all.streams.last?.map(\.format.codec) == [.h264, codec])
            #expect(all.samples(0xC0).map(\.data.count) == [Int](repeating: frame.count, count: 10))
        }
    }

    @Test func `Streams have the order of their first packets`() throws {
        var writer = ProgramWriter()
        writer.pack(0)
        writer.packets(0xE0, pts: 0, ProgramExample.sequence() + ProgramExample.picture(1, 0))
        // AC-3 needs more packets to be recognised.
        writer.packets(0xBD, pts: 0, substream: [0x80, 1, 0, 1], Array(Elementary.ac3.prefix(900)))
        writer.packets(0xC0, pts: 0, ProgramExample.mp2 + ProgramExample.mp2)
        writer.packets(0xBD, substream: [0x80, 1, 0, 1], Elementary.ac3.dropFirst(900) + Elementary.ac3)
        writer.packets(0xC0, ProgramExample.mp2)
        let all = try demux(writer.bytes)
        #expect(all.streams.last?.map(\.number) == [0xE0, 0xBD80, 0xC0])
        #expect(all.samples(0xBD80).count == 2)
        #expect(all.samples(0xC0).count == 3)
    }

    @Test func `The map declares codecs, unless it is damaged`() throws {
        let loas: [UInt8] = [0x56, 0xE0, 5, 0x20, 0x00, 0x11, 0x90, 0]
        for isDamaged in [false, true] {
            var writer = ProgramWriter()
            writer.pack(0)
            writer.map([(0xE0, 0x1B), (0xC0, isDamaged ? 0x0F : 0x11)], isDamaged: isDamaged)
            for frame in 0..<3 {
                writer.packets(0xE0, pts: Int64(frame) * 3600, Elementary.keyUnit())
                writer.packets(0xC0, pts: Int64(frame) * 1920, isDamaged ? Elementary.mp3 : loas)
            }
            let all = try demux(writer.bytes)
            #expect(all.streams.last?.map(\.format.codec) == [.h264, isDamaged ? .mp3 : .aac])
            #expect(all.streams.last?.last?.format.framing == (isDamaged ? .raw : .loas))
            #expect(all.samples(0xC0).count == 3)
        }
    }

    @Test func `Another declaration of a stream is another stream`() throws {
        var writer = ProgramWriter()
        for (type, unit) in [(UInt8(0x0F), Elementary.adts()), (0x04, ProgramExample.mp2)] {
            writer.pack(0)
            writer.map([(0xE0, 0x1B), (0xC0, type)])
            for frame in 0..<3 {
                writer.packets(0xE0, pts: Int64(frame) * 3600, Elementary.keyUnit())
                writer.packets(0xC0, pts: Int64(frame) * 1920, unit)
            }
        }
        let all = try demux(writer.bytes)
        #expect(all.streams.last?.map(\.format.codec) == [.h264, .aac, .mp2])
        #expect(all.samples(0xE0).count == 6)
        #expect(all.samples(0xC0).count == 3)
        #expect(all.samples(0x100C0).count == 3)
    }

    @Test func `Substreams of DVDs are read`() throws {
        var writer = ProgramWriter()
        writer.pack(0)
        writer.packets(0xE0, pts: 0, ProgramExample.sequence() + ProgramExample.picture(1, 0))
        writer.packets(0xBD, pts: 0, substream: [0x81, 2, 0, 1], Elementary.ac3 + Elementary.ac3)
        // 20 frames of 16 bits, stereo, 48 kHz.
        let pcm: [UInt8] = [0, 4, 0, 0x01, 0x80] + [UInt8](repeating: 5, count: 1920)
        writer.packets(0xBD, pts: 900, substream: [0xA0, 6], pcm)
        writer.packets(0xBD, substream: [0xA0, 6], pcm)
        // A subtitle of 16 bytes that ends after 2048/90,000 s.
        let subtitle: [UInt8] = [0, 18, 0, 4, 0, 0, 0, 10, 1, 0xFF, 0, 2, 0, 10, 2, 0xFF, 0xFF, 0xFF]
        writer.packets(0xBD, pts: 1800, substream: [0x20], Array(subtitle.prefix(7)))
        writer.packets(0xBD, substream: [0x20], Array(subtitle.dropFirst(7)))
        writer.packets(0xBF, [9, 9, 9])
        writer.padding(100)
        writer.end()
        let all = try demux(writer.bytes)
        let streams = try #require(all.streams.last)
        #expect(streams.map(\.number) == [0xE0, 0xBD81, 0xBDA0, 0xBD20])
        #expect(streams.map(\.format.codec) == [.mpeg2Video, .ac3, .dvdPCM, .dvdSubtitles])
        #expect(streams[2].format.sampleRate == 48_000 && streams[2].format.channels == 2)
        #expect(all.ticks(0xBD81) == [0, 2880])
        #expect(all.samples(0xBDA0).map(\.presentationTime) == [10_000_000, 20_000_000])
        #expect(all.samples(0xBDA0).first?.data.elementsEqual(pcm) == true)
        let shown = try #require(all.samples(0xBD20).first)
        #expect(shown.data.elementsEqual(subtitle) && shown.presentationTime == 20_000_000)
        #expect(shown.duration == Ticks.nanoseconds(2048, timescale: 90_000))
        #expect(all.damage == 0)
    }

    @Test func `Private stream 1 may be AC-3 without a substream`() throws {
        var writer = ProgramWriter()
        writer.pack(0)
        writer.packets(0xE0, pts: 0, Elementary.keyUnit())
        for packet in 0..<3 {
            let (first, rest) = (Elementary.ac3.prefix(900), Elementary.ac3.dropFirst(900))
            writer.packets(0xBD, pts: Int64(packet) * 2880, Array(first))
            writer.packets(0xBD, Array(rest))
        }
        let all = try demux(writer.bytes)
        #expect(all.streams.last?.map(\.format.codec) == [.h264, .ac3])
        #expect(all.ticks(0xBD80) == [0, 2880, 5760])
    }

    @Test func `Pictures between two timestamps have times by their temporal references`() throws {
        var writer = ProgramWriter()
        writer.pack(0)
        // Two groups in decoding order, each with one timestamp: that of its first picture.
        for group in 0..<2 {
            let types: [(UInt8, Int)] = [(1, 2), (3, 0), (3, 1), (2, 5), (3, 3), (3, 4)]
            for (number, (type, reference)) in types.enumerated() {
                let head = number == 0 ? ProgramExample.sequence() + ProgramExample.group : []
                let start = Int64(group) * 21_600
                writer.packets(
                    0xE0, pts: number == 0 ? start + 10_800 : nil, dts: number == 0 ? start : nil,
                    head + ProgramExample.picture(type, reference))
            }
        }
        let all = try demux(writer.bytes)
        let order: [Int64] = [2, 0, 1, 5, 3, 4]
        let times = (order + order.map { $0 + 6 }).map { 3600 + $0 * 3600 }
        #expect(all.ticks(0xE0) == times)
        let decode = all.samples(0xE0).map { ($0.decodeTime * 9 + 50_000) / 100_000 }
        #expect(decode == (0..<12).map { $0 * 3600 })
    }

    @Test func `Times that wrap go on`() throws {
        let start: Int64 = (1 << 33) - 36_000
        let all = try demux(ProgramExample.stream(at: start))
        #expect(all.ticks(0xE0) == (1...50).map { start + $0 * 3600 })
    }

    @Test func `A scrambled stream is not read`() throws {
        var writer = ProgramWriter()
        writer.pack(0)
        for frame in 0..<3 {
            writer.packets(0xE0, pts: Int64(frame) * 3600, isScrambled: true, Elementary.keyUnit())
        }
        #expect(throws: DemuxerError.missingInitialization) { try demux(writer.bytes) }
        let index = ProgramStreamIndex(length: writer.bytes.count, isLocal: true) { offset, count in
            Array(writer.bytes.dropFirst(offset).prefix(count))
        }
        #expect(index.encryption != nil)
    }

    @Test func `Other bytes are an error`() {
        for bytes in [[UInt8](repeating: 0x20, count: 2 << 20), [0, 0, 1], Array("#EXTM3U".utf8)] {
            #expect(throws: DemuxerError.notThisFormat) {
                try outputs(of: [bytes], by: ProgramStreamDemuxer())
            }
        }
    }
}
