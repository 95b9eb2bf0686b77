internal import AdaptiveStreaming
internal import MediaFormats
internal import PlayheadCore
internal import PlayheadNetwork

/// The processing of segments: decryption, demuxing, placement on the timeline, and queueing.
extension StreamingEngine {
    /// Takes bytes of a segment.
    mutating func take(_ bytes: ArraySlice<UInt8>, of role: StreamRole, _ request: Int) {
        guard loaders[role]?.segment?.body == request else { return }
        loaders[role]?.segment?.unread.append(bytes)
        read(role)
    }

    /// Ends the reception of a segment.
    mutating func finishSegment(_ job: StreamFetch, _ role: StreamRole, at address: HTTPURL)
        throws(FetchFault)
    {
        guard let load = loaders[role]?.segment, load.body == job.request else { return }
        if job.reference.kind == .subtitles, FragmentedMP4Demuxer.looksLikeISOBMFF(job.body[...]) == true {
            // This is fragmented MP4 without a separate initialization section.
            loaders[role]?.segment?.unread = [job.body[...]]
        } else if job.reference.kind == .subtitles {
            if let key = load.segment.key, keys[key.uri] == nil { return }
            try takeTexts(job, load, role, at: address)
            jobs[job.request] = job
            record(job, address.text, job.response?.status)
            jobs[job.request] = nil
            return endSegment(role)
        }
        loaders[role]?.segment?.isWhole = true
        read(role, isFinishing: true)
        if let fault = loaders[role]?.segment?.fault { throw fault }
    }

    /// Reads the received bytes as far as possible.
    ///
    /// - Parameter isFinishing: whether the segment has just been received completely. The caller then
    ///   handles its fault.
    mutating func read(_ role: StreamRole, isFinishing: Bool = false) {
        guard let held = loaders[role]?.segment, held.fault == nil else { return }
        if held.isWhole, awaitsOffset(role, held) {
            loaders[role]?.segment?.isDeferred = true
            return
        }
        guard var loader = loaders.removeValue(forKey: role) else { return }
        // The load is moved out and back, to avoid a copy of its bytes.
        var load = held
        loader.segment = nil
        do throws(SegmentFault) {
            try open(&load, &loader)
            if load.isReadable {
                var outputs: [DemuxerOutput] = []
                let pieces = load.unread
                load.unread = []
                for piece in pieces {
                    let plain = load.decryption?.append(piece)
                    outputs += try demux(plain.map { $0[...] } ?? piece, &loader)
                }
                if load.isWhole {
                    if let rest = load.decryption.map({ _ in load.decryption?.finish() }) {
                        guard let rest else { throw .undecipherable }
                        outputs += try demux(rest[...], &loader)
                    }
                    do throws(DemuxerError) {
                        outputs += try loader.reader.finishSegment()
                    } catch {
                        throw .unreadable(error)
                    }
                }
                try accept(outputs, &load, &loader, role)
                if load.isWhole, !load.hasSamples, loader.reader.hasMedia {
                    throw .unreadable(.notThisFormat)
                }
            }
        } catch {
            load.fault = fault(error, of: load, loader)
        }
        let isDone = load.isWhole && load.isReadable && load.fault == nil
        loader.segment = load
        loaders[role] = loader
        if role == .main, !heldTexts.isEmpty { giveTexts() }
        if isDone {
            if let request = load.body, let job = jobs[request] {
                record(job, job.target.uri, job.response?.status)
                jobs[request] = nil
            }
            endSegment(role)
        } else if let fault = load.fault, let request = load.body, let job = jobs[request], !isFinishing {
            // The rest of the segment is useless.
            if job.isUnderWay { act(.cancel(request: job.attempt)) }
            failed(request, fault, isUseless: load.hasSamples)
        }
    }

    /// Whether the variant's own segments, which are about to arrive, determine the offset of a rendition's segment.
    private func awaitsOffset(_ role: StreamRole, _ load: SegmentLoad) -> Bool {
        guard role != .main, load.shift == nil, load.segment.mediaTime == nil,
            clocks.shift(of: load.run) == nil, let main = loaders[.main]?.segment
        else { return false }
        return main.run == load.run && main.shift == nil
    }

    /// Reads the segments that were received completely before their offset was known.
    mutating func readDeferred() {
        for role in StreamRole.allCases {
            guard let load = loaders[role]?.segment, load.isDeferred, !awaitsOffset(role, load) else {
                continue
            }
            loaders[role]?.segment?.isDeferred = false
            read(role)
        }
    }

    private enum SegmentFault: Error {
        case undecipherable
        case unreadable(DemuxerError)
        case locked(scheme: String, keyID: [UInt8])
    }

    private func demux(_ bytes: ArraySlice<UInt8>, _ loader: inout StreamLoader) throws(SegmentFault)
        -> [DemuxerOutput]
    {
        guard !bytes.isEmpty else { return [] }
        do throws(DemuxerError) {
            return try loader.reader.append(bytes)
        } catch {
            throw .unreadable(error)
        }
    }

