import Foundation
import Playhead
import Testing

@testable import PlayheadCore
@testable import TestBasics
@testable import TestSupport
@testable import WindowSystem

/// Video in windows of a program, on a real X server.
@Suite(.timeLimit(.minutes(2)))
struct VideoSurfaceTests {
    typealias Renderer = WindowOptions.Renderer

    private func player(
        _ surface: VideoSurface, _ renderer: Renderer = .automatic,
        lossPolicy: WindowOptions.LossPolicy = .fail
    ) -> Player {
        var configuration = PlayerConfiguration()
        (configuration.audio, configuration.video) = (.none, .window)
        (configuration.window.surface, configuration.window.lossPolicy) = (surface, lossPolicy)
        configuration.window.renderer = renderer
        return Player(configuration: configuration)
    }

    private let film = MediaItem(path: Repository.path("media/av-h264-aac.mp4"))

    @Test(arguments: [Renderer.openGL, .software])
    func `a player moves from window to window while it plays`(renderer: Renderer) async throws {
        let desktop = try await Desktop()
        let (first, second) = (desktop.window(), desktop.window(x: 200, y: 100))
        let player = player(.x11(window: first, display: desktop.name), renderer)
        player.queue.repeatMode = .one
        player.load(film)
        player.play()
        try await waitUntil { try desktop.isBlue(x: 20, y: 12) }
        await player.attach(to: .x11(window: second, display: desktop.name))
        desktop.destroy(first)
        try await waitUntil { try desktop.isBlue(x: 220, y: 112) }
        #expect(player.error == nil && player.state.isPlaying)
        await desktop.end(closing: player)
    }

    @Test(arguments: [Renderer.openGL, .software])
    func `a paused frame appears where the player is attached`(renderer: Renderer) async throws {
        let desktop = try await Desktop()
        let window = desktop.window()
        let player = player(.none, renderer)
        player.load(film)
        player.pause()
        try await waitUntil { player.state == .paused(buffering: false) && player.duration != nil }
        #expect(try !desktop.isBlue(x: 20, y: 12))
        await player.attach(to: .x11(window: window, display: desktop.name))
        try await waitUntil { try desktop.isBlue(x: 20, y: 12) }
        await desktop.end(closing: player)
    }

    @Test(arguments: [Renderer.openGL, .software])
    func `a rotated video stays rotated where the player is attached`(renderer: Renderer) async throws {
        let desktop = try await Desktop()
        let (first, second) = (desktop.window(), desktop.window(x: 200, width: 90, height: 160))
        let player = player(.x11(window: first, display: desktop.name), renderer)
        player.load(MediaItem(path: Repository.path("media/rotated.mp4")))
        player.pause()
        try await waitUntil { try desktop.isBlue(x: 60, y: 8) }
        await player.attach(to: .x11(window: second, display: desktop.name))
        // Turned back, the video would leave this part of the window black.
        try await waitUntil { try desktop.isBlue(x: 206, y: 8) }
        await desktop.end(closing: player)
    }

    @Test func `an attached window follows one that is not there`() async throws {
        let desktop = try await Desktop()
        let window = desktop.window()
        let player = player(.none, lossPolicy: .proceed)
        player.queue.repeatMode = .one
        player.load(film)
        player.play()
        try await waitUntil { player.state.isPlaying }
        await player.attach(to: .x11(window: 0x7777, display: desktop.name))
        await player.attach(to: .x11(window: window, display: desktop.name))
        try await waitUntil { try desktop.isBlue(x: 20, y: 12) }
        await desktop.end(closing: player)
    }

    @Test(arguments: [Renderer.openGL, .software])
    func `the video follows the size of the window`(renderer: Renderer) async throws {
        try await showsAtTwoSizes(on: try await Desktop(), renderer)
    }

    private func showsAtTwoSizes(on desktop: Desktop, _ renderer: Renderer) async throws {
        let window = desktop.window()
        let player = player(.x11(window: window, display: desktop.name), renderer)
        player.load(film)
        player.pause()
        try await waitUntil { try desktop.isBlue(x: 20, y: 12) }
        desktop.resize(window, width: 640, height: 360)
        try await waitUntil { try desktop.isBlue(x: 600, y: 40) }
        await desktop.end(closing: player)
    }

    @Test(arguments: [Renderer.openGL, .software])
    func `several players draw into one window`(renderer: Renderer) async throws {
        let desktop = try await Desktop()
        let wall = desktop.window(width: 640, height: 400)
        let players = (0..<4).map { index in
            let (x, y) = (index % 2 * 320, index / 2 * 200)
            let part = desktop.window(x: Int32(x), y: Int32(y), width: 320, height: 180, in: wall)
            return player(.x11(window: part, display: desktop.name), renderer)
        }
        for player in players {
            player.load(film)
            player.play()
        }
        for index in 0..<4 {
            try await waitUntil { try desktop.isBlue(x: index % 2 * 320 + 20, y: index / 2 * 200 + 20) }
        }
        for player in players { await player.close() }
        await desktop.end()
    }

