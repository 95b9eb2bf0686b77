import Foundation
import Testing

@testable import MediaFormats
@testable import TestBasics

/// What LAME's tag says, and what is not believed of it.
struct LAMETagTests {
    private let bytes: [UInt8]

    init() throws {
        bytes = Array(try Data(contentsOf: Samples.directory.appending(path: "gapless/lame-vbr-a.mp3")))
    }

    /// The same file with other bytes so far behind the name of the writer.
    private func changed(_ offset: Int, to values: UInt8...) throws -> [UInt8] {
        let name = try #require(bytes.indices.first { bytes[$0...].starts(with: "Lavf".utf8) })
        var changed = bytes
        changed.replaceSubrange((name + offset)..<(name + offset + values.count), with: values)
        return changed
    }

    @Test func `delay and length are read, with the delay of the decoder`() {
        let found = LAMETag.read(bytes, length: bytes.count)
        #expect(found == EncoderPadding(rate: 44100, delay: 1105, total: 47_500))
        #expect(found?.duration == .nanoseconds(1_077_097_506))
    }

    @Test func `a tag is found behind other bytes, and read when it is complete`() {
        #expect(LAMETag.read([0, 0xFF, 1, 0xFF] + bytes, length: nil)?.total == 47_500)
        #expect(LAMETag.read(Array(bytes.prefix(60)), length: nil) == nil)
        #expect(LAMETag.read([], length: nil) == nil)
    }

    @Test func `the tag of an unknown encoder is ignored`() throws {
        #expect(LAMETag.read(try changed(0, to: 0x58), length: nil) == nil)
        #expect(LAMETag.read(try changed(21, to: 0, 0, 0), length: nil) == nil)
    }

    @Test func `a file that is longer than its tag keeps its end`() {
        let found = LAMETag.read(bytes, length: bytes.count + 1 << 20)
        #expect(found == EncoderPadding(rate: 44100, delay: 1105, total: nil))
    }

    @Test func `a padding as long as the file is ignored`() throws {
        let name = try #require(
            bytes.indices.first {
                bytes[$0...].starts(with: "Info".utf8) || bytes[$0...].starts(with: "Xing".utf8)
            })
        var changed = try changed(21, to: 0xFF, 0xFF, 0xFF)
        changed.replaceSubrange((name + 8)..<(name + 12), with: [0, 0, 0, 2])
        #expect(LAMETag.read(changed, length: nil) == nil)
    }

    @Test(.apart) func `cut and changed bytes cause no crash`() {
        for count in stride(from: 0, to: 500, by: 3) {
            _ = LAMETag.read(Array(bytes.prefix(count)), length: count)
        }
        for place in 0..<220 {
            for value in [UInt8(0), 0x7F, 0xFF] {
                var bytes = Array(bytes.prefix(1000))
                bytes[place] = value
                #expect(LAMETag.read(bytes, length: nil)?.delay ?? 0 < 5000)
            }
        }
    }
}
