import Playhead

/// A report of a session.
struct Report: Equatable {
    enum Fact: Equatable {
        case hello(version: String, gstreamer: String)
        case event(PlayerEvent)
        case summary(exitCode: Int32, items: [ItemRecord])
    }

    /// The time since the process started.
    var time: Duration
    /// The item that was current, counted from 0.
    var item: Int?
    var fact: Fact
}

/// Reports to people or to programs.
@MainActor
protocol Reporter {
    func report(_ report: Report)
    /// The size of the terminal changed, or the process is in the foreground again.
    func redraw()
    /// The session has ended, or the process is going to be suspended.
    func withdraw()
    func showHelp()
}

extension Reporter {
    func redraw() {}
    func withdraw() {}
}
