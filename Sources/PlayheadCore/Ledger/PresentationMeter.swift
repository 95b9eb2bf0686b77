internal import PlayheadSystem
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
            // Nearly always the span continues the last one; rounding between buffers is no gap.
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
            if spans.count >= Self.limit { joinNearest() }
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

        private mutating func joinNearest() {
            let gaps = zip(spans, spans.dropFirst()).map { $1.lowerBound - $0.upperBound }
            guard let nearest = gaps.indices.min(by: { gaps[$0] < gaps[$1] }) else { return }
            let end = spans.remove(at: nearest + 1).upperBound
            spans[nearest] = spans[nearest].lowerBound..<end
        }

        static let rounding: Duration = .milliseconds(2)
        private static let limit = 4096
    }

    private struct Book: Sendable {
        var outputs = Output.allCases.map { _ in Spans() }
        var passages = Output.allCases.map { _ in PlayedIntervals() }
        var search = GapDetector()
        var tally = Tally()
        var onGap: (@Sendable (MediaGap) -> Void)?
    }

    /// What is asked of it again and again.
    package struct Presented: Sendable {
        /// See ``PresentationMeter/end``.
        package var end: Duration?
        /// See ``PresentationMeter/played``.
        package var played: Duration = .zero
    }

    /// What was not presented as it was to be.
    package struct Tally: Sendable, Equatable {
        /// Pictures that came to their output too late to be shown.
        package var latePictures = 0
        /// Pictures that were not decoded, or not handed on, because playback was behind.
        package var skippedPictures = 0
        /// How often the sound output had nothing more to play, though there was more to come.
        package var audioUnderruns = 0
        /// How often sound was left out because it came too late.
        package var audioResyncs = 0
    }

    private let book = Mutex(Book())
    private let published = RCUCell(Presented())
    private let onPresent: (@Sendable (Output) -> Void)?

    /// `onPresent` is called before something is counted, on the streaming thread: there a test can hold a pipeline.
    package init(onPresent: (@Sendable (Output) -> Void)? = nil) { self.onPresent = onPresent }

    /// A frame or a run of samples reached an output.
    package func present(_ span: Range<Duration>, on output: Output) {
        onPresent?(output)
        change { book in
            book.outputs[output.rawValue].add(span)
            book.passages[output.rawValue].add(span)
            return book.search.take(span, on: output)
        }
    }

    /// Positions move elsewhere: what comes next does not continue what was presented last.
    package func jump(to position: Duration, on output: Output, speed: Double = 1) {
        change { book in
            book.outputs[output.rawValue].end = position
            book.passages[output.rawValue].jump(speed: speed)
            return book.search.jump(output, to: position, speed: speed)
        }
    }

    /// Forgets everything, as when the first frame was not meant to be shown.
    package func clear() {
        change { book in
            book = Book(search: GapDetector(in: book.search.stream), onGap: book.onGap)
            return []
        }
    }

    /// Changes the book, and tells the gaps that were found by that.
    private func change(_ body: (inout Book) -> [MediaGap]) {
        let (gaps, tell) = book.withLock { book in
            let gaps = body(&book)
            published.replace(
                with: Presented(
                    end: book.outputs.compactMap(\.end).max(),
                    played: book.outputs.map(\.total).max() ?? .zero))
            return (gaps, book.onGap)
        }
        if let tell { for gap in gaps { tell(gap) } }
    }

    /// What has been presented up to now. Reading it takes no lock.
    package var presented: Presented { published.read { copy $0 } }

    /// Where the last media that reached any output ends; nil when none has.
    package var end: Duration? { presented.end }

    /// How many frames and runs of samples have reached the outputs.
    package var passed: Int { book.withLock { $0.outputs.reduce(0) { $0 + $1.count } } }

    /// How many of them have reached one output.
    func passed(on output: Output) -> Int { book.withLock { $0.outputs[output.rawValue].count } }

    /// How much media has reached the outputs, each part counted once: of the output that was given most.
    package var played: Duration { presented.played }
}

extension PresentationMeter {
    /// Calls with each gap that is found from now on, on the thread that finds it. Streams that come in parts are looked at more
    /// closely; `isOnDemand` says whether all of them is to be played, and is asked when the first of them comes.
    package func onGap(
        isInParts: Bool, isOnDemand: @escaping @Sendable () -> Bool = { true },
        _ handler: @escaping @Sendable (MediaGap) -> Void
    ) {
        book.withLock { book in
            book.search.stream = GapDetector.Stream(isInParts: isInParts, isOnDemand: isOnDemand)
            book.onGap = handler
        }
    }

    /// A part of the stream will not come, of all kinds unless one is named: where nothing comes in its place, that is a gap with this
    /// cause.
    package func noteMissing(
        kind: Track.Kind? = nil, cause: MediaGap.Cause, interval: Range<Duration>
    ) {
        change { $0.search.noteMissing(kind: kind, cause: cause, interval: interval) }
    }

    /// What comes next to an output does not continue what came before, by its own word.
    package func noteBreak(on output: Output) {
        book.withLock { $0.search.noteBreak(output) }
    }

    /// Everything that comes has come, of what was to last until the promised end. Answers with what is missing there.
    package func finish(promised: Duration?) -> [MediaGap] {
        book.withLock { $0.search.end(promised: promised) }
    }

    /// A picture is not shown because it came to its output too late.
    package func drop(_ span: Range<Duration>?) {
        change { book in
            book.tally.latePictures += 1
            return span.map { book.search.drop($0) } ?? []
        }
    }

    /// Pictures come so late that decoders may leave some out.
    package func noteLateness(_ late: Duration) { book.withLock { $0.search.noteLateness(late) } }

    /// The sound output had nothing more to play.
    package func noteUnderrun() { book.withLock { $0.tally.audioUnderruns += 1 } }

    /// Sound that came too late was left out.
    package func noteResync() { book.withLock { $0.tally.audioResyncs += 1 } }

    /// What was not presented as it was to be.
    package var tally: Tally {
        book.withLock { book in
            var tally = book.tally
            tally.skippedPictures = book.search.late.skipped
            return tally
        }
    }

    /// What of the medium reached an output.
    package func stream(of output: Output) -> PresentationReport.Stream {
        book.withLock { book in
            var stream = PresentationReport.Stream()
            stream.playedRanges = book.outputs[output.rawValue].spans
            stream.intervals = book.passages[output.rawValue].passages
            stream.duplicates = book.passages[output.rawValue].repeats
            return stream
        }
    }
}

extension Track.Kind {
    /// The output that presents tracks of this kind; nil for subtitles, which observers get.
    package var output: PresentationMeter.Output? {
        switch self {
        case .video: .video
        case .audio: .audio
        case .subtitles: nil
        }
    }
}
