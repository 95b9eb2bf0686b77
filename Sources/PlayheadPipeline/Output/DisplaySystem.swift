internal import GStreamer
internal import WindowSystem

/// The display of a desktop.
enum DisplaySystem: CaseIterable {
    case wayland, x11

    /// The element that draws there.
    var sink: String {
        switch self {
        case .wayland: "waylandsink"
        case .x11: "glimagesink"
        }
    }

    /// The first display on which something draws: on X11 the processor can.
    static func usable(in surroundings: Surroundings = .current) -> DisplaySystem? {
        allCases.first { surroundings.hasDisplay($0) && ($0 == .x11 || surroundings.hasElement($0.sink)) }
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
