internal import AdaptiveStreaming
internal import PlayheadCore

/// Examines an HLS presentation.
struct HLSValidation: Sendable {
    private let validator: StreamValidator
    private let loader: ResourceLoader
    private let resource: LoadedResource
    private var findings: [ValidationFinding] = []

    init(_ validator: StreamValidator, _ loader: ResourceLoader, _ resource: LoadedResource) {
        (self.validator, self.loader, self.resource) = (validator, loader, resource)
    }

    /// A declared stream before its playlist is loaded.
    fileprivate struct Declared {
        var name: String
        var uri: String
        var role: MeasuredStream.Role
        var attributes: AttributeText?
        var line: Int?
    }

    mutating func run() async throws(PlayerError) -> ValidationReport {
        let text = PlaylistText(resource.bytes, uri: resource.uri)
        check(resource, text)
        guard text.kind == .multivariant else {
            let name = String(resource.path.split(separator: "/").last ?? "")
            let declared = Declared(name: name, uri: resource.uri, role: .variant)
            let plan = plan(declared, resource, imported: nil)
            return await finish(nil, [plan], await updates(of: [plan]))
        }
        let multivariant = MultivariantText(text)
        isIndependent = text.first("EXT-X-INDEPENDENT-SEGMENTS") != nil
        check(multivariant)
        let (declared, variables) = declaredStreams(multivariant)
        var plans: [(stream: MeasuredStream, playlist: MediaPlaylist?)] = []
        var loaded: [String: Int] = [:]
        if let unusable {
            var failed = MeasuredStream(name: resource.uri, uri: resource.uri, role: .variant)
            failed.failure = unusable
            plans.append((failed, nil))
        }
        for stream in declared {
            if let index = loaded[stream.uri] {
                // The same playlist with other groups.
                var copy = plans[index].stream
                (copy.name, copy.attributes, copy.line) = (stream.name, stream.attributes, stream.line)
                duplicates.append((copy, index))
                continue
            }
            loaded[stream.uri] = plans.count
            do throws(PlayerError) {
                let resource = try await loader.load(stream.uri)
                plans.append(plan(stream, resource, imported: variables))
            } catch {
                var failed = MeasuredStream(stream)
                failed.failure = error.message
                plans.append((failed, nil))
            }
        }
        let history = await updates(of: plans)
        return await finish(multivariant, plans, history)
    }

    /// Whether the multivariant playlist declares independent segments for all streams.
    private var isIndependent = false
    /// The reason why the multivariant playlist cannot be used.
    private var unusable: String?
    private var duplicates: [(stream: MeasuredStream, original: Int)] = []

    private mutating func declaredStreams(_ multivariant: MultivariantText) -> ([Declared], [String: String])
    {
        let playlist: MultivariantPlaylist
        do throws(HLSError) {
            let limits = HLSLimits(validator.policy)
            guard
                case .multivariant(let parsed) = try HLSPlaylist.parse(
                    resource.bytes, limits: limits, address: resource.uri)
            else { return ([], [:]) }
            playlist = parsed
        } catch {
            unusable = error.playerError(about: resource.uri).message
            return ([], [:])
        }
        let base = HTTPURL(resource.uri)
        func place(_ uri: String) -> String { base.flatMap { HTTPURL(uri, in: $0)?.text } ?? uri }
        var declared: [Declared] = []
        var written = multivariant.variants[...]
        for variant in playlist.variants {
            // A variable makes the two differ; then the order decides.
            let index = written.firstIndex { $0.uri == variant.uri } ?? written.startIndex
            guard written.indices.contains(index) else { break }
            let text = written[index]
            written = written[(index + 1)...]
            declared.append(
                Declared(
                    name: variant.uri, uri: place(variant.uri), role: .variant, attributes: text.attributes,
                    line: text.line.number))
        }
        for rendition in playlist.renditions {
            guard let uri = rendition.uri else { continue }
            let text = multivariant.renditions.first {
                $0.attributes["URI"] == uri
                    || $0.attributes["NAME"] == rendition.name && $0.attributes["GROUP-ID"] == rendition.group
            }
            declared.append(
                Declared(
                    name: rendition.name, uri: place(uri), role: .rendition(rendition.kind.rawValue),
                    attributes: text?.attributes, line: text?.line.number))
        }
        for (line, attributes) in multivariant.iFrameStreams {
            guard let uri = attributes["URI"] else { continue }
            declared.append(
                Declared(
                    name: uri, uri: place(uri), role: .iFrames, attributes: attributes, line: line.number))
        }
        return (declared, playlist.variables)
    }