    @Test(arguments: WindowOptions.LossPolicy.allCases, [Renderer.openGL, .software])
    func `a destroyed window fails the item, or lets it proceed`(
        policy: WindowOptions.LossPolicy, renderer: Renderer
    ) async throws {
        let desktop = try await Desktop()
        let window = desktop.window()
        let player = player(.x11(window: window, display: desktop.name), renderer, lossPolicy: policy)
        player.queue.repeatMode = policy == .proceed ? .one : .off
        player.load(film)
        player.play()
        try await waitUntil { try desktop.isBlue(x: 20, y: 12) }
        desktop.destroy(window)
        if policy == .fail {
            try await waitUntil { player.error?.code == .outputUnavailable }
        } else {
            // Another window of the program shows it again.
            let next = desktop.window(x: 200, y: 100)
            await player.attach(to: .x11(window: next, display: desktop.name))
            try await waitUntil { try desktop.isBlue(x: 220, y: 112) }
            #expect(player.state.isPlaying)
        }
        await desktop.end(closing: player)
    }

    @Test func `the processor fits, fills and stretches the video`() async throws {
        let desktop = try await Desktop()
        let window = desktop.window(width: 320)
        let player = player(.x11(window: window, display: desktop.name))
        player.load(film)
        player.pause()
        try await waitUntil { try desktop.isBlue(x: 100, y: 12) }
        #expect(try !desktop.isBlue(x: 20, y: 12) && !desktop.isBlue(x: 300, y: 12))
        player.aspectMode = .stretch
        try await waitUntil { try desktop.isBlue(x: 20, y: 12) }
        player.aspectMode = .fit
        try await waitUntil { try !desktop.isBlue(x: 20, y: 12) }
        player.aspectMode = .fill
        try await waitUntil { try desktop.isBlue(x: 300, y: 12) }
        await desktop.end(closing: player)
    }

    @Test func `the processor draws where no memory is shared with the server`() async throws {
        try await showsAtTwoSizes(on: try await Desktop(options: ["-extension", "MIT-SHM"]), .software)
    }

    @Test func `a window that is not there is an error`() async throws {
        let desktop = try await Desktop()
        let player = player(.x11(window: 0x7777, display: desktop.name))
        player.load(film)
        player.play()
        try await waitUntil { player.error?.code == .outputUnavailable }
        await desktop.end(closing: player)
    }
}

/// Video in a surface of a program, on a real Wayland display.
@Suite(.timeLimit(.minutes(2)))
struct WaylandSurfaceTests {
    /// The picture of the screen, as a PPM file.
    private struct Screen {
        let display: WaylandDisplay
        let folder: TemporaryFolder

        init() async throws { (display, folder) = (try await WaylandDisplay(), try TemporaryFolder()) }

        func isBlue(x: Int, y: Int) async throws -> Bool {
            let path = folder.path + "/screen.ppm"
            try await display.run("/usr/bin/grim", "-t", "ppm", path)
            let file = try Data(contentsOf: URL(filePath: path))
            return ScreenPicture(ppm: file, width: 800, height: 600).isBlue(x: x, y: y)
        }
    }

    @Test func `a player draws into parts of a surface, and leaves it`() async throws {
        let screen = try await Screen()
        let name =
            try #require(screen.display.environment["XDG_RUNTIME_DIR"])
            + "/" + (screen.display.environment["WAYLAND_DISPLAY"] ?? "")
        // The program with the surface: a transparent window that fills the screen.
        var options = WindowOptions()
        options.isFullscreen = true
        let queue = DispatchQueue(label: "program")
        let program = try #require(WaylandWindow(options, on: name, queue: queue) { _ in })
        program.present(VideoSize(width: 800, height: 600))
        let display = unsafe OpaquePointer(program.display)
        let surface = unsafe OpaquePointer(bitPattern: program.handle)
        func part(x: Int) -> VideoSurface {
            guard let display = unsafe display, let surface = unsafe surface else { return .none }
            return unsafe .wayland(display: display, surface: surface, x: x, width: 160, height: 90)
        }
        var configuration = PlayerConfiguration()
        (configuration.audio, configuration.video) = (.none, .window)
        configuration.window.surface = part(x: 0)
        let player = Player(configuration: configuration)
        player.queue.repeatMode = .one
        player.load(MediaItem(path: Repository.path("media/av-h264-aac.mp4")))
        player.play()
        try await waitUntil { try await screen.isBlue(x: 20, y: 12) }
        await player.attach(to: part(x: 400))
        // The position of a part is applied with the next commit of the surface.
        options.isFullscreen = false
        program.apply(options)
        try await waitUntil { try await screen.isBlue(x: 420, y: 12) }
        await player.detach()
        options.isFullscreen = true
        program.apply(options)
        try await waitUntil { try await !screen.isBlue(x: 420, y: 12) }
        #expect(player.error == nil && player.state.isPlaying)
        await player.close()
        program.close()
        await screen.display.end()
    }
}
