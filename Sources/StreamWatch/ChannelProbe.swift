internal import AdaptiveStreaming
internal import FoundationEssentials
public import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadStreaming

/// Follows one HLS channel for ever, and reports what it observes.
///
/// It loads the playlist of one variant and each new segment, as a player would, but keeps no pipeline running.
/// The content of a segment is decoded by ``decode``.
public struct ChannelProbe: Sendable {
    /// The variant that is followed.
    public enum Variant: String, Sendable, CaseIterable { case lowest, highest }

    /// An event of a channel.
    public struct Event: Sendable {
        /// The time since the start of the watch.
        public var time: Duration
        /// The alarm; nil for a change of the state, and for progress.
        public var alarm: ChannelMonitor.Alarm?
        /// The state after the event.
        public var state: ChannelMonitor.State
        /// Whether the event is a change of the state. Other events without an alarm are progress.
        public var isChange = false
    }

    /// The address of the playlist.
    public var uri: String
    /// The variant that is followed.
    public var variant = Variant.lowest
    /// The thresholds of the conditions.
    public var thresholds = WatchThresholds()
    /// The options of all requests.
    public var network = NetworkOptions()
    /// The addresses that may be loaded.
    public var policy = NetworkPolicy()
    /// The retries of failed requests.
    public var recovery = NetworkRecovery()
    /// The minimum time between two decoded segments. Segments in between are loaded only.
    public var decodeInterval: Duration = .seconds(5)
    /// Decodes the bytes of a segment with its initialization section; nil if nothing is decoded.
    public var decode: (@Sendable (_ bytes: [UInt8]) async -> SegmentContent?)?
    /// Receives each alarm, each change of the state, and the monitor after each observation, on any thread.
    public var report: @Sendable (Event, ChannelMonitor) -> Void = { _, _ in }

    /// Makes a probe of a channel.
    public init(uri: String) { self.uri = uri }

    /// Follows the channel until the task is cancelled.
    public func run<C: Clock<Duration>>(clock: C = ContinuousClock()) async {
        let start = clock.now
        var follower = ChannelFollower(self) { start.duration(to: clock.now) }
        while !Task.isCancelled {
            let pause = await follower.step()
            await follower.lookAtCertificate()
            var rest = pause
            // Conditions also begin while nothing arrives.
            while rest > .zero, !Task.isCancelled {
                let part = min(rest, .seconds(1))
                try? await clock.sleep(for: part)
                rest -= part
                follower.tick()
            }
        }
    }
}

/// The state of a followed channel.
struct ChannelFollower: Sendable {
    private let probe: ChannelProbe
    private let now: @Sendable () -> Duration
    private var monitor: ChannelMonitor
    private var state = ChannelMonitor.State.starting
    private var loader: Fetcher?
    private var media: String?
    private var variables: [String: String] = [:]
    /// The number after the last segment that was loaded.
    private var next: Int?
    private var target: Duration = .seconds(4)
    private var lastContent: SegmentContent?
    /// The media time since the last decoded segment; nil before the first one.
    private var sinceDecoded: Duration?
    private var maps: (map: MediaPlaylist.Map, bytes: [UInt8])?
    private var keys: [String: [UInt8]] = [:]
    private var untilMaster = 0
    /// The end of the certificate since 1970, and the time at which it was loaded.
    private var certificate: (end: Duration?, loaded: Duration)?

    init(_ probe: ChannelProbe, now: @escaping @Sendable () -> Duration) {
        (self.probe, self.now) = (probe, now)
        monitor = ChannelMonitor(probe.thresholds, at: now())
    }

    mutating func tick() { tell(monitor.tick(at: now())) }

    /// Loads what is new. Returns the pause until the next step.
    mutating func step() async -> Duration {
        do throws(PlayerError) {
            if loader == nil {
                guard let home = HTTPURL(probe.uri) else {
                    throw PlayerError(.invalidURI, "“\(probe.uri)” is not an address", uri: probe.uri)
                }
                let access = NetworkAccess(probe.network, probe.policy, probe.recovery)
                loader = try Fetcher(access.order(for: probe.uri), home: home)
            }
            if media == nil || untilMaster == 0 { try await loadMaster() }
            untilMaster -= 1
            guard let media else { return target }
            return try await follow(media)
        } catch {
            tell(monitor.fail(error.message, at: now()))
            media = nil
            return min(target, .seconds(5))
        }
    }

    /// Loads the certificate once an hour, and notes its rest.
    mutating func lookAtCertificate() async {
        if certificate.map({ now() - $0.loaded > .seconds(3600) }) ?? true {
            let access = NetworkAccess(probe.network, probe.policy)
            let text = await access.certificateEnd(of: probe.uri)
            certificate = (text.flatMap(CertificateDate.read), now())
        }
        guard let end = certificate?.end else { return }
        tell(monitor.certify(rest: end - .seconds(Date().timeIntervalSince1970), at: now()))
    }

    private func load(_ uri: String, range: Range<Int>? = nil) async throws(PlayerError) -> Fetcher.Whole {
        guard let loader, let home = HTTPURL(probe.uri) else { throw PlayerError(.invalidURI, "no address") }
        let excess = PlayerError(.malformed, "The response is too large", uri: uri)
        return try await loader.load(uri, range: range, from: home, limit: 256 << 20, excess: excess)
    }

