internal import DequeModule
package import MediaFormats
internal import PlayheadCore

/// The buffered samples of one track in decoding order, with times in nanoseconds on the media timeline.
///
/// The queue has no gaps other than the declared ones. Delivered samples are kept for a while, so that a seek
/// back needs no request.
package struct SampleQueue: Sendable {
    package struct Entry: Sendable {
        var sample: MediaSample
        /// The index of the sample's format in `formats`.
        package var format: Int
        /// Whether the sample does not continue the previous one.
        var isDiscontinuous: Bool
    }

    /// The formats of the samples. The last one is the format of the next appended sample.
    package private(set) var formats: [MediaFormat] = []
    private var entries: Deque<Entry> = []
    /// The index in `entries` of the next delivered sample.
    private(set) var next = 0
    /// Intervals without samples.
    private(set) var gaps: [Range<Int64>] = []
    /// The end of the last buffered sample in presentation order; nil when the queue is empty.
    private(set) var end: Int64?
    /// The number of buffered bytes.
    private(set) var size = 0
    /// Whether no further samples follow.
    var isComplete = false
    private var isBroken = false
    /// The last known duration of a sample.
    private var lastDuration: Int64 = 0

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }
    /// The start of the first buffered sample.
    var start: Int64? { entries.first?.sample.presentationTime }
    /// The decode time of the last buffered sample.
    var lastDecodeTime: Int64? { entries.last?.sample.decodeTime }

    // MARK: Filling

    /// Sets the format of the following samples.
    mutating func begin(_ format: MediaFormat) {
        if formats.last != format { formats.append(format) }
    }

    /// Marks a discontinuity before the next sample.
    mutating func breakOff() { isBroken = true }

    mutating func append(_ sample: MediaSample) {
        guard !formats.isEmpty else { return }
        var duration = sample.duration
        if duration == nil, let last = entries.last?.sample.decodeTime, sample.decodeTime > last {
            duration = min(sample.decodeTime - last, 1_000_000_000)
        }
        lastDuration = duration ?? lastDuration
        var sample = sample
        // After a seek into a sample, a decoder discards a sample without a duration.
        if sample.duration == nil, lastDuration > 0 { sample.duration = lastDuration }
        end = max(end ?? .min, sample.presentationTime + (duration ?? lastDuration))
        size += sample.data.count
        entries.append(Entry(sample: sample, format: formats.count - 1, isDiscontinuous: isBroken))
        isBroken = false
    }

    /// Notes an interval without samples.
    mutating func noteGap(_ gap: Range<Duration>) {
        if gaps.count == 64 { gaps.removeFirst() }
        gaps.append(gap.lowerBound.inNanoseconds..<gap.upperBound.inNanoseconds)
        isBroken = true
    }

    /// Removes the undelivered samples from a time on, so that other samples can replace them.
    ///
    /// - Returns: the end of the remaining samples; nil when none remain.
    @discardableResult
    mutating func cut(from time: Int64) -> Int64? {
        while entries.count > next, let last = entries.last, last.sample.presentationTime >= time {
            size -= last.sample.data.count
            entries.removeLast()
        }
        end = entries.suffix(32).map { $0.sample.presentationTime + ($0.sample.duration ?? lastDuration) }
            .max()
        isComplete = false
        isBroken = true
        return end
    }

    // MARK: Delivery

    /// Removes and returns the next sample.
    mutating func take() -> Entry? {
        guard next < entries.count else { return nil }
        next += 1
        return entries[next - 1]
    }

    /// The next sample, without removal.
    package var peek: Entry? { next < entries.count ? entries[next] : nil }

    /// The index of the last sync sample at or before a time; nil when none is buffered.
    func syncPlace(for time: Int64) -> Int? {
        entries.indices.reversed().first {
            entries[$0].sample.isSync && entries[$0].sample.presentationTime <= time
        }
    }

    /// The index of the first sync sample from an index on.
    func syncPlace(from place: Int = 0) -> Int? {
        entries.indices.dropFirst(place).first { entries[$0].sample.isSync }
    }

    /// The presentation time of the sample at an index.
    func time(at place: Int) -> Int64 { entries[place].sample.presentationTime }

    /// Whether decoding can begin before a time, and the buffered samples reach beyond the time or to the
    /// end.
    func holds(_ time: Int64) -> Bool {
        guard let end, time < end || isComplete else { return false }
        return syncPlace(for: time) != nil
    }

    /// Continues with the sample at an index.
    mutating func move(to place: Int) { next = min(max(place, 0), entries.count) }

    /// Removes delivered samples before a time, except those needed to decode from that time on.
    mutating func trim(before time: Int64) {
        // The search begins at the front, where few samples lie before the time. It runs with each delivered
        // sample.
        var count = 0
        for place in entries.indices.prefix(next + 1) where entries[place].sample.isSync {
            guard entries[place].sample.presentationTime <= time else { break }
            count = place
        }
        guard count > 0 else { return }
        for entry in entries.prefix(count) { size -= entry.sample.data.count }
        entries.removeFirst(count)
        next -= count
    }

    /// Removes all samples.
    mutating func clear() {
        entries.removeAll()
        (next, size, end, isComplete) = (0, 0, nil, false)
        gaps = []
        isBroken = true
        formats = formats.suffix(1)
    }

    /// The gap that contains a time, or begins at most `tolerance` after it.
    func gap(at time: Int64, tolerance: Int64 = 250_000_000) -> Range<Int64>? {
        gaps.first { $0.lowerBound <= time + tolerance && time < $0.upperBound }
    }
}
