internal import PlayheadSystem
internal import Synchronization

/// Counts the media that reaches the outputs of one load. It limits every extrapolated position and measures
/// the played time.
package final class PresentationMeter: Sendable {
    /// The outputs. Media that reached several of them counts once.
    package enum Output: Int, Sendable, CaseIterable { case video, audio }

    private struct Spans: Sendable {
        var spans: [Range<Duration>] = []
        var end: Duration?
        var count = 0
        private(set) var total: Duration = .zero

        mutating func add(_ span: Range<Duration>) {
            end = max(end ?? span.upperBound, span.upperBound)
            count += 1
            // A span usually continues the last one; rounding between buffers is no gap.
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
            sum()
        }

        /// The interval was not presented after all.
        mutating func remove(_ lost: Range<Duration>) {
            spans = spans.flatMap { span in
                guard span.overlaps(lost) else { return [span] }
                return [
                    span.lowerBound..<max(span.lowerBound, lost.lowerBound),
                    min(span.upperBound, lost.upperBound)..<span.upperBound,
                ].filter { !$0.isEmpty }
            }
            sum()
        }

        private mutating func sum() {
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

    /// The values that are read frequently.
    package struct Presented: Sendable {
        /// See ``PresentationMeter/end``.
        package var end: Duration?
        /// See ``PresentationMeter/played``.
        package var played: Duration = .zero
    }

    /// The counts of media that was not presented as intended.
    package struct Tally: Sendable, Equatable {
        /// The video frames that reached their output too late.
        package var latePictures = 0
        /// The video frames that were not decoded or not passed on, because playback was behind.
        package var skippedPictures = 0
        /// The number of times the audio output ran empty before the end.
        package var audioUnderruns = 0
        /// The number of times late audio was dropped.
        package var audioResyncs = 0
    }

    private let book = Mutex(Book())
    private let published = RCUCell(Presented())
    private let onPresent: (@Sendable (Output) -> Void)?

    /// `onPresent` is called before each count, on the streaming thread: a test can block a pipeline there.
    package init(onPresent: (@Sendable (Output) -> Void)? = nil) { self.onPresent = onPresent }

    /// A video frame or an audio buffer reached an output.
    package func present(_ span: Range<Duration>, on output: Output) {
        onPresent?(output)
        change { book in
            // A video frame lasts until the next one, unless something between them is missing.
            let front = output == .video ? book.search.videoFront ?? span.lowerBound : span.lowerBound
            book.outputs[output.rawValue].add(min(front, span.lowerBound)..<span.upperBound)
            book.passages[output.rawValue].add(span)
            return book.search.take(span, on: output)
        }
    }

    /// Positions jump: the next media is not contiguous with the last.
    package func jump(to position: Duration, on output: Output, speed: Double = 1) {
        change { book in
            book.outputs[output.rawValue].end = position
            book.passages[output.rawValue].jump(speed: speed)
            return book.search.jump(output, to: position, speed: speed)
        }
    }

    /// Resets all counts, for example after a first frame that was not to be shown.
    package func clear() {
        change { book in
            book = Book(search: GapDetector(in: book.search.stream), onGap: book.onGap)
            return []
        }
    }

    /// Changes the counts, and reports the gaps found.
    private func change(_ body: (inout Book) -> [MediaGap]) {
        let (gaps, tell) = book.withLock { book in
            let gaps = body(&book)
            for gap in gaps where gap.kind != .audio && gap.start < gap.end {
                book.outputs[Output.video.rawValue].remove(gap.start..<gap.end)
            }
            published.replace(
                with: Presented(
                    end: book.outputs.compactMap(\.end).max(),
                    played: book.outputs.map(\.total).max() ?? .zero))
            return (gaps, book.onGap)
        }
        if let tell { for gap in gaps { tell(gap) } }
    }

    /// The media presented so far. Reading it takes no lock.
    package var presented: Presented { published.read { copy $0 } }

    /// The end of the last presented media; nil without any.
    package var end: Duration? { presented.end }

    /// The number of presented video frames and audio buffers.
    package var passed: Int { book.withLock { $0.outputs.reduce(0) { $0 + $1.count } } }

    /// The number of media buffers presented on one output.
    func passed(on output: Output) -> Int { book.withLock { $0.outputs[output.rawValue].count } }

    /// The presented media time, repeated intervals once: that of the output with more media.
    package var played: Duration { presented.played }
}

extension PresentationMeter {
    /// Calls the closure with each gap from now on, on the thread that finds it. Segmented streams are
    /// searched more closely. `isOnDemand` says whether the whole stream is played; it is called at the first
    /// media.
    package func onGap(
        isInParts: Bool, isOnDemand: @escaping @Sendable () -> Bool = { true },
        _ handler: @escaping @Sendable (MediaGap) -> Void
    ) {
        book.withLock { book in
            book.search.stream = GapDetector.Stream(isInParts: isInParts, isOnDemand: isOnDemand)
            book.onGap = handler
        }
    }

    /// A segment will not come, of all kinds or of one. If no media replaces it, that is a gap with this
    /// cause.
    package func noteMissing(
        kind: Track.Kind? = nil, cause: MediaGap.Cause, interval: Range<Duration>
    ) {
        change { $0.search.noteMissing(kind: kind, cause: cause, interval: interval) }
    }

    /// The stream marks the next media of an output as a break.
    package func noteBreak(on output: Output) {
        book.withLock { $0.search.noteBreak(output) }
    }

    /// All media has arrived, of a stream with this promised end. Returns the gaps at the end.
    package func finish(promised: Duration?) -> [MediaGap] {
        book.withLock { $0.search.end(promised: promised) }
    }

    /// A video frame is dropped because it reached its output too late.
    package func drop(_ span: Range<Duration>?) {
        change { book in
            book.tally.latePictures += 1
            return span.map { book.search.drop($0) } ?? []
        }
    }

    /// Video frames are so late that decoders may skip some.
    package func noteLateness(_ late: Duration) { book.withLock { $0.search.noteLateness(late) } }

    /// The audio output ran empty.
    package func noteUnderrun() { book.withLock { $0.tally.audioUnderruns += 1 } }

    /// Late audio was dropped.
    package func noteResync() { book.withLock { $0.tally.audioResyncs += 1 } }

    /// The counts of media that was not presented as intended.
    package var tally: Tally {
        book.withLock { book in
            var tally = book.tally
            tally.skippedPictures = book.search.late.skipped
            return tally
        }
    }

    /// The media that reached an output.
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
    /// The output that presents tracks of this kind; nil for subtitles, which go to observers.
    package var output: PresentationMeter.Output? {
        switch self {
        case .video: .video
        case .audio: .audio
        case .subtitles: nil
        }
    }
}
