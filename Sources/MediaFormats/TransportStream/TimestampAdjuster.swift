/// Maps the times of a program to one continuous timeline. Times in a transport stream may begin anew at any
/// place: where recordings were joined, or a clock was reset.
///
/// The streams pass such a place one after another. Each joins a new run of times when its own times leave the
/// current one.
struct TimestampAdjuster: Sendable {
    private struct Run {
        /// The difference between the continuous timeline and the times of the program.
        var offset: Int64
        var latest: Int64
    }

    private struct Stream {
        var run: Int
        var decode: Int64
        /// The duration of the last sample.
        var step: Int64 = 0
    }

    private var runs: [Run] = []
    private var streams: [Int: Stream] = [:]
    /// The latest end of all streams on the continuous timeline.
    private var end: Int64?

    /// A stream never goes back by more than this, in nanoseconds. Decoding times that were derived from
    /// presentation times go back by less.
    private static let back: Int64 = 500_000_000
    /// A leap by more than this is a new run.
    private static let leap: Int64 = 10_000_000_000
    private static let mostRuns = 8

    init() {}

    /// The offset to add to the times of a sample.
    mutating func offset(stream: Int, decode: Int64, duration: Int64?) -> Int64 {
        guard var known = streams[stream] else {
            let run = runs.lastIndex { abs(decode &- $0.latest) <= Self.leap } ?? addRun(decode, at: end)
            return note(Stream(run: run, decode: decode), stream, decode, duration)
        }
        let step = decode &- known.decode
        let hasLeapt = step > Self.leap && decode &- runs[known.run].latest > Self.leap
        if step < -Self.back || hasLeapt {
            let later = runs.indices.first {
                $0 > known.run && abs(decode &- runs[$0].latest) <= Self.leap
            }
            known.run =
                later ?? addRun(decode, at: known.decode &+ known.step &+ runs[known.run].offset)
            // Runs may have been removed.
            known.run = min(known.run, runs.count - 1)
        } else if step > 0, step < 1_000_000_000 {
            known.step = step
        }
        known.decode = decode
        return note(known, stream, decode, duration)
    }

    /// The offset for a sample of a stream with rare samples, which does not show where times begin anew.
    func offset(ofRare decode: Int64) -> Int64 {
        let near = runs.last { abs(decode &- $0.latest) <= 6 * Self.leap }
        return (near ?? runs.last)?.offset ?? 0
    }

    private mutating func note(
        _ known: Stream, _ stream: Int, _ decode: Int64, _ duration: Int64?
    ) -> Int64 {
        var known = known
        if let duration, duration > 0 { known.step = duration }
        streams[stream] = known
        runs[known.run].latest = max(runs[known.run].latest, decode)
        let offset = runs[known.run].offset
        end = max(end ?? .min, decode &+ known.step &+ offset)
        return offset
    }

    /// Begins a run whose first sample has the time `start` on the continuous timeline.
    private mutating func addRun(_ decode: Int64, at start: Int64?) -> Int {
        runs.append(Run(offset: start.map { $0 &- decode } ?? 0, latest: decode))
        if runs.count > Self.mostRuns {
            runs.removeFirst()
            streams = streams.mapValues { stream in
                var stream = stream
                stream.run = max(stream.run - 1, 0)
                return stream
            }
        }
        return runs.count - 1
    }
}
