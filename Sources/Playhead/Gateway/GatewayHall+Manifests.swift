internal import FoundationEssentials
internal import NIOCore
internal import NIOHTTP1

/// A manifest of DASH as it was fetched.
struct ManifestVersion: Sendable {
    var bytes: ByteBuffer
    var outcome: Fetcher.Outcome
    var manifest: DASHManifest
    /// The time at its server when it was sent, since 1970.
    var date: Duration
}

/// An answer that was kept.
struct KeptAnswer: Sendable {
    var head: HTTPResponseHead
    var body: ByteBuffer
    var outcome: Fetcher.Outcome
}

/// Manifests of DASH: playlists of HLS are made of them, and from there on everything is as with HLS.
extension GatewayHall {
    /// The manifest in an answer, with the indexes that are needed for what was asked for; nil where it is no manifest.
    func manifest(
        in bytes: ByteBuffer, _ outcome: Fetcher.Outcome, for reference: Reference
    ) async throws(FetchFault) -> ManifestVersion? {
        let start = MediumStart(whole: bytes)
        if let fault = start.faultOfPlaylist { throw FetchFault(.content, fault.about(outcome.address.text)) }
        guard start.isPresentation else { return nil }
        let version: ManifestVersion
        if let known = streams.manifest, known.bytes == bytes, known.outcome.address == outcome.address,
            !known.manifest.isLive
        {
            version = known
        } else {
            let manifest: DASHManifest
            do throws(DASHError) {
                manifest = try DASHReader.read(
                    MediumStart.plain(bytes), limits: HLSLimits(order.policy), at: outcome.address)
            } catch {
                if case .unsupported = error { noteForeign() }
                if case .notBegun(let period) = error { throw .early(outcome.address, period: period) }
                throw FetchFault(.content, error.playerError(about: outcome.address.text))
            }
            let date = outcome.head.headers.first(name: "Date").flatMap(HTTPDate.seconds)
            version = ManifestVersion(
                bytes: bytes, outcome: outcome, manifest: manifest,
                date: .seconds(date ?? Date().timeIntervalSince1970))
            streams.manifest = version
        }
        if let choice = DASHChoice(in: reference.uri) {
            for file in version.manifest.files(of: choice) where !streams.hasIndex(of: file) {
                try await readIndex(of: file, from: outcome.address)
            }
        }
        return version
    }

    /// The answer to a request for a playlist that is made of a manifest which does not change; nil for others.
    func knownManifest(for reference: Reference) -> KeptAnswer? {
        guard let known = streams.manifest, !known.manifest.isLive,
            let mark = reference.uri.lastIndex(of: "#"),
            DASHChoice(in: reference.uri) != nil, known.manifest.location == reference.uri[..<mark]
        else { return nil }
        var head = known.outcome.head
        // It was unpacked.
        head.headers.remove(name: "Content-Encoding")
        return KeptAnswer(head: head, body: known.bytes, outcome: known.outcome)
    }

    /// What the pipeline is given of a manifest.
    func read(
        _ version: ManifestVersion, for reference: Reference, at address: WebAddress
    ) throws(FetchFault) -> HLSPlaylist {
        let manifest = version.manifest
        guard let choice = DASHChoice(in: reference.uri) else {
            if manifest.unreadTexts > 0 {
                warn(
                    "The subtitles of the manifest are left out: they are not in WebVTT",
                    hint: "offer them as text/vtt too")
            }
            return .multivariant(manifest.multivariant(order.quality))
        }
        let playlist = streams.playlist(
            of: choice, in: manifest, at: reference.stream, now: version.date,
            limit: order.policy.maximumPlaylistEntries)
        guard !playlist.segments.isEmpty else {
            if manifest.isLive, reference.rendition != .subtitles {
                throw .early(address, period: manifest.updatePeriod)
            }
            throw FetchFault(.content, DASHError.empty.playerError(about: address.text))
        }
        return .media(playlist)
    }

    /// Reads the index of a file's segments.
    private func readIndex(
        of file: DASHManifest.IndexedFile, from origin: WebAddress
    ) async throws(FetchFault) {
        let uri = file.uri
        let wanted = file.index ?? 0..<Self.beginning
        let headers: HTTPHeaders = ["Range": ContentRange(wanted).header]
        let (body, outcome) = try await fetcher.fetchWhole(
            uri, headers: headers, from: origin, limit: Self.longestIndex,
            excess: DASHError.malformed("The index of a file is too long").playerError(about: uri))
        // A server without ranges gives all of the file.
        let isPart = outcome.head.status == .partialContent
        let bytes = isPart ? body : Array(body.dropFirst(wanted.lowerBound).prefix(wanted.count))
        guard let index = SegmentIndex(bytes, at: wanted.lowerBound) else {
            noteForeign()
            let error = DASHError.unsupported("A file of it has no index")
            throw FetchFault(.content, error.playerError(about: uri))
        }
        streams.keep(index, of: file)
    }

    /// So much is looked through where the manifest does not say where the index is.
    private static var beginning: Int { 1 << 16 }
    private static var longestIndex: Int { 4 << 20 }
}
