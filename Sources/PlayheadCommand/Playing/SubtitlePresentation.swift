import ArgumentParser

/// Where subtitles go.
enum SubtitlePresentation: String, ExpressibleByArgument, CaseIterable {
    /// Into the pictures of the window.
    case draw
    /// To whoever reads what is told: the terminal, or a program.
    case events
    case both
    case none

    var areDrawn: Bool { self == .draw || self == .both }
    var areReported: Bool { self == .events || self == .both }
}
