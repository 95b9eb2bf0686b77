import ArgumentParser
import Playhead
import PlayheadSystem

/// A time on the command line: seconds (`90.5`), or hours, minutes and seconds (`1:02:03`, `1:30`).
struct Seconds: ExpressibleByArgument {
    var duration: Duration

    init(_ duration: Duration) { self.duration = duration }

    /// Parses a number up to 1,000,000,000 (about 30 years) and rounds it to 1 µs.
    init?(argument: String) {
        guard let value = Double(argument) ?? Self.clock(argument), abs(value) <= 1e9 else { return nil }
        duration = .microseconds(Int64((value * 1e6).rounded()))
    }

    /// The seconds of `H:MM:SS` or `MM:SS`. Minutes and seconds after a colon are below 60.
    private static func clock(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let isNumeric = parts.allSatisfy {
            $0.first?.isNumber == true && $0.allSatisfy { $0.isNumber || $0 == "." }
        }
        guard (2...3).contains(parts.count), isNumeric, let seconds = Double(parts[parts.count - 1]) else {
            return nil
        }
        let whole = parts.dropLast().compactMap { Int($0) }
        guard whole.count == parts.count - 1, seconds < 60, whole.dropFirst().allSatisfy({ $0 < 60 }) else {
            return nil
        }
        return Double(whole.reduce(0) { $0 * 60 + $1 } * 60) + seconds
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
