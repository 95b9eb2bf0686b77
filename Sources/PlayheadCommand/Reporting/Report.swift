import Playhead

/// One thing that is told of a session.
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

/// Tells people or programs what happens.
@MainActor
protocol Reporter {
    func report(_ report: Report)
    /// The size of the terminal changed, or the terminal is ours again.
    func redraw()
    /// Everything is over, or the terminal is lent to somebody else for a while.
    func withdraw()
    func showHelp()
}

extension Reporter {
    func redraw() {}
    func withdraw() {}
}
