internal import AdaptiveStreaming
internal import FoundationEssentials
internal import PlayheadCore
internal import PlayheadNetwork

/// DASH manifests. The engine makes HLS playlists from them and then treats both formats the same.
extension StreamingEngine {
    mutating func takeManifest(_ job: StreamFetch, _ start: ContentSniffer, at address: HTTPURL)
        throws(FetchFault)
    {
        let found: DASHManifest
        do throws(DASHError) {
            found = try DASHReader.read(
                ContentSniffer.plain(job.body), limits: HLSLimits(order.policy), at: address,
                keys: order.keys)
        } catch {
            if case .notBegun(let period) = error { throw .early(address, period: period) }
            throw FetchFault(.content, error.playerError(about: address.text))
        }
        if found.isLive, let first = found.clocks.first, case .direct(let time) = first {
            serverClock = time - now
        }
        let date = job.response?.date ?? Date().timeIntervalSince1970
        manifest = StreamManifest(
            manifest: found, address: address, date: serverClock.map { $0 + now } ?? .seconds(date),
            bytes: job.body)
        guard let role = job.purpose.role, let choice = RepresentationAddress(in: job.target.uri) else {
            if found.unreadTexts > 0 {
                warn(
                    PlayerWarning(
                        "Some subtitles of the manifest are left out: they are neither WebVTT nor texts of TTML",
                        hint: "offer them as WebVTT or TTML too"))
            }
            if found.isLive, serverClock == nil { return askClock(0) }
            return begin(found.multivariant(order.quality), at: address)
        }
        try take(choice, of: role, job, at: address)
    }

    /// Uses the segments of a representation of the current manifest.
    mutating func takeChoice(
        _ choice: RepresentationAddress, for purpose: StreamFetch.Purpose, _ reference: Reference
    ) {
        guard let manifest, let role = purpose.role else { return }
        let job = knownJob(purpose, reference)
        do throws(FetchFault) {
            try take(choice, of: role, job, at: manifest.address)
        } catch {
            giveUp(job, error)
        }
    }

    private mutating func take(
        _ choice: RepresentationAddress, of role: StreamRole, _ job: StreamFetch, at address: HTTPURL
    ) throws(FetchFault) {
        guard let manifest else { return }
        // The needed segment indexes are fetched first.
        if let file = manifest.manifest.files(of: choice).first(where: {
            indexes[$0] == nil && !wholeFiles.contains($0)
        }) {
            var reference = Reference(uri: file.uri, kind: .initialization)
            (reference.source, reference.variant) = (address, job.target.variant)
            begin(.index(role, file), reference, range: file.index ?? 0..<Self.beginning)
            return
        }
        var place = job.target.stream
        place.variant = nil
        let playlist = manifest.manifest.media(
            choice, at: manifest.date, indexes: indexes, limit: order.policy.maximumPlaylistEntries,
            &numberings[place, default: DASHNumbering()])
        guard !playlist.segments.isEmpty else {
            if manifest.manifest.isLive, role != .subtitles {
                throw .early(address, period: manifest.manifest.updatePeriod)
            }
            throw FetchFault(.content, DASHError.empty.playerError(about: address.text))
        }
        try take(playlist, of: role, job, at: address)
    }

    /// Takes the segment index of a file.
    mutating func takeIndex(
        _ job: StreamFetch, of file: DASHManifest.IndexedFile, _ role: StreamRole, at address: HTTPURL
    ) throws(FetchFault) {
        if cues[file] == nil, SegmentIndex.areCues(job.body) {
            let start = job.range?.lowerBound ?? 0
            cues[file] = HeldCues(bytes: job.body, start: start, size: job.response?.range?.total)
            begin(.index(role, file), job.target, range: 0..<max(1, min(start, Self.beginning)))
            return
        }
        if let held = cues.removeValue(forKey: file) {
            indexes[file] = SegmentIndex(cues: held.bytes, at: held.start, header: job.body, size: held.size)
        } else {
            indexes[file] = SegmentIndex(job.body, at: job.range?.lowerBound ?? 0)
        }
        // A file without an index is one segment.
        if indexes[file] == nil { wholeFiles.insert(file) }
        takeChoiceAgain(role)
    }

    private mutating func takeChoiceAgain(_ role: StreamRole) {
        if role == .main, nextPlaylist == nil, let next = nextVariant, let reference = reference(next),
            let choice = RepresentationAddress(in: reference.uri)
        {
            return takeChoice(choice, for: .nextPlaylist, reference)
        }
        guard let reference = loaders[role]?.reference, let choice = RepresentationAddress(in: reference.uri)
        else {
            return
        }
        takeChoice(choice, for: .playlist(role), reference)
    }

    // MARK: Server time

    /// Queries one of the clocks that the manifest names. After the last one, the date of the manifest's
    /// response is used.
    mutating func askClock(_ place: Int) {
        guard let manifest else { return }
        guard manifest.manifest.clocks.indices.contains(place) else {
            return begin(manifest.manifest.multivariant(order.quality), at: manifest.address)
        }
        switch manifest.manifest.clocks[place] {
        case .direct(let time): setClock(to: time)
        case .head(let uri), .text(let uri):
            var reference = Reference(uri: uri, kind: .playlist)
            reference.source = manifest.address
            begin(.clock(place), reference)
        }
    }

    /// Takes the response of a clock.
    mutating func takeClock(_ job: StreamFetch, _ place: Int, at address: HTTPURL) throws(FetchFault) {
        var time: Duration?
        if case .text? = manifest?.manifest.clocks[place] {
            let text = String(decoding: job.body, as: UTF8.self)
            time = HLSDate.read(String(text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }))
        } else {
            time = job.response?.date.map { .seconds($0) }
        }
        guard let time else { throw .content("no time in place of the time at the server", address) }
        setClock(to: time)
    }

    private mutating func setClock(to time: Duration) {
        serverClock = time - now
        manifest?.date = time
        guard let manifest else { return }
        begin(manifest.manifest.multivariant(order.quality), at: manifest.address)
    }

    /// The number of bytes that are searched for an index when the manifest does not declare its range.
    private static var beginning: Int { 1 << 16 }
}

/// A WebM index (cues) whose file header has not arrived yet.
package struct HeldCues: Sendable {
    var bytes: [UInt8]
    /// The offset of the index in the file.
    var start: Int
    /// The size of the file; nil when unknown.
    var size: Int?
}
