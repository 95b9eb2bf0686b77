import Foundation
import PlayheadSystem
import TestSupport
import Testing

@testable import GStreamer
@testable import TestBasics

/// What gzip packed is as it was before, however it comes, and no more of it than is wanted.
struct UnpackingTests {
    private static func packed(_ text: Data) async throws -> [UInt8] {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "text")
        try await folder.pack("text")
        return [UInt8](try Data(contentsOf: folder.url.appending(path: "text")))
    }

    private static let text = Data((0..<60_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) })

    @Test(arguments: [1, 7, 1000, 1_000_000])
    func `gzip data are unpacked in pieces of any size`(size: Int) async throws {
        let packed = try await Self.packed(Self.text)
        let unpacking = Inflater()
        var result: [UInt8] = []
        for start in stride(from: 0, to: packed.count, by: size) {
            #expect(!unpacking.isWhole)
            result += try unpacking.take(
                Array(packed[start..<min(start + size, packed.count)]), atMost: 60_000 - result.count)
        }
        #expect(unpacking.isWhole && result == [UInt8](Self.text))
    }

    @Test func `consecutive gzip members are unpacked as one`() async throws {
        let packed = try await Self.packed(Data("one".utf8)) + Self.packed(Data("two".utf8))
        let unpacking = Inflater()
        #expect(try unpacking.take(packed, atMost: 6) == Array("onetwo".utf8) && unpacking.isWhole)
    }

    @Test func `unpacking stops at the size limit`() async throws {
        let bomb = try await Self.packed(Data(count: 100_000_000))
        #expect(bomb.count < 100_000)
        let unpacking = Inflater()
        #expect(throws: Inflater.Fault.tooLong) { try unpacking.take(bomb, atMost: 1000) }
        #expect(!unpacking.isWhole)
        let exact = try await Self.packed(Data(count: 1 << 14))
        #expect(try Inflater().take(exact, atMost: 1 << 14).count == 1 << 14)
        #expect(throws: Inflater.Fault.tooLong) { try Inflater().take(exact, atMost: 1 << 14 - 1) }
    }

    @Test func `damaged and cut gzip data are detected`() async throws {
        var packed = try await Self.packed(Self.text)
        let half = Inflater()
        _ = try half.take(Array(packed.prefix(packed.count / 2)), atMost: .max)
        #expect(!half.isWhole)
        packed[packed.count - 6] ^= 1
        #expect(throws: Inflater.Fault.damaged) { try Inflater().take(packed, atMost: .max) }
        #expect(throws: Inflater.Fault.damaged) { try Inflater().take(Array("#EXTM3U".utf8), atMost: .max) }
    }
}
