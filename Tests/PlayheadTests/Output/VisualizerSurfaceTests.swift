import Playhead
import Testing

@testable import PlayheadCore
@testable import TestBasics
@testable import TestSupport

/// Items without video in windows of a program, on a real X server.
@Suite(.timeLimit(.minutes(1)))
struct VisualizerSurfaceTests {
    private let song = MediaItem(path: Repository.path("media/tone.flac"))

    private func player(_ visualizer: WindowOptions.Visualizer, in window: UInt, on desktop: Desktop)
        -> Player
    {
        var configuration = PlayerConfiguration()
        (configuration.audio, configuration.video) = (.none, .window)
        configuration.window.surface = .x11(window: window, display: desktop.name)
        configuration.window.visualizer = visualizer
        let player = Player(configuration: configuration)
        player.queue.repeatMode = .one
        player.load(song)
        return player
    }

    /// Whether letters are on the screen.
    private func hasTitle(_ desktop: Desktop) throws -> Bool {
        let screen = try desktop.screen
        return (0..<640).contains { x in (0..<180).contains { screen.color(x: x, y: $0).red > 200 } }
    }

    @Test func `a program gets a picture only if it asks`() async throws {
        let desktop = try await Desktop()
        let window = desktop.window(width: 640, height: 360)
        for visualizer in [WindowOptions.Visualizer.automatic, .none] {
            let player = player(visualizer, in: window, on: desktop)
            player.play()
            try await waitUntil { player.state.isPlaying && player.position > .milliseconds(500) }
            #expect(try !hasTitle(desktop) && !player.configuration.taps.levels.areWanted)
            await player.close()
        }
        let player = player(.spectrum, in: window, on: desktop)
        try await waitUntil { try hasTitle(desktop) }
        await desktop.end(closing: player)
    }

    @Test func `nothing is measured for a window that cannot be seen`() async throws {
        let desktop = try await Desktop()
        let window = desktop.window(width: 640, height: 360)
        let player = player(.spectrum, in: window, on: desktop)
        let levels = player.configuration.taps.levels
        try await waitUntil { levels.areWanted }
        desktop.hide(window)
        try await waitUntil { !levels.areWanted }
        desktop.show(window)
        try await waitUntil { levels.areWanted }
        let other = desktop.window(width: 640, height: 400)
        try await waitUntil { !levels.areWanted }
        desktop.destroy(other)
        try await waitUntil { levels.areWanted }
        player.window.options.visualizer = .none
        try await waitUntil { !levels.areWanted }
        try await waitUntil { try hasTitle(desktop) }
        player.window.options.visualizer = .spectrum
        try await waitUntil { levels.areWanted }
        await player.detach()
        try await waitUntil { !levels.areWanted }
        await player.attach(to: .x11(window: window, display: desktop.name))
        try await waitUntil { levels.areWanted }
        await player.close()
        #expect(!levels.areWanted)
        await desktop.end()
    }
}
