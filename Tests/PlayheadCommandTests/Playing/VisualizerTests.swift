import Foundation
import Testing

@testable import TestBasics
@testable import TestSupport

/// The picture of items without video in the window, on a real X server, with sound on a real sound server.
@Suite(
    .needsPulseAudio,
    .serialized, .timeLimit(.minutes(2)))
struct VisualizerTests {
    static let renderers = ["opengl", "software"]
    /// A tone of 1 kHz at -23 dBFS.
    private let tone = SampleMedia.path("gain/tone.flac")

    @Test(arguments: renderers)
    func `a tone lights the bar of its band, and none in a pause`(renderer: String) async throws {
        let (sound, server) = (try await PulseServer(sinks: "first"), try await XServer())
        let player = try await server.play(
            on: sound, ["--renderer", renderer, "--geometry", "640x360+0+0", "--repeat", "all", tone])
        try await waitUntil { try server.bars() == [16] }
        try await waitUntil { try server.bars(at: 0.6) == [16] }
        #expect(try server.bars(at: 0.65) == [])
        let window = try await server.window()
        try await server.xdotool("key", "--window", window, "space")
        try await waitUntil { try server.bars() == [] }
        #expect(await player.output.waits { $0.contains("\"to\":\"paused\"") })
        try await server.xdotool("key", "--window", window, "space")
        try await waitUntil { try server.bars() == [16] }
        player.signal(SIGTERM)
        _ = await player.exitCode()
        await server.end()
        await sound.kill()
    }

    @Test func `a tone lights the bar of its band on Wayland`() async throws {
        let (sound, display) = (try await PulseServer(sinks: "first"), try await WaylandDisplay())
        var environment = display.environment
        environment["PULSE_SERVER"] = "unix:\(sound.folder.path)/pulse/native"
        let player = try await PlayheadBinary.start(
            ["play", "--video", "window", "--no-input", "--json", "--fullscreen", "--repeat", "all", tone],
            environment: environment, beside: display.child)
        let path = sound.folder.path + "/screen.ppm"
        try await waitUntil {
            try await display.run("/usr/bin/grim", "-t", "ppm", path)
            let screen = ScreenPicture(
                ppm: try Data(contentsOf: URL(filePath: path)), width: 800, height: 600)
            return screen.bars(width: 800, height: 600) == [16]
        }
        player.signal(SIGTERM)
        _ = await player.exitCode()
        await display.end()
        await sound.kill()
    }

    @Test func `the bars follow the size of the window`() async throws {
        let (sound, server) = (try await PulseServer(sinks: "first"), try await XServer())
        let player = try await server.play(on: sound, ["--geometry", "320x180+0+0", "--repeat", "all", tone])
        let window = try await server.window()
        try await waitUntil { try server.bars(width: 320, height: 180) == [16] }
        try await server.xdotool("windowsize", window, "800", "600")
        try await waitUntil { try server.bars(width: 800, height: 600) == [16] }
        #expect(try server.bars(at: 0.65, width: 800, height: 600) == [])
        player.signal(SIGTERM)
        _ = await player.exitCode()
        await server.end()
        await sound.kill()
    }

