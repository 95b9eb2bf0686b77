import NIOCore
import Testing

@testable import Playhead

/// What the first bytes of a part of a stream tell of it.
struct PartStartTests {
    /// A box of a type, with a length that may be longer than what is there of it.
    private static func box(_ type: String, _ content: [UInt8] = [], length: Int? = nil) -> [UInt8] {
        let length = length ?? content.count + 8
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + Array(type.utf8) + content
    }

    private static let styp = box("styp", Array("msdh".utf8) + [0, 0, 0, 0])
    private static let fragment = box(
        "moof", box("mfhd", [0, 0, 0, 0, 0, 0, 0, 1]) + box("traf", box("tfhd", [0, 0, 0, 0, 0, 0, 0, 1])))
    private static let header = box("moov", box("mvex"))
    private static let data = box("mdat", length: 5000)

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var bytes: [UInt8]
        var part: MediumStart.Part

        init(_ description: String, _ bytes: [UInt8], is part: MediumStart.Part) {
            (testDescription, self.bytes, self.part) = (description, bytes, part)
        }
    }

    static let cases = [
        Case("nothing", [], is: .unclear),
        Case("three bytes", [1, 2, 3], is: .unclear),
        Case("the first bytes of a packet", [0x47, 0, 0, 0, 0x47], is: .unclear),
        Case("a packet", [0x47] + Array(repeating: 0, count: 187), is: .streamed),
        Case("zeros", Array(repeating: 0, count: 188), is: .foreign),
        Case("a fragment", styp + fragment + data, is: .streamed),
        Case("a fragment that is cut off", styp + fragment.prefix(20), is: .cutFragment),
        Case("a fragment with its header", box("ftyp") + header + fragment + data, is: .streamed),
        Case("a header", box("ftyp") + header, is: .cutFragment),
        Case("a header, and pictures that are in no fragment", box("ftyp") + header + data, is: .unclear),
        Case("a film", box("ftyp") + box("moov", box("mvhd")) + data, is: .unclear),
        Case("a film whose index is last", box("ftyp") + box("free") + data, is: .unclear),
        Case("a long film", box("ftyp") + box("moov", box("mvhd"), length: 1 << 20), is: .unclear),
        Case(
            "a very long film", box("ftyp") + box("moov", [0, 0, 0, 1, 0, 0, 0, 0], length: 1), is: .unclear),
    ]

    @Test(arguments: cases) func tells(_ example: Case) {
        #expect(MediumStart(ByteBuffer(bytes: example.bytes)).part == example.part)
        // With enough to tell, what is not clear is no part.
        let longer = example.bytes + Array(repeating: UInt8(0), count: 400)
        if example.part == .unclear { #expect(MediumStart(ByteBuffer(bytes: longer)).part == .foreign) }
    }
}