    private func fault(_ fault: SegmentFault, of load: SegmentLoad, _ loader: StreamLoader) -> FetchFault {
        guard let address = HTTPURL(load.segment.uri) else {
            return FetchFault(.content, PlayerError(.malformed, "A segment has no address"))
        }
        switch fault {
        case .undecipherable:
            return .content("a segment that its key does not decrypt", address)
        case .locked(let scheme, let id):
            return FetchFault(.refused, .locked(scheme, keyID: id, load.segment.uri))
        case .unreadable(.notThisFormat), .unreadable(.missingInitialization):
            return .content("a response that is no segment", address)
        case .unreadable(.malformed(let why)) where why.contains("timescale"): return .uncountable(address)
        case .unreadable(.malformed(let why)), .unreadable(.tooLarge(let why)):
            return .content("a malformed segment (\(why))", address)
        }
    }

    /// Decrypts data that belongs to a segment and is encrypted as a whole; nil when the key is wrong.
    func decrypt(
        _ bytes: [UInt8], with key: MediaPlaylist.Key, _ opened: [UInt8], _ load: SegmentLoad,
        _ loader: StreamLoader
    ) -> [UInt8]? {
        SegmentDecryption.decrypt(
            bytes, key: opened, vector: key.vector(of: load.number - loader.timeline.shift))
    }

    /// Prepares a segment for reading. Its key and its initialization section must have arrived.
    private mutating func open(_ load: inout SegmentLoad, _ loader: inout StreamLoader) throws(SegmentFault) {
        guard !load.isReadable else { return }
        let segment = load.segment
        if let map = segment.map, loader.reader.map != map {
            guard let known = maps.last(where: { $0.map == map }) else { return }
            var bytes = known.bytes
            if let key = map.key {
                guard let opened = keys[key.uri] else { return }
                guard let plain = decrypt(bytes, with: key, opened, load, loader) else {
                    throw .undecipherable
                }
                bytes = plain
            }
            do throws(DemuxerError) {
                load.unplaced += try loader.reader.take(initialization: bytes, of: map)
            } catch {
                throw .unreadable(error)
            }
        }
        if let key = segment.key {
            guard let opened = keys[key.uri] else { return }
            load.decryption = SegmentDecryption(
                key: opened, vector: key.vector(of: load.number - loader.timeline.shift))
        }
        load.samples.itemKeys = order.keys
        load.samples.stated = segment.sampleKey
        if let key = segment.sampleKey?.key {
            guard let opened = keys[key.uri] else { return }
            load.samples.fetched = (opened, key.vector(of: load.number - loader.timeline.shift))
        }
        load.isReadable = true
    }

    /// Ends a segment that has been read completely.
    private mutating func endSegment(_ role: StreamRole) {
        guard var loader = loaders[role], let load = loader.segment else { return }
        loader.segment = nil
        loader.hasBegun = true
        loader.next = load.number + 1
        loader.loadedUntil = load.interval.upperBound
        loaders[role] = loader
        hasSegments = true
        act(.supplied)
        if role == .main, detour != nil { endDetour(hasCome: true) }
    }

    // MARK: Samples

    /// Takes the demuxed output of a segment.
    private mutating func accept(
        _ outputs: [DemuxerOutput], _ load: inout SegmentLoad, _ loader: inout StreamLoader,
        _ role: StreamRole
    ) throws(SegmentFault) {
        load.unplaced += outputs
        // Stream descriptions need no timestamp offset.
        while case .streams(let streams)? = load.unplaced.first {
            load.unplaced.removeFirst()
            note(streams, &loader, role)
            act(.supplied)
        }
        if load.shift == nil { settle(&load, &loader, role) }
        guard let shift = load.shift else { return }
        let ready = load.unplaced
        load.unplaced = []
        var hasNews = false
        for output in ready {
            switch output {
            case .streams(let streams):
                note(streams, &loader, role)
                hasNews = true
            case .sample(let number, let sample):
                guard let id = loader.tracks[number] else { continue }
                var sample = sample
                if let format = loader.reader.streams.first(where: { $0.number == number })?.format {
                    try open(&sample, format, load, loader)
                    sample.data = format.unwrap(sample.data)
                }
                sample.presentationTime += shift
                sample.decodeTime += shift
                // A keyframe stands for all of its segment (RFC 8216, 4.3.3.6).
                if loader.playlist?.isIFramesOnly == true {
                    let length = load.interval.upperBound - load.interval.lowerBound
                    sample.duration = max(sample.duration ?? 0, length.inNanoseconds)
                }
                load.hasSamples = true
                hasNews = true
                if id.kind == .subtitles {
                    takeText(sample, of: id, &loader, shift: shift)
                } else {
                    queue(sample, of: id, &loader)
                }
            case .event(let event): metadata.take(event, shift: shift)
            case .damage: continue
            }
        }
        if hasNews { act(.supplied) }
    }

    private func open(
        _ sample: inout MediaSample, _ format: MediaFormat, _ load: SegmentLoad, _ loader: StreamLoader
    ) throws(SegmentFault) {
        do throws(SampleDecryption.Fault) {
            sample.data = try load.samples.open(sample, format, isPacked: loader.reader.isPackedAudio)
            sample.encryption = nil
        } catch {
            switch error {
            case .undecipherable: throw .undecipherable
            case .locked(let scheme, let id): throw .locked(scheme: scheme, keyID: id)
            }
        }
    }

