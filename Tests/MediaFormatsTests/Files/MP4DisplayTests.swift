import Testing

@testable import MediaFormats

/// The display properties in the movie box of an MP4 file.
struct MP4DisplayTests {
    private func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
        let body = parts.flatMap { $0 }
        return word(UInt32(body.count + 8)) + Array(type.utf8) + body
    }

    private func word(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private func half(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }

    private func movie(version: UInt8, _ matrix: [Int32], handler: String = "vide", _ boxes: [UInt8])
        -> [UInt8]
    {
        let times = [UInt8](repeating: 0, count: version == 1 ? 16 : 8)
        let length = [UInt8](repeating: 0, count: version == 1 ? 8 : 4)
        let values = [matrix[0], matrix[1], 0, matrix[2], matrix[3], 0, 0, 0]
        let words = values.flatMap { word(UInt32(bitPattern: $0 << 16)) } + word(1 << 30)
        let head: [UInt8] = [version, 0, 0, 7] + times + word(5) + word(0) + length
        let header = box("tkhd", head + [UInt8](repeating: 0, count: 16) + words + word(0) + word(0))
        let entry = box("avc1", [UInt8](repeating: 0, count: 78), boxes)
        let data = box("hdlr", word(0), Array("dhlralis".utf8), [UInt8](repeating: 0, count: 12))
        let media = box("hdlr", word(0), word(0), Array(handler.utf8), [UInt8](repeating: 0, count: 12))
        let table = box("stbl", box("stsd", word(0), word(1), entry))
        return box("moov", box("trak", header, box("mdia", media, box("minf", data, table))))
    }

    @Test(arguments: [UInt8(0), 1]) func `the matrix and the boxes of a sample entry are read`(
        _ version: UInt8
    ) {
        let volume: [UInt16] = [13250, 34500, 7500, 3000, 34000, 16000, 15635, 16450]
        let boxes =
            box("colr", Array("nclx".utf8), half(9), half(16), half(9), [0x80])
            + box("mdcv", volume.flatMap(half), word(10_000_000), word(50))
            + box("clli", half(1000), half(400))
        let file = movie(version: version, [0, -1, -1, 0], boxes)
        let found = MP4Display.read(movie: file)
        #expect(found.count == 1 && MP4Display.read(file.reader) == found)
        #expect(found.first?.trackID == 5 && found.first?.rotation == 90 && found.first?.isMirrored == true)
        #expect(found.first?.isFullRange == true && found.first?.contentLightLevel == [1000, 400])
        #expect(
            found.first?.masteringDisplay
                == [34000, 16000, 13250, 34500, 7500, 3000, 15635, 16450, 10_000_000, 50])
    }

    @Test func `other tracks and other matrices are left out`() {
        #expect(MP4Display.read(movie: movie(version: 0, [0, 1, -1, 0], handler: "soun", [])).isEmpty)
        let sheared = MP4Display.read(movie: movie(version: 0, [1, 1, 0, 1], []))
        #expect(sheared == [MP4Display(trackID: 5)])
    }

    @Test func `cut and changed bytes cause no crash`() {
        let whole = movie(version: 0, [0, 1, -1, 0], box("colr", Array("nclx".utf8), half(1), half(1)))
        for count in 0..<whole.count {
            #expect(MP4Display.read(movie: Array(whole.prefix(count))).count <= 1)
        }
        for place in whole.indices {
            for value in [UInt8(0), 1, 0x7F, 0x80, 0xFF] {
                var bytes = whole
                bytes[place] = value
                #expect(MP4Display.read(movie: bytes).count <= 1)
            }
        }
    }
}
