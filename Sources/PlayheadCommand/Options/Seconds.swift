import ArgumentParser

/// A time on the command line: seconds, with a fraction if need be.
struct Seconds: ExpressibleByArgument {
    var duration: Duration

    init(_ duration: Duration) { self.duration = duration }

    /// Takes any finite number up to some thirty years, to the microsecond.
    init?(argument: String) {
        guard let value = Double(argument), abs(value) <= 1e9 else { return nil }
        duration = .microseconds(Int64((value * 1e6).rounded()))
    }

    var defaultValueDescription: String { duration.jsonSeconds }
}
