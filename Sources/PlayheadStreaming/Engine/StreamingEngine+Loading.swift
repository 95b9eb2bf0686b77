internal import AdaptiveStreaming
internal import MediaFormats
internal import PlayheadCore
internal import PlayheadNetwork

/// The choice of the next segment and the requests that it needs.
extension StreamingEngine {
    /// Begins all loads that are due.
    package mutating func pump() {
        guard !hasFailed, target != nil else { return }
        readDeferred()
        for role in StreamRole.allCases { pump(role) }
        noteReady()
    }

    /// Whether a role only has streams of kinds that are not loaded.
    private func isUnwanted(_ role: StreamRole) -> Bool {
        guard isReady, let tracks = loaders[role]?.tracks.values, !tracks.isEmpty else { return false }
        return tracks.allSatisfy { !order.kinds.contains($0.kind) }
    }

    private mutating func pump(_ role: StreamRole) {
        if isUnwanted(role) { return }
        while let loader = loaders[role], loader.segment == nil, !loader.isDead, !loader.isComplete,
            !hasFailed,
            let next = loader.next
        {
            if let loadLimit, loader.loadedUntil + Self.rounding >= loadLimit { return complete(role) }
            if role == .main {
                if nextPlaylist != nil {
                    swapVariant()
                    continue
                }
                // Another variant supplies the segment that this one lacks.
                if detour != nil, nextVariant != nil { return }
                chooseVariant()
                if nextPlaylist != nil { continue }
                // On a virtual clock, playback must not depend on the order in which responses are read.
                if order.isVirtual, nextVariant != nil, isComfortable { return }
            }
            let timeline = loader.timeline
            if next >= timeline.current.upperBound {
                if timeline.isComplete { complete(role) }
                return
            }
            if next < timeline.current.lowerBound {
                // The segment has left the window before it was loaded.
                skip(role, to: timeline.current.lowerBound)
                continue
            }
            guard let entry = timeline.entry(next),
                let segment = timeline.latest?.segment(next - timeline.shift)
            else { return }
            let ahead = loader.loadedUntil - .nanoseconds(position)
            guard ahead < (isOfKeyframes ? keyframeLimit : forward) || !loader.hasBegun else { return }
            begin(segment, next, entry.start..<entry.end, of: role)
        }
    }

    /// The duration to load ahead of playback if each segment is a keyframe: only those that are needed.
    private var keyframeLimit: Duration {
        if let target, target.start == nil, settled(target) == nil { forward } else { .nanoseconds(1) }
    }

    /// Skips the segments before a number.
    private mutating func skip(_ role: StreamRole, to number: Int) {
        guard var loader = loaders[role], let next = loader.next else { return }
        let start = loader.timeline.entry(next)?.start ?? loader.loadedUntil
        let end = loader.timeline.entry(number)?.start ?? start
        loader.next = number
        loader.isBroken = true
        loader.loadedUntil = end
        loaders[role] = loader
        noteGap(start..<end, of: role)
    }

    private mutating func begin(
        _ segment: MediaPlaylist.Segment, _ number: Int, _ interval: Range<Duration>, of role: StreamRole
    ) {
        guard var loader = loaders[role], let address = loader.address else { return }
        let segment = withBeginning(segment, in: loader)
        let serverNumber = number - loader.timeline.shift
        let part = HLSSegmentReference(
            number: serverNumber, uri: segment.uri, range: segment.range, interval: interval)
        var reference = Reference(.segment(part), of: loader.reference, at: address)
        if role == .subtitles { reference.kind = segment.map == nil ? .subtitles : .part }
        let run = self.run(of: serverNumber, in: loader, segment)
        var load = SegmentLoad(number: number, segment: segment, interval: interval, run: run)
        if segment.isGap {
            var missing = reference.part
            missing?.isDeclaredGap = true
            let error = PlayerError(
                .notFound, "The playlist names a segment that does not exist", uri: segment.uri)
            if let missing { act(.report(.missing(missing, error))) }
            loader.segment = load
            loaders[role] = loader
            return passOver(role)
        }
        let isNewRun = loader.run != run || loader.isBroken
        if isNewRun {
            loader.reader.reset()
            loader.run = run
            loader.isBroken = false
            for id in tracks(of: role) { queues[id]?.breakOff() }
        }
        loader.segment = load
        loaders[role] = loader
        if let map = segment.map, loader.reader.map != map || isNewRun {
            if !maps.contains(where: { $0.map == map }) {
                load.mapRequest = self.begin(
                    .map(role, map), reference.companion(map.uri, .initialization), range: map.range?.range)
            }
        }
        let needed = [segment.key, segment.sampleKey?.key, segment.map?.key].compactMap { $0 }
        for key in needed where keys[key.uri] == nil {
            if let bytes = DataURI.bytes(of: key.uri), bytes.count == 16 {
                keys[key.uri] = bytes
                continue
            }
            if jobs.values.contains(where: { $0.purpose == .key(role, key.uri) }) { continue }
            load.keyRequest = self.begin(.key(role, key.uri), reference.companion(key.uri, .key))
        }
        load.body = self.begin(.segment(role), reference, range: segment.range?.range)
        loaders[role]?.segment = load
    }

