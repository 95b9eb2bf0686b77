import Foundation
import Playhead
import Testing

@testable import PlayheadCommand
@testable import TestBasics

struct `A screenshot` {
    private let frame = VideoFrame(
        time: .zero, format: .rgba, width: 32, height: 16, bytes: [UInt8](repeating: 200, count: 32 * 16 * 4))

    @Test func `has the first free number, and overwrites nothing`() throws {
        let folder = try TemporaryFolder()
        let screenshot = Screenshot(folder: folder.path)
        #expect(screenshot.save(frame) == "Screenshot: \(folder.path)/playhead-shot0001.jpg")
        try Data("kept".utf8).write(to: URL(filePath: folder.path + "/playhead-shot0002.jpg"))
        #expect(screenshot.save(frame) == "Screenshot: \(folder.path)/playhead-shot0003.jpg")
        let written = try Data(contentsOf: URL(filePath: folder.path + "/playhead-shot0003.jpg"))
        #expect(written.starts(with: [0xff, 0xd8, 0xff]))
    }

    @Test func `that cannot be written is told`() {
        let note = Screenshot(folder: "/no/such").save(frame)
        #expect(
            note.hasPrefix("The screenshot /no/such/playhead-shot0001.jpg cannot be written: No such file"))
    }

    @Test func `is taken by the key s`() {
        #expect(KeyBindings()[KeyPress("s")] == .screenshot && KeyAction(text: "screenshot") == .screenshot)
    }
}
