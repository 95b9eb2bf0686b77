internal import AdaptiveStreaming
internal import MediaFormats
internal import PlayheadCore
internal import PlayheadStreaming

/// Loads the segments of a media playlist and measures them, in order.
struct StreamMeter: Sendable {
    let loader: ResourceLoader
    private var reader = SegmentReader()
    private var maps: [MediaPlaylist.Map: [UInt8]] = [:]
    private var keys: [String: [UInt8]] = [:]

    init(_ loader: ResourceLoader) { self.loader = loader }

    /// Measures one segment. Failures become part of the result.
    mutating func measure(_ segment: MediaPlaylist.Segment, number: Int, into result: inout MeasuredSegment)
        async
    {
        guard !segment.isGap else { return }
        do throws(PlayerError) {
            if segment.isDiscontinuity { reader.reset() }
            try await take(segment.map, &result)
            var loaded = try await loader.load(segment.uri, range: segment.range?.range)
            (result.bytes, result.mediaType) = (loaded.bytes.count, loaded.mediaType)
            if let key = segment.key {
                loaded.bytes = try await decrypted(loaded.bytes, key, number: number)
            }
            reader.measure(loaded.bytes, &result)
        } catch {
            reader.reset()
            let isKey = error.uri.map { uri in segment.key?.uri == uri } ?? false
            result.failure = isKey ? .key(error.message) : .notLoaded(error.message)
        }
    }

    private mutating func take(_ map: MediaPlaylist.Map?, _ result: inout MeasuredSegment)
        async throws(PlayerError)
    {
        guard let map, reader.map != map else { return }
        if maps[map] == nil {
            var bytes = try await loader.load(map.uri, range: map.range?.range).bytes
            if let key = map.key { bytes = try await decrypted(bytes, key, number: 0) }
            maps[map] = bytes
        }
        do throws(DemuxerError) {
            _ = try reader.take(initialization: maps[map] ?? [], of: map)
        } catch {
            reader.reset()
            result.failure = .unreadable("the initialization section is unreadable: \(error.words)")
        }
    }

    private mutating func decrypted(
        _ bytes: [UInt8], _ key: MediaPlaylist.Key, number: Int
    ) async throws(PlayerError) -> [UInt8] {
        if keys[key.uri] == nil { keys[key.uri] = try await loader.load(key.uri).bytes }
        let value = keys[key.uri] ?? []
        guard value.count == 16 else {
            throw PlayerError(.malformed, "the key has \(value.count) bytes, not 16", uri: key.uri)
        }
        guard let plain = SegmentDecryption.decrypt(bytes, key: value, vector: key.vector(of: number)) else {
            throw PlayerError(.malformed, "the key does not decrypt the segment", uri: key.uri)
        }
        return plain
    }

}

extension SegmentReader {
    /// Reads a whole segment and notes what is in it.
    mutating func measure(_ bytes: [UInt8], _ result: inout MeasuredSegment) {
        if bytes.starts(with: Array("WEBVTT".utf8)) || result.isText {
            result.container = .text
            result.cues = WebVTTText(String(decoding: bytes, as: UTF8.self))
            return
        }
        var parts: [Int: MeasuredSegment.TrackPart] = [:]
        var order: [Int] = []
        func note(_ outputs: [DemuxerOutput], _ streams: [DemuxedStream]) {
            for output in outputs {
                switch output {
                case .sample(let number, let sample):
                    if parts[number] == nil {
                        order.append(number)
                        let format = streams.first { $0.number == number }?.format
                        parts[number] = MeasuredSegment.TrackPart(sample, number, format)
                    } else {
                        parts[number]?.add(sample)
                    }
                case .damage(let bytes): result.damagedBytes += bytes
                case .streams, .event: break
                }
            }
        }
        do throws(DemuxerError) {
            let outputs = try append(bytes[...])
            let rest = try finishSegment()
            note(outputs + rest, streams)
        } catch {
            result.failure = .unreadable(error.words)
        }
        result.container = container.map(MeasuredSegment.Container.init)
        if result.failure != nil { reset() }
        if let container = result.container { result.structure = SegmentStructure(bytes, container) }
        result.tracks = order.compactMap { parts[$0] }
        for index in result.tracks.indices { result.tracks[index].completeEnd() }
        if result.failure == nil, result.tracks.isEmpty {
            result.failure = .unreadable("it has no samples")
        }
    }
}

extension MeasuredSegment {
    fileprivate var isText: Bool {
        let path = uri.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return path.hasSuffix(".vtt") || path.hasSuffix(".webvtt") || mediaType == "text/vtt"
    }
}

extension MeasuredSegment.Container {
    fileprivate init(_ container: SegmentReader.Container) {
        switch container {
        case .fragments: self = .fragmentedMP4
        case .transport: self = .transportStream
        case .sound: self = .packedAudio
        case .matroska: self = .webM
        }
    }
}

extension MeasuredSegment.TrackPart {
    fileprivate init(_ sample: MediaSample, _ number: Int, _ format: MediaFormat?) {
        let format = format ?? MediaFormat(.metadata, .other("?"))
        self.init(
            number: number, format: format, start: sample.presentationTime, end: sample.presentationTime,
            samples: 0, syncTimes: [], beginsWithSync: sample.isSync, bytes: 0,
            profile: format.h264Profile(in: sample.data))
        add(sample)
    }

    fileprivate mutating func add(_ sample: MediaSample) {
        start = min(start, sample.presentationTime)
        end = max(end, sample.presentationTime + (sample.duration ?? 0))
        if sample.duration == nil { untimedEnd = max(untimedEnd, sample.presentationTime) }
        samples += 1
        bytes += sample.data.count
        if sample.isSync { syncTimes.append(sample.presentationTime) }
    }

    /// Estimates the duration of a last sample without a declared one by the mean of the others.
    fileprivate mutating func completeEnd() {
        guard untimedEnd == end, samples > 1 else { return }
        end += (end - start) / Int64(samples - 1)
    }
}

extension DemuxerError {
    var words: String {
        switch self {
        case .notThisFormat: "the container format is unknown"
        case .missingInitialization: "the initialization section or the program tables are missing"
        case .malformed(let what), .tooLarge(let what): what
        }
    }
}
