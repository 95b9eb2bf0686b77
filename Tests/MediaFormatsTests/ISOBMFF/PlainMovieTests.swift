import Testing

@testable import MediaFormats
@testable import TestBasics

struct PlainMovieTests {
    /// The tables of four samples of three bytes in chunks at these offsets, two samples in each.
    private func table(_ offsets: [Int], sizes: [UInt8]? = nil, sync: [Int]? = nil) -> [UInt8] {
        MP4.full("stts", 0, 0, MP4.u32(1), MP4.u32(4), MP4.u32(40))
            + MP4.full("stsc", 0, 0, MP4.u32(1), MP4.u32(1), MP4.u32(2), MP4.u32(1))
            + (sizes ?? MP4.full("stsz", 0, 0, MP4.u32(3), MP4.u32(4)))
            + MP4.full("stco", 0, 0, MP4.u32(offsets.count), offsets.flatMap(MP4.u32))
            + (sync.map { MP4.full("stss", 0, 0, MP4.u32($0.count), $0.flatMap(MP4.u32)) } ?? [])
    }

    private func movie(_ tracks: (Int) -> [[UInt8]], data: [UInt8]) -> [UInt8] {
        let start = MP4.initialization(tracks(0), defaults: nil).count + 8
        return MP4.initialization(tracks(start), defaults: nil) + MP4.box("mdat", data)
    }

    @Test
    func `Samples of interleaved tracks come as their bytes come`() throws {
        let bytes = movie(
            { start in
                [
                    MP4.track(1, table: table([start, start + 12], sync: [1, 4])),
                    MP4.track(
                        2, handler: "soun", entries: [MP4.audio()], table: table([start + 6, start + 18])),
                ]
            }, data: Array(0..<24))
        let outputs = try demuxFragments(bytes)
        let starts: [UInt8] = [0, 3, 6, 9, 12, 15, 18, 21]
        #expect(outputs.bytes == starts.map { [$0, $0 + 1, $0 + 2] as [UInt8] })
        #expect(outputs.decodeTimes == [0, 40, 0, 40, 80, 120, 80, 120])
        #expect(outputs.samples.map(\.isSync) == [true, false, true, true, false, true, true, true])
        #expect(outputs.damage == 0)
        for cut in 1...7 { #expect(try demuxFragments(bytes, cut: cut) == outputs) }
        var demuxer = FragmentedMP4Demuxer()
        #expect(try demuxer.append(bytes.dropLast(20)).samples.count == 1)
    }

    @Test
    func `Chunks that lie backwards are given out in decoding order`() throws {
        let bytes = movie({ [MP4.track(1, table: table([$0 + 6, $0]))] }, data: Array(0..<12))
        #expect(try demuxFragments(bytes).bytes == [[6, 7, 8], [9, 10, 11], [0, 1, 2], [3, 4, 5]])
    }

    @Test
    func `Compact sizes are read`() throws {
        let sizes = MP4.full("stz2", 0, 0, [0, 0, 0, 4], MP4.u32(4), [0x12, 0x33])
        let bytes = movie({ [MP4.track(1, table: table([$0, $0 + 3], sizes: sizes))] }, data: Array(0..<9))
        #expect(try demuxFragments(bytes).bytes == [[0], [1, 2], [3, 4, 5], [6, 7, 8]])
    }

    @Test
    func `PCM samples are given out in groups`() throws {
        let sizes = MP4.full("stsz", 0, 0, MP4.u32(4), MP4.u32(1500))
        let table =
            MP4.full("stts", 0, 0, MP4.u32(1), MP4.u32(1500), MP4.u32(1))
            + MP4.full("stsc", 0, 0, MP4.u32(1), MP4.u32(1), MP4.u32(1500), MP4.u32(1)) + sizes
        let bytes = movie(
            { start in
                [
                    MP4.track(
                        1, handler: "soun", timescale: 48_000, entries: [MP4.audio("sowt")],
                        table: table + MP4.full("stco", 0, 0, MP4.u32(1), MP4.u32(start)))
                ]
            }, data: MP4.zeros(6000))
        let outputs = try demuxFragments(bytes)
        #expect(outputs.samples.map(\.data.count) == [4096, 1904])
        #expect(outputs.samples.map(\.duration) == [21_333_333, 9_916_666])
        #expect(outputs.samples.last?.decodeTime == 21_333_333)
        #expect(outputs.streams.first?.format.pcmLayout == PCMLayout(isBigEndian: false))
    }

    @Test
    func `Media data before the movie header is an error with a reason`() {
        let movie = MP4.moov([MP4.track(1, table: table([28, 34]))], defaults: nil)
        do {
            _ = try demuxFragments(MP4.ftyp() + MP4.box("mdat", MP4.zeros(12)) + movie)
            Issue.record("There was no error.")
        } catch {
            guard let error = error as? DemuxerError, case .malformed(let text) = error else {
                Issue.record("The error was \(error).")
                return
            }
            #expect(text.contains("before the movie header"))
        }
    }

    @Test
    func `Tables that claim more than they have are an error`() {
        let claims: [[UInt8]] = [
            table([28]), table([28, 34], sizes: MP4.full("stsz", 0, 0, MP4.u32(0), MP4.u32(0xFFFF_FFFF))),
            table([28, 34], sizes: MP4.full("stsz", 0, 0, MP4.u32(0xFFFF_FFFF), MP4.u32(0xFFFF_FFFF))),
        ]
        for table in claims {
            #expect(throws: DemuxerError.self) {
                try demuxFragments(MP4.initialization([MP4.track(1, table: table)], defaults: nil))
            }
        }
    }
}
