internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem

/// Meets a seek tolerance with the seek flags of GStreamer: keyframe before, keyframe after, or exact.
/// GStreamer 1.22 does not honour a request for the nearest keyframe.
extension SeekTolerance {
    /// The flag of the first seek.
    var firstLanding: Element.Landing {
        switch self {
        case .exact: .accurate
        case .before, .within: .keyframeBefore
        case .near: Workaround.snapNearestIgnored.isNeeded ? .keyframeBefore : .keyframeNearest
        case .after: .keyframeAfter
        }
    }

    /// The flag of the next seek, given all positions that earlier ones have reached. Nil if the last one is
    /// good.
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
            // Returns to the first position if it was nearer, or if there is no keyframe after the target.
            return (landings[0] - target).magnitude < (last - target).magnitude ? .keyframeBefore : nil
        }
    }
}
