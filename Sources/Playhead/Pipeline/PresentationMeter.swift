internal import GStreamer
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
        private(set) var total: Duration = .zero

        mutating func add(_ span: Range<Duration>) {
            end = max(end ?? span.upperBound, span.upperBound)
            count += 1
            // Nearly always the span continues the last one; rounding between buffers is no hole.
            if let last = spans.last, span.lowerBound >= last.lowerBound,
                span.lowerBound <= last.upperBound + Self.rounding
            {
                let end = max(last.upperBound, span.upperBound)
                spans[spans.count - 1] = last.lowerBound..<end
                total += end - last.upperBound
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
            total = spans.reduce(.zero) { $0 + ($1.upperBound - $1.lowerBound) }
        }

        static let rounding: Duration = .milliseconds(2)
    }

    /// What is asked of it again and again.
    package struct Presented: Sendable {
        /// See ``PresentationMeter/end``.
        package var end: Duration?
        /// See ``PresentationMeter/played``.
        package var played: Duration = .zero
    }

    private let outputs = Mutex<[Spans]>(Output.allCases.map { _ in Spans() })
    private let published = Published(Presented())
    private let onPresent: (@Sendable (Output) -> Void)?

    /// `onPresent` is called before something is counted, on the streaming thread: there a test can hold a pipeline.
    package init(onPresent: (@Sendable (Output) -> Void)? = nil) { self.onPresent = onPresent }

    /// A frame or a run of samples reached an output.
    package func present(_ span: Range<Duration>, on output: Output) {
        onPresent?(output)
        change { $0[output.rawValue].add(span) }
    }

    /// Positions move elsewhere: what comes next does not continue what was presented last.
    package func jump(to position: Duration, on output: Output) {
        change { $0[output.rawValue].end = position }
    }

    /// Forgets everything, as when the first frame was not meant to be shown.
    package func clear() {
        change { outputs in outputs = outputs.map { _ in Spans() } }
    }

    private func change(_ body: (inout [Spans]) -> Void) {
        outputs.withLock { outputs in
            body(&outputs)
            published.replace(
                with: Presented(
                    end: outputs.compactMap(\.end).max(), played: outputs.map(\.total).max() ?? .zero))
        }
    }

    /// What has been presented up to now. Reading it takes no lock.
    package var presented: Presented { published.read { copy $0 } }

    /// Where the last media that reached any output ends; nil when none has.
    package var end: Duration? { presented.end }

    /// How many frames and runs of samples have reached the outputs.
    package var passed: Int { outputs.withLock { $0.reduce(0) { $0 + $1.count } } }

    /// How many of them have reached one output.
    func passed(on output: Output) -> Int { outputs.withLock { $0[output.rawValue].count } }

    /// How much media has reached the outputs, each part counted once: of the output that was given most.
    package var played: Duration { presented.played }
}
