import ArgumentParser

/// The destination of subtitles.
enum SubtitlePresentation: String, ExpressibleByArgument, CaseIterable {
    /// The video frames of the window.
    case draw
    /// The reports on the terminal or in JSON.
    case events
    case both
    case none

    var areDrawn: Bool { self == .draw || self == .both }
    var areReported: Bool { self == .events || self == .both }
}
