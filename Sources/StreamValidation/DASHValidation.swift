internal import AdaptiveStreaming
internal import FoundationEssentials
internal import PlayheadCore

/// Examines a DASH presentation.
struct DASHValidation: Sendable {
    private let validator: StreamValidator
    private let loader: ResourceLoader
    private let resource: LoadedResource

    init(_ validator: StreamValidator, _ loader: ResourceLoader, _ resource: LoadedResource) {
        (self.validator, self.loader, self.resource) = (validator, loader, resource)
    }

    func run() async throws(PlayerError) -> ValidationReport {
        let limits = HLSLimits(validator.policy)
        guard let address = HTTPURL(resource.uri) else {
            throw PlayerError(.invalidURI, "“\(resource.uri)” is not an address", uri: resource.uri)
        }
        let manifest: DASHManifest
        let text: ManifestText
        do throws(DASHError) {
            text = ManifestText(uri: resource.uri, root: try DASHReader.tree(resource.bytes, limits: limits))
        } catch {
            throw error.playerError(about: resource.uri)
        }
        var findings = validator.rules.findings(about: resource.uri) { rule, findings in
            if case .manifest(let check) = rule.check { check(text, &findings) }
        }
        do throws(DASHError) {
            manifest = try DASHReader.read(resource.bytes, limits: limits, at: address)
        } catch {
            // The rules name the fault more exactly than the reader, where they know it.
            if findings.contains(where: { $0.requirement == .must }) {
                return validator.report(.dash, isLive: text.isDynamic, findings: findings, [])
            }
            throw error.playerError(about: resource.uri)
        }
        var plans: [(stream: MeasuredStream, playlist: MediaPlaylist?)] = []
        for declared in manifest.representations {
            plans.append(await plan(declared, manifest, text, limit: validator.policy.maximumPlaylistEntries))
        }
        let streams = await validator.measured(plans, with: loader)
        findings += validator.findings(about: streams)
        let ladder = MeasuredLadder(
            uri: resource.uri, multivariant: nil, streams: streams, isOfManifest: true)
        findings += validator.findings(about: ladder)
        return validator.report(.dash, isLive: text.isDynamic, findings: findings, streams)
    }

    private func plan(
        _ declared: DASHManifest.DeclaredRepresentation, _ manifest: DASHManifest, _ text: ManifestText,
        limit: Int
    ) async -> (stream: MeasuredStream, playlist: MediaPlaylist?) {
        var indexes: [DASHManifest.IndexedFile: SegmentIndex] = [:]
        var stream = MeasuredStream(
            name: declared.id, uri: "\(resource.uri)#\(declared.id)",
            role: declared.isVideo ? .variant : .rendition(declared.isAudio ? "AUDIO" : "SUBTITLES"))
        stream.isOfManifest = true
        stream.attributes = declared.attributes
        stream.language = declared.language
        stream.minimumBuffer = text.root.duration("minBufferTime") ?? .zero
        for file in manifest.files(of: declared.address) {
            do throws(PlayerError) {
                let range = file.index ?? 0..<(1 << 16)
                let bytes = try await loader.load(file.uri, range: range).bytes
                indexes[file] = SegmentIndex(bytes, at: range.lowerBound)
            } catch {
                stream.failure = error.message
                return (stream, nil)
            }
        }
        var numbering = DASHNumbering()
        let now = Duration.seconds(Date().timeIntervalSince1970)
        let playlist = manifest.media(declared.address, at: now, indexes: indexes, limit: limit, &numbering)
        stream.isComplete = playlist.isComplete
        stream.targetDuration = playlist.targetDuration
        var start = Duration.zero
        for (index, segment) in playlist.segments.enumerated() {
            if let limit = validator.maximumDuration, start >= limit { break }
            stream.segments.append(MeasuredSegment(segment, index: index, start: start))
            start += segment.duration
        }
        return (stream, playlist)
    }
}

extension DASHManifest.DeclaredRepresentation {
    /// The properties in the form of EXT-X-STREAM-INF, for rules that both formats share.
    fileprivate var attributes: AttributeText {
        var parts = ["BANDWIDTH=\(bandwidth)"]
        if !codecs.isEmpty { parts.append("CODECS=\"\(codecs.joined(separator: ","))\"") }
        if let width, let height { parts.append("RESOLUTION=\(width)x\(height)") }
        if let frameRate { parts.append("FRAME-RATE=\(frameRate)") }
        return AttributeText(parts.joined(separator: ","))
    }
}
