internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem

/// How a tolerance is met with what GStreamer offers: on a keyframe before, on one after, or exactly. (1.22 does not honour
/// a request for the nearest one.)
extension SeekTolerance {
    /// What is tried first.
    var firstLanding: Element.Landing {
        switch self {
        case .exact: .accurate
        case .before, .within: .keyframeBefore
        case .near: Workaround.snapNearestIgnored.isNeeded ? .keyframeBefore : .keyframeNearest
        case .after: .keyframeAfter
        }
    }

    /// What is tried next, after where it has landed so far; nil when that is good.
    func landing(after landings: [Duration], target: Duration) -> Element.Landing? {
        guard let last = landings.last else { return firstLanding }
        switch self {
        case .exact, .before, .after: return nil
        case .within(let before, let after):
            let isGood = target - last <= before && last - target <= after
            return isGood || landings.count > 1 ? nil : .accurate
        case .near:
            guard Workaround.snapNearestIgnored.isNeeded, last != target, landings.count <= 2 else {
                return nil
            }
            guard landings.count > 1 else { return .keyframeAfter }
            // Back to the first one when that was nearer, or when there is none after the target.
            return (landings[0] - target).magnitude < (last - target).magnitude ? .keyframeBefore : nil
        }
    }
}
