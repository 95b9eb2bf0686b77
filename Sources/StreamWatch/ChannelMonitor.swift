/// Turns observations of a channel into alarms. The type is pure: the caller passes the time.
public struct ChannelMonitor: Sendable {
    /// The state of the channel.
    public enum State: String, Sendable {
        /// No segment has been loaded yet.
        case starting
        case up
        /// A condition is raised, and the channel still delivers.
        case degraded
        case down
    }

    /// The beginning or the end of a raised condition.
    public struct Alarm: Sendable, Hashable {
        /// The condition.
        public var condition: ChannelCondition
        /// Whether the condition is raised or cleared.
        public var isRaised: Bool
        /// The time at which the condition began, on the clock of the caller.
        public var since: Duration
        /// The last time at which the condition was present.
        public var seen: Duration
        /// The condition in words.
        public var message: String
    }

    /// A measured segment.
    public struct Segment: Sendable {
        /// The duration by the playlist.
        public var duration: Duration
        /// The size in bytes.
        public var bytes = 0
        /// The time from the request to the last byte.
        public var loadTime: Duration = .zero
        /// The reason why the segment cannot be played; nil for a good one.
        public var fault: String?
        /// The brightness from 0 to 1; nil without a decoded picture.
        public var isBlack: Bool?
        /// Whether the picture equals the previous one.
        public var isFrozen: Bool?
        /// The level of the sound in dBFS; nil without decoded sound.
        public var level: Double?
        /// In LUFS.
        public var loudness: Double?

        /// Makes a good segment without content.
        public init(duration: Duration) { self.duration = duration }
    }

    private struct Record: Sendable {
        var since: Duration
        /// The last time at which the condition was present.
        var seen: Duration
        var isRaised = false
        var message: String
    }

    private let thresholds: WatchThresholds
    private let began: Duration
    private var records: [ChannelCondition: Record] = [:]
    private var faults: [Duration] = []
    private var largestVariantCount = 0
    /// The number of variants that the last multivariant playlist lacked.
    private var missingVariants = 0
    /// The time at which a player would have played all loaded media.
    private var playableUntil: Duration?
    /// The time without media for a player, up to now.
    private(set) public var stalledTime: Duration = .zero
    /// The time until the first segment was loaded.
    public private(set) var startupTime: Duration?
    /// The number of segments that were loaded or tried.
    public private(set) var segments = 0
    /// The number of segments that are missing, unreadable or marked as gaps.
    public private(set) var faultySegments = 0
    /// The size of all segments in bytes.
    public private(set) var bytes = 0
    /// The rest of the server's certificate when it was last seen; nil without TLS.
    public private(set) var certificateRest: Duration?
    /// The last segment.
    public private(set) var lastSegment: Segment?

    /// Makes a monitor that begins at a time.
    public init(_ thresholds: WatchThresholds = WatchThresholds(), at now: Duration) {
        (self.thresholds, began) = (thresholds, now)
    }

    /// The raised conditions.
    public var conditions: [ChannelCondition] {
        ChannelCondition.allCases.filter { records[$0]?.isRaised == true }
    }

    /// The state by the raised conditions.
    public var state: State {
        let raised = conditions
        if raised.contains(.unavailable) || raised.contains(.stalled) { return .down }
        if !raised.isEmpty { return .degraded }
        return startupTime == nil ? .starting : .up
    }

    /// Notes that a playlist was loaded.
    ///
    /// - Parameter variants: the number of variants of a multivariant playlist; nil for a media playlist.
    public mutating func load(variants: Int?, at now: Duration) -> [Alarm] {
        note(.unavailable, nil, at: now)
        if let variants {
            largestVariantCount = max(largestVariantCount, variants)
            missingVariants = largestVariantCount - variants
            note(
                .variantsMissing,
                missingVariants > 0
                    ? "\(missingVariants) of \(largestVariantCount) variants are missing" : nil, at: now)
        } else if missingVariants > 0, records[.variantsMissing]?.isRaised == true {
            // The variants are known once a minute only, which may be longer than the recovery.
            records[.variantsMissing]?.seen = now
        }
        return alarms(at: now)
    }

    /// Notes that an address could not be loaded.
    public mutating func fail(_ message: String, at now: Duration) -> [Alarm] {
        note(.unavailable, message, at: now)
        return alarms(at: now)
    }

