extension PlayerMachine {
    /// The maximum number of gaps that truncate an end, and of the others.
    private static let gapLimit = 1000

    /// Records an interval that will not be presented.
    mutating func miss(_ gap: MediaGap) {
        guard gap.start >= .zero, gap.end > gap.start, status != .ended else { return }
        gapCount += 1
        if gaps.count(where: { $0.counts == gap.counts }) < Self.gapLimit { gaps.append(gap) }
    }

    /// The item ended here. The media up to the promised end is missing, unless a gap already covers it.
    mutating func missEnd(from end: Duration, isBroken: Bool) {
        guard let duration, !isLive, effectiveSpeed > 0 else { return }
        let promised = min(duration, item?.endPosition ?? duration)
        let tolerance = isBroken ? MediaGap.tolerance : MediaGap.endTolerance(of: promised)
        guard end + tolerance < promised else { return }
        let isTold = gaps.contains { $0.end > end + MediaGap.tolerance }
        if !isTold { miss(MediaGap(from: end, to: promised, cause: .cutOff)) }
    }

    mutating func forgetGaps() { (gaps, gapCount) = ([], 0) }

    /// The error of the gaps at an end; nil if none counts (contract 4.7).
    var lack: PlayerError? { .lack(gaps, uri: item?.uri) }
}

extension MediaGap {
    /// The minimum length of a gap inside the item.
    fileprivate static let tolerance: Duration = .milliseconds(100)

    /// Whether the gap truncates an end: promised media did not come, rather than came too late.
    fileprivate var counts: Bool { isLack && end - start > Self.tolerance }

    private var isLack: Bool {
        switch cause {
        case .missingSegment, .cutOff, .damaged, .unknown: true
        case .declaredGap, .late: false
        }
    }
}

extension PlayerError {
    /// The error of gaps at an end; nil if none counts.
    package static func lack(_ gaps: [MediaGap], uri: String?) -> PlayerError? {
        let counted = gaps.filter(\.counts)
        guard let first = counted.first else { return nil }
        let places = counted.count == 1 ? "" : " and \(counted.count - 1) more"
        return PlayerError(
            .truncated,
            "From \(first.start.inShownSeconds) s to \(first.end.inShownSeconds) s\(places), the content is missing",
            hint: "a part of it is missing or damaged; fetch it again", uri: uri)
    }
}