    /// Adds the beginning of the resource as the initialization section of an I-frame segment. Keyframes of a
    /// transport stream need it when the playlist declares no map (RFC 8216, 4.3.3.6).
    private func withBeginning(_ segment: MediaPlaylist.Segment, in loader: StreamLoader)
        -> MediaPlaylist.Segment
    {
        guard let playlist = loader.playlist, playlist.isIFramesOnly, segment.map == nil,
            segment.range != nil,
            let first = playlist.segments.first(where: { $0.uri == segment.uri })?.range?.offset, first > 0
        else { return segment }
        var segment = segment
        segment.map = MediaPlaylist.Map(uri: segment.uri, range: HLSByteRange(offset: 0, length: first))
        return segment
    }

    /// The run of a segment.
    private func run(of number: Int, in loader: StreamLoader, _ segment: MediaPlaylist.Segment)
        -> StreamTimestampOffsets.Run
    {
        guard let playlist = loader.playlist else { return StreamTimestampOffsets.Run(number: 0) }
        let offset = number - playlist.sequence
        let breaks = playlist.segments.prefix(max(offset + 1, 0)).count { $0.isDiscontinuity }
        return StreamTimestampOffsets.Run(
            number: playlist.discontinuitySequence &+ breaks, restarts: loader.timeline.restarts,
            stream: segment.mediaTime.map { _ in loader.reference.stream })
    }

    /// Marks a rendition as completely loaded.
    mutating func complete(_ role: StreamRole) {
        guard var loader = loaders[role], !loader.isComplete else { return }
        loader.isComplete = true
        loaders[role] = loader
        for id in tracks(of: role) {
            queues[id]?.isComplete = true
            if id.kind == .subtitles, loader.isFromStart { act(.textsEnded(id)) }
        }
        giveTexts()
        act(.supplied)
    }

    /// Skips the current segment. Playback continues after it.
    mutating func passOver(_ role: StreamRole) {
        guard var loader = loaders[role], let load = loader.segment else { return }
        drop(load)
        loader.segment = nil
        loader.next = load.number + 1
        loader.loadedUntil = load.interval.upperBound
        loader.isBroken = true
        loaders[role] = loader
        noteGap(load.interval, of: role)
    }

    /// Skips an interval that no variant can supply.
    mutating func leaveOut(_ interval: Range<Duration>) {
        guard var loader = loaders[.main], let next = loader.next else { return }
        loader.next = next + 1
        loader.loadedUntil = interval.upperBound
        loader.isBroken = true
        loaders[.main] = loader
        noteGap(interval, of: .main)
    }

    /// Cancels the requests of a segment.
    mutating func drop(_ load: SegmentLoad) {
        for request in [load.body, load.mapRequest, load.keyRequest].compactMap({ $0 }) { drop(request) }
    }

    private mutating func noteGap(_ interval: Range<Duration>, of role: StreamRole) {
        guard !interval.isEmpty else { return }
        for id in tracks(of: role) {
            queues[id]?.noteGap(interval)
        }
        if tracks(of: role).isEmpty { loaders[role]?.earlyGaps.append(interval) }
        act(.supplied)
    }

    /// The tracks in the segments of a rendition.
    func tracks(of role: StreamRole) -> [StreamTrack.ID] {
        loaders[role].map { Array(Set($0.tracks.values)) } ?? []
    }

    /// Takes the initialization section of a segment.
    mutating func takeMap(
        _ job: StreamFetch, _ map: MediaPlaylist.Map, _ role: StreamRole, at address: HTTPURL
    ) throws(FetchFault) {
        if maps.count == 16 { maps.removeFirst() }
        maps.append((map, job.body))
        loaders[role]?.segment?.mapRequest = nil
        read(role)
    }

    /// Takes a key.
    mutating func takeKey(
        _ job: StreamFetch, _ uri: String, _ role: StreamRole, at address: HTTPURL
    ) throws(FetchFault) {
        guard job.body.count == 16 else {
            throw FetchFault(
                .content,
                PlayerError(
                    .unsupportedEncryption,
                    "The key of the stream is \(job.body.count) bytes long in place of 16",
                    hint: "check the key server, and whether it wants a login", uri: address.text))
        }
        keys[uri] = job.body
        loaders[role]?.segment?.keyRequest = nil
        readTexts(role)
        read(role)
    }
}

extension Reference {
    /// A reference to the key or the initialization section of this segment.
    fileprivate func companion(_ uri: String, _ kind: FetchRecord.Kind) -> Reference {
        var found = Reference(uri: uri, kind: kind)
        (found.source, found.variant, found.rendition) = (source, variant, rendition)
        return found
    }
}
