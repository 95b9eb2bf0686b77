import Testing

@testable import MediaFormats
@testable import TestBasics

struct HeaderTests {
    @Test func `NAL units are found without start codes and zero bytes`() {
        let bytes: [UInt8] = [
            9, 0, 0, 0, 1, 0x09, 0xF0, 0, 0, 1, 0x65, 1, 0, 0, 3, 0, 0, 0, 0, 1, 0x41, 7, 0,
        ]
        #expect(AnnexB.units(in: bytes[...]) == [5..<7, 10..<15, 20..<22])
        #expect(AnnexB.units(in: bytes[6..<12]) == [10..<12])
        #expect(AnnexB.units(in: []).isEmpty)
    }

    @Test(arguments: [(0, 0, 417), (0, 1, 418)])
    func `MPEG audio tells the length of a frame`(_ offset: Int, _ padding: Int, _ length: Int) {
        let bytes: [UInt8] = [0xFF, 0xFB, 0x90 | UInt8(padding) << 1, 0x00]
        let header = MPEGAudioHeader(bytes, at: offset)
        #expect(header?.length == length)
        #expect(header?.samples == 1152)
        #expect(MPEGAudioHeader([0xFF, 0xFB, 0xF0, 0], at: 0) == nil)
        #expect(MPEGAudioHeader([0xFF, 0xF3, 0x90, 0xC4], at: 0)?.samples == 576)
        #expect(MPEGAudioHeader([0xFF, 0xF3, 0x90, 0xC4], at: 0)?.sampleRate == 22_050)
    }

    @Test func `ADTS tells the AudioSpecificConfig`() {
        let header = ADTSHeader(Elementary.adts(100, frequency: 4, channels: 6), at: 0)
        #expect(header?.length == 100)
        #expect(header?.audioSpecificConfig == [0x12, 0x30])
        #expect(ADTSHeader(Elementary.adts(100, frequency: 14), at: 0) == nil)
        #expect(ADTSHeader([0xFF, 0xF1], at: 0) == nil)
    }

    @Test func `AC-3 and E-AC-3 tell length, channels and samples`() {
        let plain = AC3Header(Elementary.ac3, at: 0)
        #expect((plain?.length, plain?.channels, plain?.samples) == (1536, 6, 1536))
        let enhanced = AC3Header(Elementary.eac3(type: 1, words: 99), at: 0)
        #expect((enhanced?.length, enhanced?.channels, enhanced?.isContinuation) == (200, 2, true))
    }

    @Test func `The size of H.264 is that after cropping, in frames`() {
        let frames = H264SPS(Elementary.sequence(columns: 120, rows: 68, cropBottom: 4)[4...])
        #expect((frames?.width, frames?.height) == (1920, 1080))
        let fields = H264SPS(
            Elementary.sequence(columns: 120, rows: 34, cropBottom: 2, interlaced: true)[4...])
        #expect((fields?.width, fields?.height) == (1920, 1080))
        #expect(H264SPS([0x67, 77, 0, 30]) == nil)
    }

    @Test func `Damaged headers do no harm`() {
        var random = SeededGenerator(state: 11)
        for _ in 0..<2000 {
            let count = Int.random(in: 0..<60, using: &random)
            var bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            _ = (
                H264SPS(bytes[...]), H265SPS(bytes[...]), SEI.types(bytes[...]), TimestampTag.contents(bytes)
            )
            _ = LOASHeader.configuration(bytes[...])
            let starts: [[UInt8]] = [
                [0xFF, 0xF1], [0xFF, 0xFB], [0x0B, 0x77], [0x56, 0xE0], [0x7F, 0xFF],
            ]
            bytes = starts[count % 5] + bytes
            for syntax in [AudioSyntax.adts, .mpegAudio, .ac3, .dts, .loas, .opus] {
                if case .frame(let frame) = syntax.frame(in: bytes, at: 0) {
                    #expect(frame.length > 0 && frame.prefix < frame.length)
                }
            }
        }
    }
}