    @Test func `silence has the title, and no bars`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/silence.wav"
        let size = 2 * 48000 * 2
        try (NumberedSound.header(channels: 1, size: size) + Data(count: size)).write(to: URL(filePath: path))
        try await showsNoBars(["--geometry", "640x360+0+0", path]) { screen in
            // White letters on black.
            (0..<640).contains { x in (60..<140).contains { screen.color(x: x, y: $0).red > 200 } }
        }
    }

    @Test func `none has the title, and no bars`() async throws {
        let words = ["--geometry", "640x360+0+0", "--visualizer", "none", SampleMedia.path("tone.flac")]
        try await showsNoBars(words) { screen in
            (0..<640).contains { x in (60..<140).contains { screen.color(x: x, y: $0).red > 200 } }
        }
    }

    @Test func `the cover stays, without bars`() async throws {
        try await showsNoBars(
            ["--geometry", "320x320+0+0", SampleMedia.path("cover.flac")], width: 320, height: 320
        ) {
            $0.isCover(x: 20, y: 20) && $0.isCover(x: 300, y: 300)
        }
    }

    /// Plays an item to its end, and looks at each picture on the way.
    private func showsNoBars(
        _ words: [String], width: Int = 640, height: Int = 360, _ isShown: (ScreenPicture) -> Bool
    ) async throws {
        let (sound, server) = (try await PulseServer(sinks: "first"), try await XServer())
        let player = try await server.play(on: sound, words)
        try await waitUntil {
            let screen = try server.screen
            return isShown(screen)
        }
        repeat {
            #expect(try server.bars(width: width, height: height) == [])
        } while !player.output.text.contains("\"event\":\"finished\"")
        #expect(await player.exitCode() == 0)
        await server.end()
        await sound.kill()
    }

    @Test(arguments: renderers)
    func `the spectrum is before the cover`(renderer: String) async throws {
        let (sound, server) = (try await PulseServer(sinks: "first"), try await XServer())
        let player = try await server.play(
            on: sound,
            [
                "--renderer", renderer, "--geometry", "640x360+0+0", "--visualizer", "spectrum",
                "--repeat", "all", SampleMedia.path("cover.flac"),
            ])
        try await waitUntil { try server.bars() == [14] }
        // As high as the window, in its middle.
        let screen = try server.screen
        #expect(screen.isCover(x: 160, y: 10) && screen.isCover(x: 480, y: 350))
        #expect(!screen.isCover(x: 100, y: 10) && !screen.isCover(x: 520, y: 350))
        player.signal(SIGTERM)
        _ = await player.exitCode()
        await server.end()
        await sound.kill()
    }

    @Test(arguments: renderers)
    func `a playlist of all kinds has one window`(renderer: String) async throws {
        let (sound, server) = (try await PulseServer(sinks: "first"), try await XServer())
        let names = ["av-h264-aac.mp4", "gain/tone.flac", "cover.flac", "gain/tone.opus", "rotated.mp4"]
        let player = try await server.play(
            on: sound, ["--renderer", renderer] + names.map(SampleMedia.path))
        let window = try await server.window()
        for (index, name) in names.enumerated() {
            let isThere = await player.output.waits { text in
                text.split(separator: "\n").contains {
                    $0.contains("\"event\":\"itemChanged\"") && $0.contains("\"item\":\(index)")
                }
            }
            #expect(isThere, "\(name)")
            #expect(try await server.window() == window, "\(name)")
        }
        #expect(await player.exitCode() == 0)
        await server.end()
        await sound.kill()
    }
}

extension XServer {
    /// The bars that reach a part of the full height, in a window at the upper left corner.
    fileprivate func bars(at part: Double = 0.02, width: Int = 640, height: Int = 360) throws -> [Int] {
        try screen.bars(at: part, width: width, height: height)
    }
}

extension ScreenPicture {
    /// The bars that reach a part of the full height, in a picture at the upper left corner.
    func bars(at part: Double = 0.02, width: Int, height: Int) -> [Int] {
        let (top, bottom) = (height * 2 / 5, height - height / 16)
        let y = bottom - 1 - Int(Double(bottom - top) * part)
        let slot = Double(width) * 15 / 16 / 30
        return (0..<30).filter { bar in
            let color = color(x: Int(Double(width) / 32 + (Double(bar) + 0.4) * slot), y: y)
            return color.blue > 120 && color.red < 120
        }
    }

    /// Whether a pixel has the colour of the cover of the sample.
    fileprivate func isCover(x: Int, y: Int) -> Bool {
        let color = color(x: x, y: y)
        return color.red > 150 && color.blue < 80
    }
}
