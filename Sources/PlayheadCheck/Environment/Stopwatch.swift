/// Measures elapsed real time.
struct Stopwatch {
    private let start = ContinuousClock.now

    /// The elapsed time in seconds, rounded to 1 ms.
    var time: Double { ((ContinuousClock.now - start) / .milliseconds(1)).rounded() / 1000 }
}
