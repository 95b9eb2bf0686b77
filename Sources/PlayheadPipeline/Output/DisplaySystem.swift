internal import GStreamer
internal import WindowSystem

/// The display of a desktop, and the element that draws there.
enum DisplaySystem: CaseIterable {
    case wayland, x11

    var sink: String {
        switch self {
        case .wayland: "waylandsink"
        case .x11: "glimagesink"
        }
    }

    var package: String {
        switch self {
        case .wayland: "gstreamer1.0-plugins-bad"
        case .x11: "gstreamer1.0-gl"
        }
    }

    /// The first display whose element is installed.
    static func usable(in surroundings: Surroundings = .current) -> DisplaySystem? {
        allCases.first { surroundings.hasDisplay($0) && surroundings.hasElement($0.sink) }
    }

    /// The screens of the display.
    var screens: [Screen] {
        switch self {
        case .wayland: WaylandWindow.screens
        case .x11: X11Connection()?.screens ?? []
        }
    }

    /// Whether this process reaches such a display.
    var isPossible: Bool {
        switch self {
        case .wayland: WaylandWindow.isPossible
        case .x11: X11Connection.isPossible
        }
    }
}
