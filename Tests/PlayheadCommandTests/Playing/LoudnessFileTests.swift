import Foundation
import Playhead
import Testing

@testable import PlayheadCommand
@testable import PlayheadSystem
@testable import TestBasics
@testable import TestSupport

/// The loudness of files that is kept, and state files that several processes change.
@Suite(.timeLimit(.minutes(1))) struct LoudnessFileTests {
    private static let track = Track.ID(rawValue: "audio-1")

    @Test func `the loudness is that of a track of an unchanged file, by whichever way it is reached`() throws
    {
        let folder = try TemporaryFolder()
        let path = try folder.write("1234", to: "songs/one.wav")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link.wav", withDestinationPath: path)
        let (item, link) = (MediaItem(path: path), MediaItem(path: folder.path + "/link.wav"))
        let state = StateFile(path: folder.path + "/state/loudness")
        let file = LoudnessFile(state)
        let known = Loudness(integrated: -23.01, range: 6.2, truePeak: -1.5)
        #expect(file.loudness(of: Self.track, in: item) == nil)
        file.keep(known, of: Self.track, in: item)
        #expect(file.loudness(of: Self.track, in: link) == known)
        #expect(LoudnessFile(state).loudness(of: Self.track, in: item) == known)
        #expect(file.loudness(of: Track.ID(rawValue: "audio-2"), in: item) == nil)

        // Bytes of the same number, written later.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000.25)], ofItemAtPath: path)
        #expect(file.loudness(of: Self.track, in: item) == nil)
        file.keep(Loudness(integrated: -14), of: Self.track, in: item)
        #expect(file.loudness(of: Self.track, in: item) == Loudness(integrated: -14))
        #expect(try state.read().count == 1)

        // A file that has changed since it was asked for was heard in parts of two.
        try folder.write("12345", to: "songs/one.wav")
        file.keep(known, of: Self.track, in: item)
        #expect(file.loudness(of: Self.track, in: item) == nil)
    }

    @Test func `other items have none`() throws {
        let folder = try TemporaryFolder()
        let list = try folder.write("#EXTM3U", to: "list.m3u8")
        let state = StateFile(path: folder.path + "/loudness")
        let file = LoudnessFile(state)
        for item in [MediaItem(path: list), MediaItem(uri: "http://h/a.mp3"), MediaItem(pathOrURI: "-")] {
            #expect(file.loudness(of: Self.track, in: item) == nil)
            file.keep(Loudness(integrated: -23), of: Self.track, in: item)
        }
        #expect(try state.read().isEmpty)
    }

    @Test func `the oldest entries go, and lines that nothing wrote are left out`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("x\n1 a\tb\n\u{0}\n", to: "loudness")
        let state = StateFile(path: path, limit: 2)
        let file = LoudnessFile(state)
        for name in ["1.wav", "2.wav", "3.wav"] {
            let item = MediaItem(path: try folder.write(name, to: name))
            #expect(file.loudness(of: Self.track, in: item) == nil)
            file.keep(Loudness(integrated: -20), of: Self.track, in: item)
        }
        #expect(try state.read().map { String($0.name.suffix(5)) } == ["2.wav", "3.wav"])
    }

    @Test func `entries of players that write at the same time are kept`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/state/positions"
        await withTaskGroup(of: Void.self) { group in
            for player in 0..<4 {
                group.addTask {
                    var file = ResumeFile(StateFile(path: path))
                    for item in 0..<5 {
                        file.keep(.seconds(60), of: nil, for: "x:\(player)-\(item)", isFinished: false)
                    }
                }
            }
        }
        #expect(try Set(StateFile(path: path).read().map(\.name)).count == 20)
    }

    @Test func `a lock that is held for long is an error and changes nothing`() throws {
        let folder = try TemporaryFolder()
        let file = StateFile(path: folder.path + "/positions")
        let lock = try FolderLock(folder: folder.path)
        #expect(throws: FileFault(code: EWOULDBLOCK)) { try file.change { _ in } }
        _ = consume lock
        try file.change { $0 = [StateFile.Entry(name: "x:y", time: .seconds(1))] }
        #expect(try file.read().map(\.name) == ["x:y"])
    }
}
