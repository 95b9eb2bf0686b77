/// The index of an MP4 file with movie fragments.
///
/// The headers of all fragments of a local file are read: neither `mehd`, `sidx` nor `mfra` tells the end of
/// the last fragment in files of common programs, and a file may have none of them. Of other files the
/// beginning and the end are read, and each seek reads what it needs.
package struct FragmentedMP4Index: ContainerIndex {
    package private(set) var streams: [ContainerStream] = []
    package private(set) var filled: Set<Int> = []
    package let successors: Set<Int> = []
    package private(set) var origin: Int64?
    package private(set) var lasts: [Int: Int64] = [:]
    package private(set) var end: Int64?
    package private(set) var encryption: String?
    /// The demuxer after the movie box.
    private var movie = FragmentedMP4Demuxer()
    /// The state of a place is the decode time of each track, for fragments that do not tell it.
    private var places = PlaceTable<[Int64]>()
    private let length: Int
    private var firsts: [Int: Int64] = [:]
    private var ends: [Int: Int64] = [:]

    private static let largestMovie = 64 << 20
    private static let head = 1 << 20
    private static let probed = 64 << 10
    private static let mostBoxes = 2_000_000

    package init<Failure: Error>(length: Int, isLocal: Bool, read: ReadBytes<Failure>) throws(Failure) {
        self.length = length
        let rest = try walk(from: 0, upTo: isLocal ? length : Self.head, read)
        guard let initialization = movie.initialization else { return }
        streams = movie.currentStreams().map { ContainerStream(format: $0.format, number: $0.number) }
        places.isComplete = rest >= length
        if !places.isComplete { try readTail(read) }
        filled = Set(firsts.keys)
        lasts = ends
        let tracks = initialization.tracks.indices.filter { isMedium($0) }
        origin = TimelineStart.origin(video: first(of: .video), audio: first(of: .audio))
        end = tracks.compactMap { ends[$0] }.max()
        let schemes = tracks.map { streams[$0].format.encryption?.scheme }
        if schemes.allSatisfy({ $0 != nil }) { encryption = schemes.first ?? nil }
    }

    private func first(of kind: MediaFormat.Kind) -> Int64? {
        streams.indices.filter { streams[$0].format.kind == kind }.compactMap { firsts[$0] }.min()
    }

    private func isMedium(_ track: Int) -> Bool {
        streams.indices.contains(track) && streams[track].format.kind.isContinuous
    }

    /// Reads the headers of boxes in a range, and returns where the next one begins.
    private mutating func walk<Failure: Error>(
        from start: Int, upTo stop: Int, _ read: ReadBytes<Failure>
    ) throws(Failure) -> Int {
        var place = start
        for _ in 0..<Self.mostBoxes where place < stop {
            let header = try read(place, 16)
            guard let (type, size, headerSize) = Self.box(header, atEnd: length - place) else {
                return length
            }
            if type == "moov" || type == "moof", size <= Self.largestMovie {
                let body = try read(place + headerSize, size - headerSize)
                if type == "moov", movie.initialization == nil {
                    movie.position = place
                    _ = try? movie.append(header.prefix(headerSize) + body)
                    take(movie.plan.records)
                    if let first = movie.plan.records.first {
                        addPlace(0, first, movie.decodeTimes.map { _ in 0 })
                    }
                } else if type == "moof" {
                    take(body, at: place, headerSize)
                }
            }
            place += size
        }
        return place
    }

    /// The type, the size and the size of the header of a box.
    private static func box(_ bytes: [UInt8], atEnd rest: Int) -> (FourCC, Int, Int)? {
        var reader = BoxReader(bytes[...])
        guard let short = try? reader.u32(), let type = try? reader.fourCC(), type.isPrintable else {
            return nil
        }
        switch short {
        case 0: return (type, rest, 8)
        case 1:
            guard let long = try? reader.u64(), let size = Int(exactly: long), size >= 16 else { return nil }
            return (type, size, 16)
        default: return short >= 8 ? (type, Int(short), 8) : nil
        }
    }

    /// Reads the body of a movie fragment.
    private mutating func take(_ body: [UInt8], at offset: Int, _ headerSize: Int) {
        guard let initialization = movie.initialization else { return }
        let location = MovieFragment.Location(
            start: offset, bodyStart: offset + headerSize, fileStart: 0)
        let before = movie.decodeTimes
        guard
            let fragment = try? MovieFragment(
                body[...], at: location, of: initialization, decodeTimes: before),
            let first = fragment.plan.records.first
        else { return }
        movie.decodeTimes = fragment.decodeTimes
        take(fragment.plan.records)
        // A place is sought for video; audio may have fragments of its own.
        let video = fragment.plan.records.first { isVideo(Int($0.track)) }
        if let record = video ?? (hasVideo ? nil : first) { addPlace(offset, record, before) }
    }

    private func isVideo(_ track: Int) -> Bool {
        guard let tracks = movie.initialization?.tracks, tracks.indices.contains(track) else { return false }
        return tracks[track].descriptions.first?.format.kind == .video
    }

    private var hasVideo: Bool { movie.initialization?.tracks.indices.contains { isVideo($0) } ?? false }

    private mutating func addPlace(_ offset: Int, _ record: SampleRecord, _ times: [Int64]) {
        guard let track = movie.initialization?.tracks[Int(record.track)] else { return }
        let time = track.nanoseconds(record.decode)
        guard places.all.last.map({ time >= $0.time }) ?? true else { return }
        places.append(.init(offset: offset, time: time, state: times))
    }

    private mutating func take(_ records: [SampleRecord]) {
        guard let tracks = movie.initialization?.tracks else { return }
        for record in records {
            let index = Int(record.track)
            let composition = Int64(record.composition)
            let start = tracks[index].nanoseconds(record.decode.saturatingAdding(composition))
            let end = tracks[index].nanoseconds(record.decodeEnd.saturatingAdding(composition))
            firsts[index] = min(firsts[index] ?? .max, start)
            ends[index] = max(ends[index] ?? .min, end)
        }
    }

    // MARK: - Without reading all headers

    private mutating func readTail<Failure: Error>(_ read: ReadBytes<Failure>) throws(Failure) {
        var reach = Self.head / 2
        let firsts = firsts
        while reach <= 16 * Self.head, reach < length {
            if let place = try probe((length - reach)..<length, read) {
                places.insert(place)
                movie.decodeTimes = place.state
                _ = try walk(from: place.offset, upTo: length, read)
                self.firsts = firsts
                return
            }
            reach *= 2
        }
        ends = [:]
    }

    /// The first movie fragment in a range of bytes.
    private func probe<Failure: Error>(
        _ range: Range<Int>, _ read: ReadBytes<Failure>
    ) throws(Failure) -> PlaceTable<[Int64]>.Place? {
        var place = range.lowerBound
        while place < range.upperBound {
            let bytes = try read(place, Self.probed)
            guard bytes.count > 24 else { return nil }
            for index in bytes.indices.dropLast(24)
            where bytes[index + 4] == 0x6D && bytes[index + 5] == 0x6F
                && bytes[index + 6] == 0x6F && bytes[index + 7] == 0x66
            {
                if let found = try fragment(at: place + index, read), range.contains(found.offset) {
                    return found
                }
            }
            place += bytes.count - 24
        }
        return nil
    }

    /// The movie fragment at an offset, if there is one.
    private func fragment<Failure: Error>(
        at offset: Int, _ read: ReadBytes<Failure>
    ) throws(Failure) -> PlaceTable<[Int64]>.Place? {
        let header = try read(offset, 24)
        guard let (type, size, headerSize) = Self.box(header, atEnd: length - offset), type == "moof",
            size <= Self.head, header.dropFirst(headerSize + 4).starts(with: Array("mfhd".utf8))
        else { return nil }
        var copy = self
        copy.places = PlaceTable()
        copy.take(try read(offset + headerSize, size - headerSize), at: offset, headerSize)
        return copy.places.all.first
    }

    package mutating func start<Failure: Error>(
        before time: Int64, read: ReadBytes<Failure>
    ) throws(Failure) -> ContainerStart? {
        let index = self
        let found = try places.place(before: time) { range throws(Failure) in try index.probe(range, read) }
        guard let found, let first = places.all.first else { return nil }
        guard found.offset > first.offset else {
            return ContainerStart(offset: 0, isFirst: true, reader: FragmentedMP4Reader())
        }
        var demuxer = movie
        demuxer.move(to: found.offset, decodeTimes: found.state)
        return ContainerStart(offset: found.offset, isFirst: false, reader: FragmentedMP4Reader(demuxer))
    }
}
