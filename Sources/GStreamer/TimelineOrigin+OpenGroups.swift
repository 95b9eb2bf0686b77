internal import CGStreamer
internal import PlayheadSystem
internal import Synchronization

/// Seeks to frames that are decoded after a keyframe and shown before it. They depend on frames before
/// the keyframe. A demuxer that looks for the keyframe by its decode time begins with this keyframe.
extension TimelineOrigin {
    /// The first frames of a stream after a segment event.
    struct Opening: Sendable {
        fileprivate enum First: Sendable {
            case keyframe(start: Duration, decodeTime: Duration)
            case other
        }

        let segment: Segment
        fileprivate var first: First?
        /// Whether a frame has come that is shown before the keyframe.
        fileprivate var isOpen = false

        init(segment: Segment) { self.segment = segment }

        /// The decode time of a keyframe that is shown after the target, if frames before it need others.
        fileprivate func lateKeyframe(for target: Duration) -> Duration? {
            guard isOpen, case .keyframe(let start, let decodeTime)? = first, start > target else {
                return nil
            }
            return decodeTime
        }
    }

    /// Makes the next seek to the same target begin a keyframe earlier. It returns false unless the last seek,
    /// exact or to the keyframe before, has led to frames whose references are missing.
    package func retreat() -> Bool {
        guard Workaround.keyframeByDecodeTime.isNeeded else { return false }
        return state.withLock { state in
            guard let target = state.target, state.place == nil else { return false }
            let late = state.streams.values.compactMap {
                $0.opening?.lateKeyframe(for: .nanoseconds(Int64(clamping: target)))
            }
            guard let earliest = late.min(), earliest > Self.rounding else { return false }
            state.place = min(target, UInt64((earliest - Self.rounding).gstreamerTime))
            return true
        }
    }

    /// Demuxers round times to the unit of a track.
    private static let rounding: Duration = .milliseconds(1)

    /// Follows the first video frames after a seek.
    func follow(_ buffer: UnsafeMutablePointer<GstBuffer>, of key: UInt) {
        state.withLock { state in
            guard state.target != nil, let stream = state.streams[key], stream.isVideo,
                let opening = stream.opening, !opening.isOpen,
                let start = unsafe duration(playhead_buffer_pts(buffer)).flatMap(
                    opening.segment.unboundedStreamTime)
            else { return }
            switch opening.first {
            case .other: return
            case .keyframe(let keyframe, _): state.streams[key]?.opening?.isOpen = start < keyframe
            case nil:
                let isDelta =
                    unsafe playhead_buffer_flags(buffer) & guint64(GST_BUFFER_FLAG_DELTA_UNIT.rawValue) != 0
                let decodeTime = unsafe duration(playhead_buffer_dts(buffer)).flatMap(
                    opening.segment.unboundedStreamTime)
                state.streams[key]?.opening?.first =
                    decodeTime.flatMap { isDelta ? nil : .keyframe(start: start, decodeTime: $0) } ?? .other
            }
        }
    }
}

extension TimelineOrigin.State {
    /// Takes note of a seek, with its target unless it leads to a keyframe after that. Returns where it has to
    /// lead instead.
    mutating func aim(at target: UInt64?, isExact: Bool) -> UInt64? {
        if self.target != target { place = nil }
        self.target = target
        goal = isExact && (Workaround.keyframeSegment.isNeeded || place != nil) ? target ?? 0 : 0
        return place
    }
}
