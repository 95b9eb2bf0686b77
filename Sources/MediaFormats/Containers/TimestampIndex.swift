/// The index of a transport stream or a program stream: containers whose packets have timestamps, and that
/// have no tables of places.
///
/// A local file is scanned whole up to a size, so that every stream and every leap of the times is known
/// before playback. Of other streams the beginning and the end are read, and each seek reads what it needs.
package struct TimestampIndex<Scanner: TimestampScanner>: ContainerIndex {
    package private(set) var streams: [ContainerStream] = []
    package private(set) var filled: Set<Int> = []
    package private(set) var successors: Set<Int> = []
    package private(set) var origin: Int64?
    package private(set) var lasts: [Int: Int64] = [:]
    package private(set) var end: Int64?
    package private(set) var encryption: String?
    private var places = PlaceTable<Scanner.State>()

    /// The greatest length that is scanned whole, in bytes.
    private static var largestScan: Int { 256 << 20 }
    private static var piece: Int { 1 << 20 }
    private static var head: Int { 1 << 20 }
    private static var probed: Int { 64 << 10 }
    /// The last sample of a stream may come after the first one of its successor, in nanoseconds.
    private static var overlap: Int64 { 300_000_000 }

    /// - Parameters:
    ///   - length: the length of the stream in bytes.
    ///   - isLocal: whether reading all bytes is cheap.
    package init<Failure: Error>(length: Int, isLocal: Bool, read: ReadBytes<Failure>) throws(Failure) {
        var scanner = Scanner()
        var place = 0
        let reach = isLocal && length <= Self.largestScan ? Int.max : Self.head
        while place < reach {
            let bytes = try read(place, Self.piece)
            guard !bytes.isEmpty, (try? scanner.append(bytes[...])) != nil else { break }
            place += bytes.count
            if bytes.count < Self.piece { break }
        }
        if place >= length { scanner.finish() }
        take(scanner)
        places.isComplete = place >= length
        if places.isComplete { lasts = scanner.times.mapValues(\.latest) }
        guard !places.all.isEmpty else { return }
        if places.isComplete {
            try measureEnd(read)
        } else {
            try readTail(length, read)
        }
    }

    private mutating func take(_ scanner: Scanner) {
        for point in scanner.points { places.append(point) }
        streams = scanner.streams
        encryption = scanner.encryption
        filled = Set(scanner.times.keys)
        for (later, times) in scanner.times {
            let kind = streams[later].format.kind
            let follows = scanner.times.contains { earlier, before in
                earlier != later && streams[earlier].format.kind == kind
                    && before.latest <= times.first + Self.overlap && before.first < times.first
            }
            if follows, kind.isContinuous { successors.insert(later) }
        }
        let first = { (kind: MediaFormat.Kind) in
            scanner.times.filter { scanner.streams[$0.key].format.kind == kind }.map(\.value.first).min()
        }
        origin = TimelineStart.origin(video: first(.video), audio: first(.audio))
        end = scanner.times.values.map(\.latest).max()
    }

    /// Demuxes the end of the stream, because only samples have durations.
    private mutating func measureEnd<Failure: Error>(_ read: ReadBytes<Failure>) throws(Failure) {
        guard let last = places.all.last else { return }
        let start = places.all.last { $0.time < last.time - 2_000_000_000 } ?? places.all[0]
        try measureEnd(from: start, read)
    }

    private mutating func measureEnd<Failure: Error>(
        from start: Scanner.Point, _ read: ReadBytes<Failure>
    ) throws(Failure) {
        var reader = Scanner.reader(from: start.state)
        var place = start.offset
        var steps: [Int: Int64] = [:]
        var latest = end
        let take = { (outputs: [ContainerOutput], reader: any ContainerReader) in
            for case .sample(let stream, let sample) in outputs {
                let kind = reader.streams[stream].format.kind
                guard kind.isContinuous else { continue }
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
        _ length: Int, _ read: ReadBytes<Failure>
    ) throws(Failure) {
        var reach = Self.head / 2
        while reach <= 8 * Self.head, reach < length {
            if let place = try probe((length - reach)..<length, read) {
                places.insert(place)
                try measureEnd(from: place, read)
                return
            }
            reach *= 2
        }
        end = nil
    }

    /// The first place with a timestamp in a range of bytes.
    private func probe<Failure: Error>(
        _ range: Range<Int>, _ read: ReadBytes<Failure>
    ) throws(Failure) -> Scanner.Point? {
        guard let first = places.all.first else { return nil }
        var scanner = Scanner(at: range.lowerBound, head: first.state)
        var place = range.lowerBound
        while place < range.upperBound, scanner.points.isEmpty {
            let bytes = try read(place, Self.probed)
            guard !bytes.isEmpty, (try? scanner.append(bytes[...])) != nil else { return nil }
            place += bytes.count
        }
        return scanner.points.first
    }

    package mutating func start<Failure: Error>(
        before time: Int64, read: ReadBytes<Failure>
    ) throws(Failure) -> ContainerStart? {
        let index = self
        let found = try places.place(before: time) { range throws(Failure) in try index.probe(range, read) }
        guard let found, let first = places.all.first else { return nil }
        // The first place may come after the first packets.
        if found.offset <= first.offset {
            return ContainerStart(offset: 0, isFirst: true, reader: Scanner.reader(from: nil))
        }
        return ContainerStart(
            offset: found.offset, isFirst: false, reader: Scanner.reader(from: found.state))
    }
}
