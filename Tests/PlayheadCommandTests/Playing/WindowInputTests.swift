import Foundation
import Testing

@testable import TestBasics
@testable import TestSupport

/// A window on a real X server. A window that is lost never ends the process.
@Suite(.timeLimit(.minutes(2)))
struct WindowInputTests {
    private let film = SampleMedia.path("av-h264-aac.mp4")

    @Test func `the window has the title and the size of the video, and quits by a key`() async throws {
        let server = try await XServer()
        let player = try await server.play("--repeat", "all", film)
        let window = try await server.window()
        #expect(try await server.xdotool("getwindowname", window) == "av-h264-aac.mp4\n")
        let place = try await server.xdotool("getwindowgeometry", "--shell", window)
        #expect(place.contains("WIDTH=320\n") && place.contains("HEIGHT=180\n"), "\(place)")
        // Of `key` the release would find no window.
        try await server.xdotool("keydown", "--window", window, "q")
        let run = await RunResult(player)
        #expect(run.code == 0 && run.output.contains("\"event\":\"summary\""))
        await server.end()
    }

    @Test func `the window of an item without video shows its cover`() async throws {
        let server = try await XServer()
        let player = try await server.play("--repeat", "all", SampleMedia.path("cover.flac"))
        let window = try await server.window()
        let place = try await server.xdotool("getwindowgeometry", "--shell", window)
        #expect(place.contains("WIDTH=16\n") && place.contains("HEIGHT=16\n"), "\(place)")
        player.signal(SIGINT)
        _ = await player.exitCode()
        await server.end()
    }

    @Test func `full screen fills the screen, and a size on the command line holds`() async throws {
        let server = try await XServer()
        let player = try await server.play("--repeat", "all", "--geometry", "50%+0+0", film)
        let window = try await server.window()
        let place = try await server.xdotool("getwindowgeometry", "--shell", window)
        #expect(place.contains("X=0\nY=0\nWIDTH=400\nHEIGHT=225\n"), "\(place)")
        try await server.xdotool("key", "--window", window, "f")
        try await waitUntil {
            let place = try await server.xdotool("getwindowgeometry", "--shell", window)
            return place.contains("WIDTH=800\nHEIGHT=600\n")
        }
        player.signal(SIGINT)
        _ = await player.exitCode()
        await server.end()
    }

    @Test func `another client closes the window, and the item fails`() async throws {
        let server = try await XServer()
        let player = try await server.play("--paused", film)
        try await server.xdotool("windowclose", try await server.window())
        let run = await RunResult(player)
        #expect(
            run.code == 1 && run.output.contains("Another program has closed the window"), "\(run.errors)")
        #expect(run.output.contains("\"code\":\"outputUnavailable\""))
        await server.end()
    }

    @Test func `the server ends, and the item fails`() async throws {
        let server = try await XServer()
        let player = try await server.play("--paused", film)
        await server.end()
        let run = await RunResult(player)
        #expect(
            run.code == 1 && run.output.contains("The display has closed the connection"), "\(run.errors)")
    }

    @Test func `the server ends, and the item proceeds to its end`() async throws {
        // The rest of the video comes when the server has ended.
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "pipe").path
        #expect(unsafe mkfifo(path, 0o600) == 0)
        let pipe = try #require(FileHandle(forUpdatingAtPath: path))
        let bytes = try Data(contentsOf: URL(filePath: SampleMedia.path("av-vp9-opus.webm")))
        try pipe.write(contentsOf: bytes.prefix(bytes.count / 2))
        let server = try await XServer()
        let player = try await server.play("--window-lost", "proceed", "-", input: path)
        await server.end()
        let message = "The display has closed the connection: pictures are decoded and not shown"
        #expect(await player.output.waits { $0.contains(message) })
        try pipe.write(contentsOf: bytes.dropFirst(bytes.count / 2))
        try pipe.close()
        let run = await RunResult(player)
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.output.components(separatedBy: message).count == 2)
    }
}
