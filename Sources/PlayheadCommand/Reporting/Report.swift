import Playhead

/// A timed report of a session.
struct Report: Equatable {
    enum Fact: Equatable {
        case hello(version: String, gstreamer: String)
        case event(PlayerEvent)
        case summary(exitCode: Int32, items: [ItemRecord])
    }

    /// The time since the process started.
    var time: Duration
    /// The index of the current item, from 0.
    var item: Int?
    var fact: Fact
}

/// An output for reports, for users or for programs.
@MainActor
protocol Reporter {
    func report(_ report: Report)
    /// Called when the terminal size changed, or when the process is in the foreground again.
    func redraw()
    /// Called when the session has ended, or before the process is suspended.
    func withdraw()
    /// Prints the list of keys.
    func showHelp(_ lines: [String])
    /// Prints the answer to a key.
    func showNote(_ line: String)
    /// Shows the levels of the sound, or no longer.
    func toggleMeter()
    /// Adds the name of an item that came by remote control, after those of the command line.
    func add(name: String)
}

extension Reporter {
    func redraw() {}
    func withdraw() {}
    func toggleMeter() {}
}