    /// Notes the rest of the server's certificate. It is noted again at least once in ``WatchThresholds/recovery``
    /// while the alarm is to last.
    public mutating func certify(rest: Duration, at now: Duration) -> [Alarm] {
        certificateRest = rest
        let days = Int(rest / .seconds(86_400))
        let words = rest > .zero ? "the certificate ends in \(days) days" : "the certificate has ended"
        note(.certificateEnds, rest < thresholds.certificateRest ? words : nil, at: now)
        return alarms(at: now)
    }

    /// Notes a violation of the rules for live updates.
    public mutating func violate(_ message: String, at now: Duration) -> [Alarm] {
        note(.invalidUpdate, message, at: now)
        return alarms(at: now)
    }

    /// Notes a segment.
    public mutating func take(_ segment: Segment, at now: Duration) -> [Alarm] {
        segments += 1
        bytes += segment.bytes
        lastSegment = segment
        if let fault = segment.fault {
            faultySegments += 1
            faults.append(now)
            faults.removeAll { now - $0 > thresholds.gapPeriod }
            let isMany = faults.count >= thresholds.gapCount
            note(
                .gaps,
                isMany
                    ? "\(faults.count) of the segments in \(thresholds.gapPeriod.text) are faulty: \(fault)"
                    : nil, at: now)
        } else {
            if startupTime == nil { startupTime = now - began }
            note(.unavailable, nil, at: now)
        }
        // Media plays on from where it stands, or from now after a standstill.
        let start = max(playableUntil ?? now, now)
        if let until = playableUntil, now > until { stalledTime += now - until }
        playableUntil = start + segment.duration
        note(.stalled, nil, at: now)
        if let isBlack = segment.isBlack {
            note(.black, isBlack ? "the picture is black" : nil, at: now, for: segment.duration)
        }
        if let isFrozen = segment.isFrozen {
            note(.frozen, isFrozen ? "the picture does not change" : nil, at: now, for: segment.duration)
        }
        if let level = segment.level {
            let isSilent = level < thresholds.silenceLevel
            note(.silent, isSilent ? "the sound is silent" : nil, at: now, for: segment.duration)
        }
        if let loudness = segment.loudness, let limits = thresholds.loudness {
            let text = "the loudness is \((loudness * 10).rounded() / 10) LUFS"
            note(.loudness, limits.contains(loudness) ? nil : text, at: now, for: segment.duration)
        }
        return alarms(at: now)
    }

    /// Applies the passing of time.
    public mutating func tick(at now: Duration) -> [Alarm] {
        if startupTime == nil, now - began > thresholds.startup {
            note(
                .slowStart, "no segment was loaded in \(thresholds.startup.text)", at: now, since: began)
        }
        if let until = playableUntil, now > until {
            note(.stalled, "no new segment arrives", at: now, since: until)
        }
        return alarms(at: now)
    }

    // MARK: Conditions

    /// Notes whether a condition is present. The message is nil for an absent one.
    ///
    /// - Parameters:
    ///   - length: the media time of the observation, which ends now.
    ///   - since: the beginning of the condition, if it is known.
    private mutating func note(
        _ condition: ChannelCondition, _ message: String?, at now: Duration, for length: Duration = .zero,
        since: Duration? = nil
    ) {
        guard let message else {
            if records[condition]?.isRaised == false { records[condition] = nil }
            return
        }
        if var record = records[condition] {
            (record.seen, record.message) = (now, message)
            records[condition] = record
        } else {
            records[condition] = Record(since: since ?? now - length, seen: now, message: message)
        }
    }

    /// Raises conditions that have lasted, and clears those that have been absent.
    private mutating func alarms(at now: Duration) -> [Alarm] {
        var alarms: [Alarm] = []
        for condition in ChannelCondition.allCases {
            guard var record = records[condition] else { continue }
            if !record.isRaised, record.seen - record.since >= thresholds.duration(of: condition) {
                record.isRaised = true
                records[condition] = record
                alarms.append(
                    Alarm(
                        condition: condition, isRaised: true, since: record.since, seen: record.seen,
                        message: record.message))
            } else if record.isRaised, now - record.seen >= thresholds.recovery {
                records[condition] = nil
                alarms.append(
                    Alarm(
                        condition: condition, isRaised: false, since: record.since, seen: record.seen,
                        message: record.message))
            }
        }
        return alarms
    }
}

extension Duration {
    /// The duration in seconds as text.
    var text: String {
        let tenths = Int((self / .milliseconds(100)).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }
}
