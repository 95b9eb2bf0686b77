import Foundation
import Testing

@testable import MediaFormats
@testable import PlayheadSystem
@testable import TestBasics

struct MatroskaCueCheckTests {
    private func check(_ bytes: [UInt8]) throws -> Int? {
        let folder = try TemporaryFolder()
        let path = try folder.write(Data(bytes), to: "file.mkv")
        return MatroskaCueCheck.brokenCues(in: try #require(FileBytes(path: FilePath(path))))
    }

    /// The places of a number of bytes in others.
    private func places(of sought: [UInt8], in bytes: [UInt8]) -> [Int] {
        bytes.indices.dropLast(sought.count).filter { bytes[$0..<$0 + sought.count].elementsEqual(sought) }
    }

    @Test(arguments: ["av-vp9-opus.webm", "subtitles.mkv", "tracks.mkv", "chapters.mkv", "av-h264-aac.mp4"])
    func `a right index is left alone`(_ name: String) throws {
        #expect(try check(Repository.bytes("media/" + name)) == nil)
    }

    @Test(arguments: ["av-vp9-opus.webm", "subtitles.mkv"])
    func `an index that leads elsewhere is found`(_ name: String) throws {
        let right = try Repository.bytes("media/" + name)
        let cues = try #require(places(of: [0x1C, 0x53, 0xBB, 0x6B], in: right).last)
        // The last cue is moved by one byte.
        let position = try #require(places(of: [0xF1], in: right).last { $0 > cues })
        var wrong = right
        wrong[position + 1 + Int(right[position + 1] & 0x7F)] ^= 1
        #expect(try check(wrong) == cues)
        // A time that its Cluster cannot have.
        let time = try #require(places(of: [0xBB], in: right).first { $0 > cues && right[$0 + 2] == 0xB3 })
        var late = right
        late[time + 4] = 0xFF
        if right[time + 3] & 0x7F >= 2 { #expect(try check(late) == cues) }
        #expect(try check(Array(right.prefix(cues + 20))) == cues)
        #expect(try check(Array(right.prefix(300))) == nil)
    }
}