    /// The stream of a media playlist with its segments, or with the reason why it cannot be used.
    private mutating func plan(
        _ declared: Declared, _ resource: LoadedResource, imported: [String: String]?
    ) -> (stream: MeasuredStream, playlist: MediaPlaylist?) {
        let text = PlaylistText(resource.bytes, uri: resource.uri)
        let media = MediaText(text)
        if resource.uri != self.resource.uri { check(resource, text) }
        check(media)
        var stream = MeasuredStream(declared)
        stream.uri = resource.uri
        stream.isComplete = media.isComplete
        stream.isIndependent = isIndependent || text.first("EXT-X-INDEPENDENT-SEGMENTS") != nil
        stream.isIFramesOnly = text.first("EXT-X-I-FRAMES-ONLY") != nil
        stream.targetDuration = .seconds(media.targetDuration ?? 0)
        let parsed: MediaPlaylist
        do throws(HLSError) {
            let limits = HLSLimits(validator.policy)
            guard
                case .media(let media) = try HLSPlaylist.parse(
                    resource.bytes, limits: limits, address: resource.uri, imported: imported)
            else {
                stream.failure = "it is a multivariant playlist, not a media playlist"
                return (stream, nil)
            }
            parsed = media
        } catch {
            stream.failure = error.playerError(about: resource.uri).message
            return (stream, nil)
        }
        let base = HTTPURL(resource.uri)
        let playlist = parsed.resolved { uri in base.flatMap { HTTPURL(uri, in: $0)?.text } ?? uri }
        stream.discontinuitySequence = playlist.discontinuitySequence
        var start = Duration.zero
        var written = media.segments[...]
        for (index, segment) in parsed.segments.enumerated() {
            // The parser leaves out URIs without EXTINF.
            let place = written.firstIndex { $0.uri == segment.uri } ?? written.startIndex
            let line = written.indices.contains(place) ? written[place].line : nil
            written = written[min(place + 1, written.endIndex)...]
            if let limit = validator.maximumDuration, start >= limit { break }
            var measured = MeasuredSegment(playlist.segments[index], index: index, start: start)
            (measured.line, measured.date) = (line, segment.date)
            stream.segments.append(measured)
            start += segment.duration
        }
        return (stream, playlist)
    }

    private mutating func check(_ resource: LoadedResource, _ text: PlaylistText) {
        findings += validator.rules.findings(about: resource.uri) { rule, findings in
            if case .text(let check) = rule.check { check(text, &findings) }
            if case .delivery(let check) = rule.check { check(resource, &findings) }
        }
    }

    private mutating func check(_ multivariant: MultivariantText) {
        findings += validator.rules.findings(about: resource.uri) { rule, findings in
            if case .multivariant(let check) = rule.check { check(multivariant, &findings) }
        }
    }

    private mutating func check(_ media: MediaText) {
        findings += validator.rules.findings(about: media.text.uri) { rule, findings in
            if case .media(let check) = rule.check { check(media, &findings) }
        }
    }

    /// Observes the first live playlist for the time that was asked for.
    private func updates(of plans: [(stream: MeasuredStream, playlist: MediaPlaylist?)]) async
        -> PlaylistHistory?
    {
        guard validator.liveDuration > .zero,
            let live = plans.first(where: { !$0.stream.isComplete && $0.playlist != nil })
        else { return nil }
        let clock = ContinuousClock()
        let start = clock.now
        var history = PlaylistHistory(uri: live.stream.uri, versions: [])
        let target = max(live.stream.targetDuration, .milliseconds(200))
        while !Task.isCancelled {
            if let resource = try? await loader.load(live.stream.uri) {
                let media = MediaText(PlaylistText(resource.bytes, uri: resource.uri))
                history.versions.append(.init(time: clock.now - start, playlist: media))
                if media.isComplete { break }
            }
            guard clock.now - start < validator.liveDuration else { break }
            try? await clock.sleep(for: target / 2)
        }
        return history
    }

    private mutating func finish(
        _ multivariant: MultivariantText?, _ plans: [(stream: MeasuredStream, playlist: MediaPlaylist?)],
        _ history: PlaylistHistory?
    ) async -> ValidationReport {
        var streams = await validator.measured(plans, with: loader)
        findings += validator.findings(about: streams)
        for (copy, original) in duplicates {
            var stream = streams[original]
            (stream.name, stream.attributes, stream.line) = (copy.name, copy.attributes, copy.line)
            streams.append(stream)
        }
        var ladder = MeasuredLadder(uri: resource.uri, multivariant: multivariant, streams: streams)
        if let measure = validator.loudness, validator.measuresSegments {
            for stream in streams where stream.isRead && stream.families.contains(where: \.isAudio) {
                ladder.loudness[stream.uri] = await measure(stream.uri)
            }
        }
        findings += validator.findings(about: ladder)
        if let history {
            findings += validator.rules.findings(about: history.uri) { rule, findings in
                if case .updates(let check) = rule.check { check(history, &findings) }
            }
        }
        var report = validator.report(
            .hls, isLive: plans.contains { !$0.stream.isComplete && $0.playlist != nil }, findings: findings,
            streams,
            loudness: ladder.loudness)
        report.captions = (multivariant?.renditions ?? []).compactMap { _, attributes in
            attributes["INSTREAM-ID"].map { channel in
                [channel, attributes["LANGUAGE"]].compactMap(\.self).joined(separator: " ")
            }
        }
        return report
    }
}

extension MeasuredStream {
    fileprivate init(_ declared: HLSValidation.Declared) {
        self.init(name: declared.name, uri: declared.uri, role: declared.role)
        (attributes, line) = (declared.attributes, declared.line)
    }
}
