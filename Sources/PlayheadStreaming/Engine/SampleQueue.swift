internal import DequeModule
package import MediaFormats
internal import PlayheadCore

/// The samples of one stream that are held, in decoding order and without a gap that is not declared, with their times in nanoseconds on the
/// media timeline. What has been given out is kept for a while, so that a seek back needs no request.
package struct SampleQueue: Sendable {
    package struct Entry: Sendable {
        var sample: MediaSample
        /// Which of `formats` it is in.
        package var format: Int
        /// Whether it does not continue the one before.
        var isDiscontinuous: Bool
    }

    /// The formats that samples are in; the last one is that of what comes next.
    package private(set) var formats: [MediaFormat] = []
    private var entries: Deque<Entry> = []
    /// The place in `entries` of what is given out next.
    private(set) var next = 0
    /// Stretches in which nothing will come.
    private(set) var gaps: [Range<Int64>] = []
    /// Where the last sample ends that is held, in presentation order; nil when nothing is.
    private(set) var end: Int64?
    /// Bytes that are held.
    private(set) var size = 0
    /// Whether nothing follows what is held.
    var isComplete = false
    private var isBroken = false
    /// How long the last sample lasted whose duration was known.
    private var lastDuration: Int64 = 0

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }
    /// Where the first sample begins that is held.
    var start: Int64? { entries.first?.sample.presentationTime }
    /// When the last one is decoded.
    var lastDecodeTime: Int64? { entries.last?.sample.decodeTime }

    // MARK: Filling

    /// What comes next is in this format.
    mutating func begin(_ format: MediaFormat) {
        if formats.last != format { formats.append(format) }
    }

    /// What comes next does not continue what came before.
    mutating func breakOff() { isBroken = true }

    mutating func append(_ sample: MediaSample) {
        guard !formats.isEmpty else { return }
        var duration = sample.duration
        if duration == nil, let last = entries.last?.sample.decodeTime, sample.decodeTime > last {
            duration = min(sample.decodeTime - last, 1_000_000_000)
        }
        lastDuration = duration ?? lastDuration
        var sample = sample
        // A decoder leaves out what does not say how long it lasts, where a seek leads into it.
        if sample.duration == nil, lastDuration > 0 { sample.duration = lastDuration }
        end = max(end ?? .min, sample.presentationTime + (duration ?? lastDuration))
        size += sample.data.count
        entries.append(Entry(sample: sample, format: formats.count - 1, isDiscontinuous: isBroken))
        isBroken = false
    }

    /// Nothing will come for this stretch.
    mutating func noteGap(_ gap: Range<Duration>) {
        if gaps.count == 64 { gaps.removeFirst() }
        gaps.append(gap.lowerBound.inNanoseconds..<gap.upperBound.inNanoseconds)
        isBroken = true
    }

    /// Leaves out what is held from a time on and has not been given out, so that something else takes its place.
    ///
    /// - Returns: where what is left ends; nil when nothing is.
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

    // MARK: Giving out

    /// The next sample.
    mutating func take() -> Entry? {
        guard next < entries.count else { return nil }
        next += 1
        return entries[next - 1]
    }

    /// The next sample, which stays where it is.
    package var peek: Entry? { next < entries.count ? entries[next] : nil }

    /// The place of the sample at which decoding begins for a picture at a time: the last one before it from which that can be done. Nil
    /// where none is held.
    func syncPlace(for time: Int64) -> Int? {
        entries.indices.reversed().first {
            entries[$0].sample.isSync && entries[$0].sample.presentationTime <= time
        }
    }

    /// The place of the first sample from which decoding can begin, from a place on.
    func syncPlace(from place: Int = 0) -> Int? {
        entries.indices.dropFirst(place).first { entries[$0].sample.isSync }
    }

    /// When the sample at a place is presented.
    func time(at place: Int) -> Int64 { entries[place].sample.presentationTime }

    /// Whether what is held can be decoded from before a time on, and reaches beyond it or to the end.
    func holds(_ time: Int64) -> Bool {
        guard let end, time < end || isComplete else { return false }
        return syncPlace(for: time) != nil
    }

    /// Goes on with the sample at a place.
    mutating func move(to place: Int) { next = min(max(place, 0), entries.count) }

    /// Forgets what was given out and lies before a time, but for what is needed to decode from there.
    mutating func trim(before time: Int64) {
        // From the front, where little lies before it: this is asked with each sample that is given out.
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

    /// Forgets everything that is held.
    mutating func clear() {
        entries.removeAll()
        (next, size, end, isComplete) = (0, 0, nil, false)
        gaps = []
        isBroken = true
        formats = formats.suffix(1)
    }

    /// The end of the gap that lies over a time or begins a little behind it.
    func gap(at time: Int64, tolerance: Int64 = 250_000_000) -> Range<Int64>? {
        gaps.first { $0.lowerBound <= time + tolerance && time < $0.upperBound }
    }
}
