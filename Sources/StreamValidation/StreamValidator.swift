internal import AdaptiveStreaming
public import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadStreaming

/// Examines a stream or a file by rules of its format.
///
/// It loads the playlists or the manifest, and all segments, without playing them. Streams that cannot be
/// loaded are findings; only an input that cannot be loaded is an error.
public struct StreamValidator: Sendable {
    /// The URI of a playlist, a manifest or an MP4 file.
    public var uri: String
    /// The options of all requests.
    public var network = NetworkOptions()
    /// The addresses that may be loaded.
    public var policy = NetworkPolicy()
    /// The retries of failed requests.
    public var recovery = NetworkRecovery()
    /// The applied rules.
    public var rules = RuleSet()
    /// Whether segments are loaded and measured.
    public var measuresSegments = true
    /// The examined part of each stream from its start; nil for the whole stream.
    public var maximumDuration: Duration?
    /// The time for which updates of a live playlist are observed.
    public var liveDuration: Duration = .zero
    /// The number of streams that are measured at once.
    public var jobs = 4
    /// Measures the loudness of a media playlist in LUFS; nil when it has no sound.
    public var loudness: (@Sendable (_ playlist: String) async -> Double?)?
    /// Receives the number of measured segments and of all segments that are known, on any thread.
    public var progress: (@Sendable (_ done: Int, _ total: Int) -> Void)?

    /// Makes a validation of an input.
    public init(uri: String) { self.uri = uri }

    /// Runs the validation.
    public func run() async throws(PlayerError) -> ValidationReport {
        let loader = try ResourceLoader(NetworkAccess(network, policy, recovery), uri: uri)
        defer { loader.close() }
        var report = try await report(with: loader)
        report.requests = loader.requests
        return report
    }

    private func report(with loader: ResourceLoader) async throws(PlayerError) -> ValidationReport {
        let resource = try await loader.load(uri)
        if resource.bytes.looksLikePlaylist || resource.path.lowercased().hasSuffix(".m3u8") {
            var validation = HLSValidation(self, loader, resource)
            return try await validation.run()
        }
        if resource.bytes.looksLikeManifest {
            return try await DASHValidation(self, loader, resource).run()
        }
        return fileReport(resource)
    }

    private func fileReport(_ resource: LoadedResource) -> ValidationReport {
        let file = MeasuredFile(resource)
        var stream = MeasuredStream(name: resource.uri, uri: resource.uri, role: .variant)
        stream.segments = [file.segment]
        return report(
            .file,
            findings: rules.findings(about: resource.uri) { rule, findings in
                if case .file(let check) = rule.check { check(file, &findings) }
            }, [stream])
    }

    func report(
        _ format: ValidationReport.Format, isLive: Bool = false, findings: [ValidationFinding],
        _ streams: [MeasuredStream], loudness: [String: Double] = [:]
    ) -> ValidationReport {
        let sorted = findings.enumerated().sorted { left, right in
            left.element.requirement == right.element.requirement
                ? left.offset < right.offset : left.element.requirement > right.element.requirement
        }
        return ValidationReport(
            uri: uri, format: format, isLive: isLive, ruleCount: rules.rules.count,
            findings: sorted.map(\.element),
            streams: streams.map { ValidationReport.Stream($0, loudness: loudness[$0.uri]) },
            bytes: streams.reduce(0) { $0 + $1.bytes },
            segmentCount: streams.reduce(0) { $0 + $1.segments.count })
    }

    /// The findings about each stream.
    func findings(about streams: [MeasuredStream]) -> [ValidationFinding] {
        streams.flatMap { stream in
            rules.findings(about: stream.uri) { rule, findings in
                if case .stream(let check) = rule.check { check(stream, &findings) }
            }
        }
    }

    /// The findings about all streams together.
    func findings(about ladder: MeasuredLadder) -> [ValidationFinding] {
        rules.findings(about: ladder.uri) { rule, findings in
            if case .ladder(let check) = rule.check { check(ladder, &findings) }
        }
    }

