internal import FoundationEssentials

/// Manifests of DASH: playlists are made of them, and from there on everything is as with HLS.
extension StreamingEngine {
    mutating func takeManifest(_ job: StreamJob, _ start: MediumStart, at address: WebAddress)
        throws(FetchFault)
    {
        let found: DASHManifest
        do throws(DASHError) {
            found = try DASHReader.read(
                MediumStart.plain(job.body), limits: HLSLimits(order.policy), at: address)
        } catch {
            if case .notBegun(let period) = error { throw .early(address, period: period) }
            throw FetchFault(.content, error.playerError(about: address.text))
        }
        let date = job.response?.date ?? Date().timeIntervalSince1970
        manifest = StreamManifest(manifest: found, address: address, date: .seconds(date), bytes: job.body)
        guard let role = job.purpose.role, let choice = DASHChoice(in: job.target.uri) else {
            if found.unreadTexts > 0 {
                warn(
                    PlayerWarning(
                        "The subtitles of the manifest are left out: they are not in WebVTT",
                        hint: "offer them as text/vtt too"))
            }
            return begin(found.multivariant(order.quality), at: address)
        }
        try take(choice, of: role, job, at: address)
    }

    /// Takes the segments of a stream of the manifest that is known.
    mutating func takeChoice(_ choice: DASHChoice, for purpose: StreamJob.Purpose, _ reference: Reference) {
        guard let manifest, let role = purpose.role else { return }
        let job = knownJob(purpose, reference)
        do throws(FetchFault) {
            try take(choice, of: role, job, at: manifest.address)
        } catch {
            giveUp(job, error)
        }
    }

    private mutating func take(
        _ choice: DASHChoice, of role: StreamRole, _ job: StreamJob, at address: WebAddress
    ) throws(FetchFault) {
        guard let manifest else { return }
        // The indexes that it needs come first.
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

    /// The index of a file has come.
    mutating func takeIndex(
        _ job: StreamJob, of file: DASHManifest.IndexedFile, _ role: StreamRole, at address: WebAddress
    ) throws(FetchFault) {
        guard let index = SegmentIndex(job.body, at: job.range?.lowerBound ?? 0) else {
            // Then all of it is one segment.
            wholeFiles.insert(file)
            return takeChoiceAgain(role)
        }
        indexes[file] = index
        takeChoiceAgain(role)
    }

    private mutating func takeChoiceAgain(_ role: StreamRole) {
        if role == .main, nextPlaylist == nil, let next = nextVariant, let reference = reference(next),
            let choice = DASHChoice(in: reference.uri)
        {
            return takeChoice(choice, for: .nextPlaylist, reference)
        }
        guard let reference = loaders[role]?.reference, let choice = DASHChoice(in: reference.uri) else {
            return
        }
        takeChoice(choice, for: .playlist(role), reference)
    }

    /// So much is looked through where the manifest does not say where the index is.
    private static var beginning: Int { 1 << 16 }
}
