/// What happened to a channel over time, in bounded memory. Times are since the start of the watch.
public struct ChannelHistory: Sendable {
    /// A range of time in one state.
    public struct Band: Sendable, Hashable {
        /// The beginning.
        public var start: Duration
        /// The end; nil for the current state.
        public var end: Duration?
        /// The state.
        public var state: ChannelMonitor.State
    }

    /// A condition that was raised.
    public struct Incident: Sendable, Hashable {
        /// The condition.
        public var condition: ChannelCondition
        /// The beginning of the condition, which is before its alarm.
        public var start: Duration
        /// The last time at which the condition was present; nil while it is raised.
        public var end: Duration?
        /// The condition in words.
        public var message: String
    }

    /// The segments of a range of time.
    public struct Sample: Sendable, Hashable {
        /// The longest time from the request of a segment to its last byte; nil without a segment.
        public var loadTime: Duration?
        /// The lowest level of the sound in dBFS; nil without decoded sound.
        public var level: Double?
    }

    /// The states in order. The oldest are dropped beyond twice the maximum number of incidents.
    public private(set) var bands = [Band(start: .zero, state: .starting)]
    /// The incidents in the order of their alarms. The oldest are dropped beyond the maximum number.
    public private(set) var incidents: [Incident] = []
    /// The number of incidents that were dropped.
    public private(set) var droppedIncidents = 0
    /// The segments by ranges of ``sampleLength``, at most 288.
    public private(set) var samples: [Sample] = []
    /// The length of a sample, which doubles when there are too many.
    public private(set) var sampleLength: Duration = .seconds(1)
    /// The monitor after the last event; nil before the first one.
    public private(set) var monitor: ChannelMonitor?
    /// The time in each state that has ended.
    private var times: [ChannelMonitor.State: Duration] = [:]
    private let maximumIncidents: Int
    private static let maximumSamples = 288

    /// Makes an empty history.
    public init(maximumIncidents: Int = 800) { self.maximumIncidents = max(maximumIncidents, 1) }

    /// Takes an event and the monitor after it, as ``ChannelProbe/report`` receives them.
    public mutating func take(_ event: ChannelProbe.Event, _ monitor: ChannelMonitor) {
        if let segment = monitor.lastSegment, monitor.segments != self.monitor?.segments {
            note(segment, at: event.time)
        }
        self.monitor = monitor
        if let alarm = event.alarm { note(alarm) }
        guard event.state != bands.last?.state else { return }
        end(at: event.time)
        bands.append(Band(start: event.time, state: event.state))
        if bands.count > 2 * maximumIncidents { bands.removeFirst() }
    }

    /// The time in a state from the start of the watch until now.
    public func time(in state: ChannelMonitor.State, until now: Duration) -> Duration {
        let last = bands.last.map { $0.state == state ? max(now - $0.start, .zero) : .zero } ?? .zero
        return (times[state] ?? .zero) + last
    }

    /// The share of the time until now in which the channel was not down, from 0 to 1.
    public func availability(until now: Duration) -> Double {
        now > .zero ? max(1 - time(in: .down, until: now) / now, 0) : 1
    }

    private mutating func end(at now: Duration) {
        guard let last = bands.last else { return }
        bands[bands.count - 1].end = now
        times[last.state, default: .zero] += now - last.start
    }

    private mutating func note(_ alarm: ChannelMonitor.Alarm) {
        let open = incidents.lastIndex { $0.condition == alarm.condition && $0.end == nil }
        if !alarm.isRaised {
            guard let open else { return }
            (incidents[open].end, incidents[open].message) = (alarm.seen, alarm.message)
        } else if open == nil {
            incidents.append(
                Incident(condition: alarm.condition, start: alarm.since, message: alarm.message))
            guard incidents.count > maximumIncidents else { return }
            // One that lasts stays as long as others can be dropped.
            incidents.remove(at: incidents.firstIndex { $0.end != nil } ?? 0)
            droppedIncidents += 1
        }
    }

    private mutating func note(_ segment: ChannelMonitor.Segment, at now: Duration) {
        while Int(now / sampleLength) >= Self.maximumSamples {
            samples = stride(from: 0, to: samples.count, by: 2).map { index in
                index + 1 < samples.count ? samples[index].joined(with: samples[index + 1]) : samples[index]
            }
            sampleLength *= 2
        }
        let index = max(Int(now / sampleLength), 0)
        while samples.count <= index { samples.append(Sample()) }
        let loadTime = segment.fault == nil ? segment.loadTime : nil
        samples[index] = samples[index].joined(with: Sample(loadTime: loadTime, level: segment.level))
    }
}

extension ChannelHistory.Sample {
    fileprivate func joined(with other: Self) -> Self {
        Self(
            loadTime: [loadTime, other.loadTime].compactMap(\.self).max(),
            level: [level, other.level].compactMap(\.self).min())
    }
}
