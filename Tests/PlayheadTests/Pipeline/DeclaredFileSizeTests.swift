import Foundation
import Playhead
import PlayheadTesting
import Testing

@testable import MediaFormats
@testable import PlayheadCore
@testable import PlayheadPipeline
@testable import PlayheadSystem
@testable import TestBasics
@testable import TestSupport

/// Contract 4.7 for formats whose parsers take what is there for all that there was.
struct DeclaredFileSizeTests {
    private static let kinds = ["tone.wav", "tone.ogg", "tone.opus"]

    @Test(arguments: kinds, [0.6, 0.999])
    func `4.7: a cut WAV or Ogg file is truncated`(name: String, share: Double) async throws {
        let folder = try TemporaryFolder()
        let whole = try Repository.bytes("media/" + name)
        let path = try folder.write(Data(whole.prefix(Int(Double(whole.count) * share))), to: name)
        let player = Player(configuration: .silent)
        player.load(MediaItem(path: path), autoplay: true)
        #expect(try await player.waitForEnd() == .truncated)
        #expect(player.snapshot.error?.code == .truncated)
        #expect(player.snapshot.position > .zero)
        await player.close()
    }

    @Test func `4.7: a cut file with an earlier end position ends naturally`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Data(Repository.bytes("media/tone.wav").dropLast(10_000)), to: "tone.wav")
        let player = Player(configuration: .silent)
        var item = MediaItem(path: path)
        item.endPosition = .seconds(1)
        player.load(item, autoplay: true)
        #expect(try await player.waitForEnd() == .natural)
        await player.close()
    }

    @Test func `every sample file is as long as its header says`() throws {
        for sample in Samples.all where sample.playable && !sample.path.hasSuffix(".m3u8") {
            let file = try #require(FileBytes(path: FilePath(Repository.media + "/" + sample.path)))
            #expect(!DeclaredFileSize.isBroken(file), "\(sample.path)")
        }
    }

    /// The beginning of a file, and how long the whole is.
    static let chunks: [(head: [UInt8], size: Int, isBroken: Bool)] = [
        (riff(92, "AVI "), 100, false),
        (riff(91, "AVI "), 99, false),
        // Without the byte that makes it even.
        (riff(93, "AVI "), 100, false),
        (riff(94, "AVI "), 100, true),
        // Never filled in.
        (riff(0, "WAVE"), 100, false),
        (riff(0xffff_ffff, "WAVE"), 100, false),
        // The length of more than 4 GiB is elsewhere.
        (riff(0xffff_ffff, "WAVE") + ds64(92), 100, false),
        (riff(0xffff_ffff, "WAVE") + ds64(1 << 33), 100, true),
        (riff(0xffff_ffff, "WAVE") + ds64(.max), 100, false),
        // What recorders write into a pipe.
        (riff(0x8000_0024, "WAVE"), 100, false),
        (riff(0x7fff_f024, "WAVE"), 100, false),
        // What follows the end is nobody's.
        (riff(20, "WAVE"), 100, false),
        (Array("RIFF".utf8), 4, false),
        (Array("OggS".utf8), 4, false),
    ]

    @Test(arguments: chunks.indices) func `a cut file is recognized by its header`(number: Int) throws {
        let (head, size, isBroken) = Self.chunks[number]
        let folder = try TemporaryFolder()
        let path = try folder.write(Data(head + [UInt8](repeating: 0, count: size - head.count)), to: "file")
        #expect(try DeclaredFileSize.isBroken(#require(FileBytes(path: FilePath(path)))) == isBroken)
    }

    private static func riff(_ size: UInt32, _ form: String) -> [UInt8] {
        Array((size == .max ? "RF64" : "RIFF").utf8) + bytes(size) + Array(form.utf8)
    }

    private static func ds64(_ size: UInt64) -> [UInt8] {
        Array("ds64".utf8) + bytes(UInt32(28)) + bytes(size)
    }

    private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
