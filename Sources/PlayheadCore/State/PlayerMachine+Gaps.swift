extension PlayerMachine {
    /// The maximum number of gaps that truncate an end, and of the others.
    private static let gapLimit = 1000
    /// The minimum length of a gap inside the item.
    private static let gapTolerance: Duration = .milliseconds(100)

    /// Records an interval that will not be presented.
    mutating func miss(_ gap: MediaGap) {
        guard gap.start >= .zero, gap.end > gap.start, status != .ended else { return }
        gapCount += 1
        let counts = Self.counts(gap)
        if gaps.count(where: { Self.counts($0) == counts }) < Self.gapLimit { gaps.append(gap) }
    }

    /// The item ended here. The media up to the promised end is missing, unless a gap already covers it.
    mutating func missEnd(from end: Duration, isBroken: Bool) {
        guard let duration, !isLive, effectiveSpeed > 0 else { return }
        let promised = min(duration, item?.endPosition ?? duration)
        let tolerance = isBroken ? Self.gapTolerance : MediaGap.endTolerance(of: promised)
        guard end + tolerance < promised else { return }
        let isTold = gaps.contains { $0.end > end + Self.gapTolerance }
        if !isTold { miss(MediaGap(from: end, to: promised, cause: .cutOff)) }
    }

    private static func counts(_ gap: MediaGap) -> Bool {
        gap.isLack && gap.end - gap.start > gapTolerance
    }

    mutating func forgetGaps() { (gaps, gapCount) = ([], 0) }

    /// The error of the gaps at an end; nil if none counts (contract 4.7).
    var lack: PlayerError? {
        let counted = gaps.filter(Self.counts)
        guard let first = counted.first else { return nil }
        let places = counted.count == 1 ? "" : " and \(counted.count - 1) more"
        return PlayerError(
            .truncated,
            "From \(first.start.inShownSeconds) s to \(first.end.inShownSeconds) s\(places), the content is missing",
            hint: "a part of it is missing or damaged; fetch it again", uri: item?.uri)
    }
}

extension MediaGap {
    /// Whether promised media did not come, rather than came too late.
    fileprivate var isLack: Bool {
        switch cause {
        case .missingSegment, .cutOff, .damaged, .unknown: true
        case .declaredGap, .late: false
        }
    }
}
