/// The places and times of a transport stream whose bytes can be read in any order.
///
/// A local file is scanned whole up to a size, so that every program map and every leap of the times is known
/// before playback. Of other streams the beginning and the end are read, and each seek reads what it needs.
package struct TransportStreamIndex: Sendable {
    package typealias Point = TransportStreamScanner.Point

    /// Reads bytes; fewer only at the end of the stream.
    package typealias Read<Failure: Error> = (_ offset: Int, _ count: Int) throws(Failure) -> [UInt8]

    /// The streams that have samples, with the formats that the program maps declare.
    package private(set) var streams = ProgramStreams()
    /// The indexes of streams with samples.
    package private(set) var filled: Set<Int> = []
    /// The time of the first video frame on the continuous timeline; of the audio if that begins earlier by
    /// more than an encoder may put before it. Nil without any timestamp.
    package private(set) var origin: Int64?
    /// The end of the last sample of audio or video.
    package private(set) var end: Int64?
    package private(set) var isScrambled = false
    private var points: [Point] = []
    /// Whether `points` are of the whole stream.
    private var isComplete = false
    private var length: Int

    /// The greatest length that is scanned whole, in bytes.
    private static let largestScan = 256 << 20
    private static let piece = 1 << 20
    private static let head = 1 << 20
    /// Encoders put less audio than this before the first video frame as inaudible priming.
    private static let longestPriming: Int64 = 100_000_000

    /// - Parameters:
    ///   - length: the length of the stream in bytes.
    ///   - isLocal: whether reading all bytes is cheap.
    package init<Failure: Error>(length: Int, isLocal: Bool, read: Read<Failure>) throws(Failure) {
        self.length = length
        var scanner = TransportStreamScanner()
        var place = 0
        let reach = isLocal && length <= Self.largestScan ? Int.max : Self.head
        while place < reach {
            let bytes = try read(place, Self.piece)
            guard !bytes.isEmpty, (try? scanner.append(bytes[...])) != nil else { break }
            place += bytes.count
            if bytes.count < Self.piece { break }
        }
        take(scanner)
        isComplete = place >= length
        guard !points.isEmpty else { return }
        if isComplete {
            try measureEnd(read)
        } else {
            try readTail(scanner, isLocal: isLocal, read)
        }
    }

    private mutating func take(_ scanner: TransportStreamScanner) {
        (points, streams) = (scanner.points, scanner.state.streams)
        isScrambled = scanner.isScrambled
        filled = Set(scanner.times.keys)
        let first = { (kind: MediaFormat.Kind) in
            scanner.times.filter { scanner.state.streams.all[$0.key].format.kind == kind }
                .map(\.value.first).min()
        }
        guard let video = first(.video), let audio = first(.audio) else {
            origin = first(.video) ?? first(.audio)
            end = scanner.times.values.map(\.latest).max()
            return
        }
        origin = audio < video - Self.longestPriming ? audio : video
        end = scanner.times.values.map(\.latest).max()
    }

    /// Demuxes the end of the stream, because only samples have durations.
    private mutating func measureEnd<Failure: Error>(_ read: Read<Failure>) throws(Failure) {
        guard let last = points.last else { return }
        let start = points.last { $0.time < last.time - 2_000_000_000 } ?? points[0]
        try measureEnd(from: start, read)
    }

    private mutating func measureEnd<Failure: Error>(
        from start: Point, _ read: Read<Failure>
    ) throws(Failure) {
        var reader = TransportStreamReader(from: start.state)
        var place = start.offset
        var steps: [Int: Int64] = [:]
        var latest = end
        let take = { (outputs: [TransportStreamReader.Output], reader: TransportStreamReader) in
            for case .sample(let stream, let sample) in outputs {
                let kind = reader.all[stream].format.kind
                guard kind == .video || kind == .audio else { continue }
                let duration = sample.duration ?? steps[stream] ?? 0
                steps[stream] = duration
                latest = max(latest ?? .min, sample.presentationTime + duration)
            }
        }
        while true {
            let bytes = try read(place, Self.piece)
            guard let made = try? reader.append(bytes[...]) else { break }
            take(made, reader)
            place += bytes.count
            if bytes.count < Self.piece { break }
        }
        if let made = try? reader.finish() { take(made, reader) }
        end = latest
    }

    /// Finds the end without reading all bytes.
    private mutating func readTail<Failure: Error>(
        _ head: TransportStreamScanner, isLocal: Bool, _ read: Read<Failure>
    ) throws(Failure) {
        var reach = Self.head / 2
        while reach <= 8 * Self.head, reach < length {
            if let point = try probe(length - reach, upTo: length, read) {
                insert(point)
                try measureEnd(from: point, read)
                return
            }
            reach *= 2
        }
        end = nil
    }

    /// The first place with a timestamp in a range of bytes.
    private func probe<Failure: Error>(
        _ start: Int, upTo stop: Int, _ read: Read<Failure>
    ) throws(Failure) -> Point? {
        guard let first = points.first else { return nil }
        var scanner = TransportStreamScanner(at: start, head: first.state)
        var place = start
        while place < stop, scanner.points.isEmpty {
            let bytes = try read(place, Self.probed)
            guard !bytes.isEmpty, (try? scanner.append(bytes[...])) != nil else { return nil }
            place += bytes.count
        }
        return scanner.points.first
    }

    private static let probed = 64 << 10

    private mutating func insert(_ point: Point) {
        let index = points.firstIndex { $0.offset >= point.offset } ?? points.count
        if index < points.count, points[index].offset == point.offset { return }
        points.insert(point, at: index)
    }

    /// The last known place before a time on the continuous timeline, or the first place of all. Reads bytes
    /// until it is near, unless the whole stream was scanned.
    package mutating func point<Failure: Error>(
        before time: Int64, read: Read<Failure>
    ) throws(Failure) -> Point? {
        guard !isComplete else { return points.last { $0.time <= time } ?? points.first }
        for _ in 0..<24 {
            let index = points.lastIndex { $0.time <= time }
            guard let index, index + 1 < points.count else { break }
            let (low, high) = (points[index], points[index + 1])
            let (bytes, gap) = (high.offset - low.offset, high.time - low.time)
            guard bytes > 4 * Self.probed, gap > 1_000_000_000 else { break }
            let share = Double(time - low.time) / Double(gap)
            // Never the ends, so that each step makes the range smaller.
            let guess = low.offset + Int(Double(bytes) * min(max(share - 0.02, 0.05), 0.9))
            guard let found = try probe(guess, upTo: high.offset, read), found.offset < high.offset,
                found.offset > low.offset, found.time >= low.time, found.time <= high.time
            else { break }
            insert(found)
        }
        return points.last { $0.time <= time } ?? points.first
    }
}