    /// Determines the timestamp offset of the segment from its first samples.
    private mutating func settle(_ load: inout SegmentLoad, _ loader: inout StreamLoader, _ role: StreamRole)
    {
        var first: [Int: Int64] = [:]
        var count = 0
        var streams = loader.reader.streams
        for output in load.unplaced {
            switch output {
            case .streams(let found): streams = found
            case .sample(let number, let sample):
                count += 1
                if first[number] == nil { first[number] = sample.presentationTime }
            case .event, .damage: continue
            }
        }
        let counted = streams.filter { $0.format.kind == .video || $0.format.kind == .audio }
        let isEnough =
            !counted.isEmpty && counted.allSatisfy { first[$0.number] != nil } || load.isWhole || count > 400
        let times = counted.isEmpty ? Array(first.values) : counted.compactMap { first[$0.number] }
        guard isEnough, let found = times.min() else {
            // Events before the first sample do not wait for an offset.
            if streams.allSatisfy({ $0.format.kind == .text }), !streams.isEmpty, load.isWhole {
                load.shift = 0
            }
            return
        }
        if awaitsOffset(role, load) { return }
        // All video frames are presented, however early. Audio before them is only decoded.
        let pictures = streams.filter { $0.format.kind == .video }.compactMap { first[$0.number] }.min()
        let isEarly = loader.reader.countsFromZero && load.interval.lowerBound == .zero
        let start = load.interval.lowerBound.inNanoseconds
        if loader.reader.hasTimes {
            load.shift = clocks.settle(
                load.run, start: start, found: found, stated: load.segment.mediaTime?.inNanoseconds,
                countsFromZero: loader.reader.countsFromZero,
                least: isEarly ? max(-(pictures ?? 0), 0) : 0)
            if isEarly, pictures == nil, role == .main, load.shift == 0 { leadIn = max(-found, 0) }
        } else {
            load.shift =
                clocks.shift(of: load.run)
                ?? clocks.settle(
                    load.run, start: start, found: found, stated: nil, countsFromZero: false, least: 0)
        }
    }

    /// Notes the streams in the segments of a rendition and maps them to tracks.
    private mutating func note(_ streams: [DemuxedStream], _ loader: inout StreamLoader, _ role: StreamRole) {
        var places: [Track.Kind: Int] = [:]
        loader.tracks = [:]
        for stream in streams {
            guard let kind = stream.format.kind.track, loader.role.takes(kind) else { continue }
            let place = places[kind, default: 0]
            places[kind] = place + 1
            let rendition = role == .main ? nil : loader.reference.place
            let id = StreamTrack.ID(rendition: rendition, kind: kind, place: place)
            loader.tracks[stream.number] = id
            loader.formats[id] = stream.format.asGivenOut
            loader.schemes[id] = stream.format.encryption?.scheme
            if let index = tracks.firstIndex(where: { $0.id == id }) {
                tracks[index].format = stream.format.asGivenOut
            }
            if queues[id] == nil {
                queues[id] = SampleQueue()
                for gap in loader.earlyGaps { queues[id]?.noteGap(gap) }
            }
        }
        loader.earlyGaps = []
    }

    /// Appends a sample to its queue. After a switch of variants, it replaces the samples of the old variant.
    private mutating func queue(_ sample: MediaSample, of id: StreamTrack.ID, _ loader: inout StreamLoader) {
        guard order.kinds.contains(id.kind), var queue = queues.removeValue(forKey: id) else { return }
        defer { queues[id] = queue }
        if let format = loader.formats.removeValue(forKey: id) {
            if let held = queue.formats.last, held != format, let last = queue.lastDecodeTime,
                sample.decodeTime <= last
            {
                queue.cut(from: sample.presentationTime)
            }
            queue.begin(format)
        }
        // Samples that overlap the buffered ones are discarded until a sample continues them.
        if let last = queue.lastDecodeTime, sample.decodeTime <= last { return }
        queue.append(sample)
    }
}

extension MediaFormat {
    private var isWrapped: Bool { codec == .aac && framing == .adts && !configuration.isEmpty }

    /// The format of the delivered samples: decrypted, and without ADTS headers, which repeat the
    /// configuration.
    fileprivate var asGivenOut: MediaFormat {
        var format = self
        format.encryption = nil
        if isWrapped { format.framing = .raw }
        return format
    }

    fileprivate func unwrap(_ frame: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard isWrapped, frame.count > 9 else { return frame }
        return frame.dropFirst(frame[frame.startIndex + 1] & 1 == 1 ? 7 : 9)
    }
}

extension MediaFormat.Kind {
    var track: Track.Kind? {
        switch self {
        case .video: .video
        case .audio: .audio
        case .text: .subtitles
        case .metadata: nil
        }
    }
}

extension StreamRole {
    /// Whether a rendition of this role may hold tracks of a kind.
    func takes(_ kind: Track.Kind) -> Bool { self == .main || self.kind == kind }
}