    /// Loads the multivariant playlist anew about once a minute, to see whether variants vanish.
    private mutating func loadMaster() async throws(PlayerError) {
        let whole = try await load(probe.uri)
        untilMaster = max(1, Int(Duration.seconds(60) / max(target, .seconds(1))))
        let playlist = try parse(whole, variables: nil)
        switch playlist {
        case .media: media = whole.uri
        case .multivariant(let master):
            tell(monitor.load(variants: master.variants.count, at: now()))
            variables = master.variables
            let chosen =
                switch probe.variant {
                case .lowest: master.playable.min { $0.measure < $1.measure }
                case .highest: master.playable.max { $0.measure < $1.measure }
                }
            let base = HTTPURL(whole.uri)
            media = chosen.flatMap { choice in base.flatMap { HTTPURL(choice.uri, in: $0)?.text } }
        }
    }

    private func parse(_ whole: Fetcher.Whole, variables: [String: String]?) throws(PlayerError)
        -> HLSPlaylist
    {
        do throws(HLSError) {
            return try HLSPlaylist.parse(
                whole.bytes, limits: HLSLimits(probe.policy), address: whole.uri, imported: variables)
        } catch {
            throw error.playerError(about: whole.uri)
        }
    }

    /// Loads the media playlist and its new segments.
    private mutating func follow(_ uri: String) async throws(PlayerError) -> Duration {
        let whole = try await load(uri)
        guard case .media(let written) = try parse(whole, variables: variables) else {
            throw PlayerError(.invalidPlaylist, "The variant is not a media playlist", uri: uri)
        }
        let base = HTTPURL(whole.uri)
        let playlist = written.resolved { uri in base.flatMap { HTTPURL(uri, in: $0)?.text } ?? uri }
        target = max(playlist.targetDuration, .milliseconds(200))
        tell(monitor.load(variants: nil, at: now()))
        let end = playlist.sequence + playlist.segments.count
        if let next, end < next - playlist.segments.count - 3 {
            tell(
                monitor.violate(
                    "EXT-X-MEDIA-SEQUENCE went from \(next) back to \(playlist.sequence)", at: now()))
            self.next = nil
        }
        // A player begins three target durations before the end (RFC 8216, section 6.3.3).
        let first = max(next ?? max(playlist.sequence, end - 3), playlist.sequence)
        for number in first..<max(first, end) where !Task.isCancelled {
            guard let segment = playlist.segment(number) else { continue }
            await take(segment, number)
            next = number + 1
        }
        if playlist.isComplete {
            // A complete stream is followed from its beginning again.
            next = playlist.sequence
            return playlist.segments.suffix(3).reduce(.zero) { $0 + $1.duration }
        }
        return end > first ? target : target / 2
    }

    private mutating func take(_ segment: MediaPlaylist.Segment, _ number: Int) async {
        var found = ChannelMonitor.Segment(duration: segment.duration)
        let start = now()
        if segment.isGap {
            found.fault = "the segment is marked as a gap"
        } else {
            do throws(PlayerError) {
                var bytes = try await load(segment.uri, range: segment.range?.range).bytes
                found.bytes = bytes.count
                found.loadTime = now() - start
                if let key = segment.key { bytes = try await decrypted(bytes, key, number) }
                if segment.sampleKey == nil, let decode = probe.decode, isDecodingDue {
                    let map = try await initialization(segment.map)
                    let content = await decode(map + bytes)
                    (found.isBlack, found.isFrozen) = (content?.isBlack, content?.isSame(as: lastContent))
                    (found.level, found.loudness) = (content?.level, content?.loudness)
                    if content == nil { found.fault = "the segment cannot be decoded" }
                    if content != nil { lastContent = content }
                    sinceDecoded = .zero
                }
                sinceDecoded = sinceDecoded.map { $0 + segment.duration }
            } catch {
                found.fault = error.message
            }
        }
        tell(monitor.take(found, at: now()))
    }

    private var isDecodingDue: Bool { sinceDecoded.map { $0 >= probe.decodeInterval } ?? true }

    private mutating func initialization(_ map: MediaPlaylist.Map?) async throws(PlayerError) -> [UInt8] {
        guard let map else { return [] }
        if let maps, maps.map == map { return maps.bytes }
        let bytes = try await load(map.uri, range: map.range?.range).bytes
        maps = (map, bytes)
        return bytes
    }

    private mutating func decrypted(
        _ bytes: [UInt8], _ key: MediaPlaylist.Key, _ number: Int
    ) async throws(PlayerError) -> [UInt8] {
        if keys[key.uri] == nil { keys = [key.uri: try await load(key.uri).bytes] }
        guard
            let plain = SegmentDecryption.decrypt(
                bytes, key: keys[key.uri] ?? [], vector: key.vector(of: number))
        else {
            throw PlayerError(.malformed, "The key does not decrypt the segment", uri: key.uri)
        }
        return plain
    }

    private mutating func tell(_ alarms: [ChannelMonitor.Alarm]) {
        let time = now()
        for alarm in alarms { probe.report(.init(time: time, alarm: alarm, state: monitor.state), monitor) }
        if monitor.state != state {
            state = monitor.state
            probe.report(.init(time: time, alarm: nil, state: state, isChange: true), monitor)
        } else if alarms.isEmpty {
            probe.report(.init(time: time, alarm: nil, state: state), monitor)
        }
    }
}
