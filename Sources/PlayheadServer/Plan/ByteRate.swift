/// The send rate over time, as a list of steps. The last step has no end.
///
/// In a plan file it is `200 kB/s`, or a list such as `[1 MB/s for 2 s, 50 kB/s]`.
public struct ByteRate: Sendable, Hashable {
    /// A rate that applies for a duration.
    public struct Step: Sendable, Hashable {
        /// The rate; 0 sends nothing.
        public var bytesPerSecond: Int
        /// The duration; ignored for the last step.
        public var duration: Duration?

        /// Makes a step with a rate and a duration.
        public init(bytesPerSecond: Int, for duration: Duration? = nil) {
            self.bytesPerSecond = bytesPerSecond
            self.duration = duration
        }
    }

    /// The steps in order.
    public var steps: [Step]

    /// Makes a rate of several steps.
    public init(_ steps: [Step]) { self.steps = steps }

    /// A constant rate.
    public static func bytesPerSecond(_ count: Int) -> ByteRate { ByteRate([Step(bytesPerSecond: count)]) }

    /// The rate at a time since the beginning of the first step.
    func bytesPerSecond(at time: Duration) -> Int {
        var end = Duration.zero
        for step in steps.dropLast() {
            end += step.duration ?? .zero
            if time < end { return step.bytesPerSecond }
        }
        return steps.last?.bytesPerSecond ?? 0
    }

    /// The time at which `count` bytes are sent, if sending begins at `start`; nil if that never happens.
    func time(toSend count: Int, from start: Duration) -> Duration? {
        var rest = Double(count)
        var now = start
        var end = Duration.zero
        for (index, step) in steps.enumerated() {
            end += step.duration ?? .zero
            let isLast = index == steps.count - 1
            guard isLast || now < end else { continue }
            let rate = Double(step.bytesPerSecond)
            let capacity = isLast ? .infinity : rate * ((end - now) / .seconds(1))
            if rest <= capacity, rate > 0 { return now + .nanoseconds(Int64((rest / rate * 1e9).rounded())) }
            if isLast { break }
            rest -= capacity
            now = end
        }
        return nil
    }
}
