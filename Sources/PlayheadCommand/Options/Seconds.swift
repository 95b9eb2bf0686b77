import ArgumentParser
import Playhead

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

/// The value of `--image-duration`: a positive number of seconds, or `inf`.
struct ImageSeconds: ExpressibleByArgument {
    let value: ImageDuration

    init?(argument: String) {
        if argument == "inf" {
            value = .unlimited
        } else if let seconds = Seconds(argument: argument), seconds.duration > .zero {
            value = .limited(seconds.duration)
        } else {
            return nil
        }
    }
}
