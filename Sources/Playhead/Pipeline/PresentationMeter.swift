internal import Synchronization

/// What has reached the outputs of one load, counted where it passes: the bound of every extrapolated position, and
/// the honest answer to how much was played.
package final class PresentationMeter: Sendable {
    /// The outputs that are told apart; what reached several of them counts once.
    package enum Output: Int, Sendable, CaseIterable { case video, audio }

    private struct Spans: Sendable {
        var spans: [Range<Duration>] = []
        var end: Duration?
        var count = 0

        mutating func add(_ span: Range<Duration>) {
            end = max(end ?? span.upperBound, span.upperBound)
            count += 1
            // Nearly always the span continues the last one; rounding between buffers is no hole.
            if let last = spans.last, span.lowerBound >= last.lowerBound,
                span.lowerBound <= last.upperBound + Self.rounding
            {
                spans[spans.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
            } else {
                insert(span)
            }
        }

        private mutating func insert(_ span: Range<Duration>) {
            var merged = span
            spans.removeAll {
                guard
                    $0.overlaps(merged) || $0.upperBound == merged.lowerBound
                        || $0.lowerBound == merged.upperBound
                else { return false }
                merged = min($0.lowerBound, merged.lowerBound)..<max($0.upperBound, merged.upperBound)
                return true
            }
            spans.insert(merged, at: spans.firstIndex { $0.lowerBound > merged.lowerBound } ?? spans.count)
        }

        static let rounding: Duration = .milliseconds(2)
        var total: Duration { spans.reduce(.zero) { $0 + ($1.upperBound - $1.lowerBound) } }
    }

    private let outputs = Mutex<[Spans]>(Output.allCases.map { _ in Spans() })

    private let onPresent: (@Sendable (Output) -> Void)?

    /// `onPresent` is called before something is counted, on the streaming thread: there a test can hold a pipeline.
    package init(onPresent: (@Sendable (Output) -> Void)? = nil) { self.onPresent = onPresent }

    /// A frame or a run of samples reached an output.
    package func present(_ span: Range<Duration>, on output: Output) {
        onPresent?(output)
        outputs.withLock { $0[output.rawValue].add(span) }
    }

    /// Positions move elsewhere: what comes next does not continue what was presented last.
    package func jump(to position: Duration, on output: Output) {
        outputs.withLock { $0[output.rawValue].end = position }
    }

    /// Forgets everything, as when the first frame was not meant to be shown.
    package func clear() {
        outputs.withLock { outputs in outputs = outputs.map { _ in Spans() } }
    }

    /// Where the last media that reached any output ends; nil when none has.
    package var end: Duration? {
        outputs.withLock { $0.compactMap(\.end).max() }
    }

    /// How many frames and runs of samples have reached the outputs.
    package var passed: Int { outputs.withLock { $0.reduce(0) { $0 + $1.count } } }

    /// How much media has reached the outputs, each part counted once: of the output that was given most.
    package var played: Duration {
        outputs.withLock { $0.map(\.total).max() ?? .zero }
    }
}
