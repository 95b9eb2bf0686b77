/// The position of a picture in display order, relative to the group that it belongs to: the temporal reference
/// of MPEG video, or the picture order count of H.264.
struct VideoOrder: Sendable, Equatable {
    /// The position modulo `range`.
    var value: Int
    var range: Int
    /// The distance of two frames.
    var perFrame: Int
    /// Whether positions begin at 0 again.
    var beginsGroup: Bool
}

/// Computes the presentation times of pictures without a timestamp, by their positions and the last timestamp.
struct PictureOrder: Sendable {
    private var start = 0
    private var latest: Int?
    private var last: Int?
    private var anchor: (position: Int, time: Int64)?
    /// The measured distance of two positions, in nanoseconds.
    private var step: Int64?

    /// The least number of frames between two timestamps whose distance is measured: with repeated fields,
    /// frames have different durations.
    private static let leastFrames = 4

    /// The presentation time of the next picture in decoding order; nil if it is unknown.
    ///
    /// - Parameter told: the timestamp of the container.
    mutating func time(of order: VideoOrder?, told: Int64?, frameDuration: Int64?) -> Int64? {
        guard let order else { return told }
        let position = place(order)
        defer { last = position }
        let nominal = frameDuration.map { $0 / Int64(order.perFrame) }
        if let told {
            measure(told, position, order, nominal)
            anchor = (position, told)
            return told
        }
        // Some encoders do not count.
        guard position != last, let anchor, let step = step ?? nominal else { return nil }
        let (distance, overflow) = Int64(position - anchor.position).multipliedReportingOverflow(by: step)
        return overflow ? nil : anchor.time &+ distance
    }

    /// Forgets the last timestamp, because pictures are missing.
    mutating func forget() { anchor = nil }

    private mutating func place(_ order: VideoOrder) -> Int {
        guard let latest else {
            latest = order.value
            return order.value
        }
        if order.beginsGroup {
            start = latest + order.perFrame
            self.latest = start + order.value
            return start + order.value
        }
        var distance = (start + order.value - latest) % order.range
        if distance < -order.range / 2 { distance += order.range }
        if distance >= order.range / 2 { distance -= order.range }
        self.latest = max(latest, latest + distance)
        return latest + distance
    }

    private mutating func measure(_ told: Int64, _ position: Int, _ order: VideoOrder, _ nominal: Int64?) {
        guard let anchor else { return }
        let distance = position - anchor.position
        guard distance >= Self.leastFrames * order.perFrame else { return }
        let (difference, overflow) = told.subtractingReportingOverflow(anchor.time)
        guard !overflow else { return }
        let measured = difference / Int64(distance)
        let isPlausible = nominal.map { measured > $0 / 2 && measured < $0 * 2 } ?? (measured > 0)
        step = isPlausible ? measured : nil
    }
}
