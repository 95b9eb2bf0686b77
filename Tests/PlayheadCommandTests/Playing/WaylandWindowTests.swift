import Foundation
import Testing

@testable import TestBasics
@testable import TestSupport

/// A window on a real Wayland display. A display that is lost never ends the process.
@Suite(.timeLimit(.minutes(2)))
struct WaylandWindowTests {
    private let film = SampleMedia.path("av-h264-aac.mp4")

    @Test func `the window has the title and the size of the video, and keys act`() async throws {
        let display = try await WaylandDisplay()
        let player = try await display.play("--repeat", "all", film)
        let window = try #require(try await display.window())
        #expect(window.name == "av-h264-aac.mp4")
        #expect(window.rect.width == 320 && window.rect.height == 180, "\(window.rect)")
        // The virtual keyboard waits until its clients know it.
        try await display.run("/usr/bin/wtype", "-s", "300", "f")
        try await waitUntil { try await display.window()?.fullscreen_mode == 1 }
        try await display.run("/usr/bin/wtype", "-s", "300", "q")
        let run = await RunResult(player)
        #expect(run.code == 0 && run.output.contains("\"event\":\"summary\""))
        await display.end()
    }

    @Test(arguments: ["fit", "fill", "stretch"])
    func `a window of another size shows all of it, in each aspect mode`(aspect: String) async throws {
        let display = try await WaylandDisplay()
        let player = try await display.play("--aspect", aspect, "--geometry", "50%x30", film)
        try await display.run("/usr/bin/swaymsg", #"[app_id="playhead"] resize set 90 400"#)
        let run = await RunResult(player)
        #expect(run.code == 0, "\(run.errors)")
        await display.end()
    }

    @Test(arguments: ["HEADLESS-2", "1"])
    func `a full screen window opens on the chosen screen`(screen: String) async throws {
        let display = try await WaylandDisplay(screens: 2)
        let player = try await display.play("--fullscreen", "--screen", screen, "--repeat", "all", film)
        try await waitUntil { try await display.window()?.rect.x == 800 }
        #expect(try await display.window()?.rect.width == 800)
        player.signal(SIGTERM)
        _ = await player.exitCode()
        await display.end()
    }

    @Test func `a screen that is not there is an error with the names of the others`() async throws {
        let display = try await WaylandDisplay(screens: 2)
        let player = try await PlayheadBinary.start(
            ["--audio", "none", "--screen", "HEADLESS-3", film], environment: display.environment,
            beside: display.child)
        let run = await RunResult(player)
        #expect(run.code == 1 && run.errors.contains("There is no screen HEADLESS-3"))
        #expect(run.errors.contains("the screens are HEADLESS-1, HEADLESS-2"), "\(run.errors)")
        await display.end()
    }

    @Test func `closing the window quits`() async throws {
        let display = try await WaylandDisplay()
        let player = try await display.play("--repeat", "all", film)
        try await display.run("/usr/bin/swaymsg", #"[app_id="playhead"] kill"#)
        let run = await RunResult(player)
        #expect(run.code == 0 && run.output.contains("\"outcome\":\"stopped\""))
        await display.end()
    }

    @Test func `a window that is not visible plays to the end`() async throws {
        let display = try await WaylandDisplay()
        let player = try await display.play(film)
        try await display.run("/usr/bin/swaymsg", "workspace", "2")
        let run = await RunResult(player)
        #expect(run.code == 0 && run.output.contains("\"outcome\":\"played\""))
        await display.end()
    }

    @Test(arguments: [("fail", 1), ("proceed", 0)])
    func `a display that ends is an error, or a warning`(policy: String, code: Int) async throws {
        let display = try await WaylandDisplay()
        let player = try await display.play("--window-lost", policy, film)
        await display.end()
        let run = await RunResult(player)
        #expect(run.code == code, "\(run.errors)")
        #expect(run.output.contains("The display has closed the connection"))
        #expect(run.output.contains(code == 0 ? "\"outcome\":\"played\"" : "\"code\":\"outputUnavailable\""))
    }
}

extension WaylandDisplay {
    /// Starts the command, and waits until its window is on the screen.
    func play(_ options: String...) async throws -> Child {
        let player = try await PlayheadBinary.start(
            ["play", "--video", "window", "--audio", "none", "--no-input", "--json"] + options,
            environment: environment, beside: child)
        #expect(await player.output.waits { $0.contains("\"event\":\"ready\"") }, "\(player.errors.text)")
        try await waitUntil { try await window() != nil }
        return player
    }

    struct Window: Decodable {
        struct Place: Decodable { let x, y, width, height: Int }
        let name, app_id: String?
        let rect: Place
        let fullscreen_mode: Int?
        let nodes, floating_nodes: [Window]

        func player() -> Window? {
            if app_id == "playhead" { return self }
            return (nodes + floating_nodes).lazy.compactMap { $0.player() }.first
        }
    }

    /// The player's window, if it is on the screen.
    func window() async throws -> Window? {
        let tree = try await run("/usr/bin/swaymsg", "-t", "get_tree", "-r")
        return try JSONDecoder().decode(Window.self, from: Data(tree.utf8)).player()
    }
}
