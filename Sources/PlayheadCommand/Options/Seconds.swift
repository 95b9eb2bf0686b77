import ArgumentParser

/// A time in seconds on the command line, with an optional fraction.
struct Seconds: ExpressibleByArgument {
    var duration: Duration

    init(_ duration: Duration) { self.duration = duration }

    /// Parses a number up to 1,000,000,000 (about 30 years) and rounds it to 1 µs.
    init?(argument: String) {
        guard let value = Double(argument), abs(value) <= 1e9 else { return nil }
        duration = .microseconds(Int64((value * 1e6).rounded()))
    }

    var defaultValueDescription: String { duration.jsonSeconds }
}
