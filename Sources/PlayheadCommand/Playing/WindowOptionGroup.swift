import ArgumentParser
import Playhead

/// The options of the window.
struct WindowOptionGroup: ParsableArguments {
    @Flag(help: "Open the window full screen.")
    var fullscreen = false

    @Option(
        help: ArgumentHelp(
            "Size and position of the window in pixels or percentages of the screen, such as 1280x720, 50% or 640+0-0.",
            valueName: "[w[xh]][+x+y]"))
    var geometry: WindowGeometry?

    @Option(
        help: ArgumentHelp(
            "Screen of the window: a name such as HDMI-1, or a number from 0; on Wayland for full screen.",
            valueName: "name|number"))
    var screen: String?

    @Flag(help: "Open the window without border and title bar.")
    var borderless = false

    @Flag(help: "Keep the window above others.")
    var alwaysOnTop = false

    @Option(help: ArgumentHelp("Title of the window; without it that of the medium.", valueName: "text"))
    var windowTitle: String?

    @Option(
        help: "What an item does whose window another program or the end of the display takes away.")
    var windowLost: WindowOptions.LossPolicy = .fail

    @Option(help: "What draws on X11; automatic uses OpenGL where the server has a graphics processor.")
    var renderer: WindowOptions.Renderer = .automatic

    @Option(
        help: ArgumentHelp(
            "What the window shows of an item without video: the cover, else the spectrum; the cover, else the title; or the spectrum."
        ))
    var visualizer: WindowOptions.Visualizer = .automatic

    /// The options as the player knows them.
    var options: WindowOptions {
        var options = WindowOptions()
        options.isFullscreen = fullscreen
        options.geometry = geometry
        options.screen = screen
        options.isBorderless = borderless
        options.isAlwaysOnTop = alwaysOnTop
        options.title = windowTitle
        options.lossPolicy = windowLost
        options.renderer = renderer
        options.visualizer = visualizer
        return options
    }
}
