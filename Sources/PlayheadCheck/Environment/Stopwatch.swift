/// How long something has taken, in real time.
struct Stopwatch {
    private let start = ContinuousClock.now

    /// In seconds, to the millisecond.
    var time: Double { ((ContinuousClock.now - start) / .milliseconds(1)).rounded() / 1000 }
}
