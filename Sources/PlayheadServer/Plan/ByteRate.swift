/// How fast bytes are sent, over time. The last step lasts.
///
/// In a plan that is a file: `200 kB/s`, or a list such as `[1 MB/s for 2 s, 50 kB/s]`.
public struct ByteRate: Sendable, Hashable {
    /// A rate for a while.
    public struct Step: Sendable, Hashable {
        /// 0 sends nothing.
        public var bytesPerSecond: Int
        /// How long; without effect for the last step.
        public var duration: Duration?

        /// A rate for a while.
        public init(bytesPerSecond: Int, for duration: Duration? = nil) {
            self.bytesPerSecond = bytesPerSecond
            self.duration = duration
        }
    }

    /// One rate after the other.
    public var steps: [Step]

    /// One rate after the other.
    public init(_ steps: [Step]) { self.steps = steps }

    /// The same rate all the time.
    public static func bytesPerSecond(_ count: Int) -> ByteRate { ByteRate([Step(bytesPerSecond: count)]) }

    /// The rate at a time, which counts from the beginning of the first step.
    func bytesPerSecond(at time: Duration) -> Int {
        var end = Duration.zero
        for step in steps.dropLast() {
            end += step.duration ?? .zero
            if time < end { return step.bytesPerSecond }
        }
        return steps.last?.bytesPerSecond ?? 0
    }

    /// When so many bytes have been sent that begin to be sent at a time; nil: never.
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