    /// Measures the segments of several streams at once, and returns them in the same order.
    func measured(
        _ plans: [(stream: MeasuredStream, playlist: MediaPlaylist?)], with loader: ResourceLoader
    ) async -> [MeasuredStream] {
        guard measuresSegments else { return plans.map(\.stream) }
        let count = SegmentCount(total: plans.reduce(0) { $0 + $1.stream.segments.count }, progress)
        return await withTaskGroup(of: (Int, MeasuredStream).self) { group in
            var results = plans.map(\.stream)
            var next = 0
            func begin() {
                guard next < plans.count else { return }
                let (index, plan) = (next, plans[next])
                next += 1
                group.addTask {
                    guard let playlist = plan.playlist else { return (index, plan.stream) }
                    var (meter, stream) = (StreamMeter(loader), plan.stream)
                    for place in stream.segments.indices where !Task.isCancelled {
                        await meter.measure(
                            playlist.segments[place], number: playlist.sequence + place,
                            into: &stream.segments[place])
                        await count.add()
                    }
                    return (index, stream)
                }
            }
            for _ in 0..<max(1, jobs) { begin() }
            while let (index, stream) = await group.next() {
                results[index] = stream
                begin()
            }
            return results
        }
    }
}

/// Counts measured segments for a report of progress.
private actor SegmentCount {
    private var done = 0
    private let total: Int
    private let progress: (@Sendable (Int, Int) -> Void)?

    init(total: Int, _ progress: (@Sendable (Int, Int) -> Void)?) {
        (self.total, self.progress) = (total, progress)
    }

    func add() {
        done += 1
        progress?(done, total)
    }
}

extension RuleSet {
    /// The findings of a check with each rule.
    func findings(
        about uri: String, _ check: (ValidationRule, inout Findings) -> Void
    ) -> [ValidationFinding] {
        rules.flatMap { rule in
            var findings = Findings(rule, about: uri)
            check(rule, &findings)
            return findings.all
        }
    }
}

extension [UInt8] {
    fileprivate var looksLikePlaylist: Bool {
        let start = self[0..<Swift.min(count, 16)].drop {
            $0 == 0xEF || $0 == 0xBB || $0 == 0xBF || $0 <= 0x20
        }
        return start.starts(with: Array("#EXT".utf8))
    }

    fileprivate var looksLikeManifest: Bool {
        let start = String(decoding: prefix(4096), as: UTF8.self)
        return start.contains("<MPD") || start.contains(":MPD")
    }
}

extension MeasuredFile {
    /// The types of the first box of an MP4 file.
    private static let types: Set<String> = [
        "ftyp", "styp", "moov", "mdat", "free", "skip", "wide", "moof", "sidx",
    ]

    init(_ resource: LoadedResource) {
        var boxes: [(type: String, size: Int)] = []
        let type = String(decoding: resource.bytes.dropFirst(4).prefix(4), as: UTF8.self)
        let isMP4 = Self.types.contains(type)
        var reader = ByteBoxes(isMP4 ? resource.bytes[...] : [])
        while let (type, body) = reader.next() { boxes.append((type, body.count)) }
        var segment = MeasuredSegment(index: 0, uri: resource.uri, start: .zero, declared: .zero)
        let types = boxes.map(\.type)
        // The demuxer reads from the front, and needs moov before the samples.
        if let movie = types.firstIndex(of: "moov"), let media = types.firstIndex(of: "mdat"), media < movie {
            segment.container = .fragmentedMP4
        } else {
            var reader = SegmentReader()
            reader.measure(resource.bytes, &segment)
        }
        segment.bytes = resource.bytes.count
        segment.declared = segment.measured ?? .zero
        self.init(
            uri: resource.uri, bytes: resource.bytes.count, boxes: boxes, missingBytes: reader.missingBytes,
            segment: segment)
    }
}
