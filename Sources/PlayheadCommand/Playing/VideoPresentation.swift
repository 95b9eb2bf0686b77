import ArgumentParser
import Playhead

/// The destination of video.
enum VideoPresentation: String, ExpressibleByArgument, CaseIterable {
    case auto
    case none
    case window
    /// Pictures in the terminal on standard output.
    case terminal

    /// The video output of the player. The command itself draws in a terminal.
    var output: PlayerConfiguration.VideoOutput {
        switch self {
        case .auto: .auto
        case .none, .terminal: .none
        case .window: .window
        }
    }

    /// The error if pictures cannot be drawn on standard output; nil if they can.
    var fault: String? {
        guard self == .terminal else { return nil }
        if !Terminal.isTerminal(.standardOutput) {
            return "--video terminal needs a terminal on standard output"
        }
        return Terminal.canPlaceCursor
            ? nil : "--video terminal needs a terminal that can move its cursor; TERM tells none"
    }
}
