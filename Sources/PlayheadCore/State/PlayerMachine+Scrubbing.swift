/// Scrubbing: exact seeks that come faster than the pipeline completes them, as from a dragged slider.
///
/// While targets are far apart, their keyframes are shown as previews, and only the last target exactly.
/// Targets near each other share a keyframe, so they are shown exactly, one after the other. Nothing plays
/// while scrubbing.
extension PlayerMachine {
    /// Checks the rate of seeks. Scrubbing starts with the third one before the first has completed.
    mutating func noticeScrubbing(by request: SeekRequest, at moment: Moment, effects: inout [Effect]) {
        seeks.interval = seeks.askedAt.map { moment.now - $0 } ?? .zero
        seeks.askedAt = moment.now
        guard isScrubbable, isPrerolled, request.tolerance == .exact else { return }
        if seeks.waiting != nil { seeks.isScrubbing = true }
        // An exact seek may take long and is cancelled. A seek to a keyframe completes, so that some frame is
        // shown.
        if seeks.isScrubbing, seeks.preview == nil, isFar(request) { overtakeSeek(effects: &effects) }
    }

    /// Whether a target has a keyframe preview.
    func hasPreview(_ request: SeekRequest) -> Bool {
        seeks.isScrubbing && request.tolerance == .exact && isFar(request)
    }

    /// Whether a target is far from the previous one.
    private func isFar(_ request: SeekRequest) -> Bool {
        seeks.lastTarget.map { !($0 - Self.near...$0 + Self.near).contains(request.target) } ?? true
    }

    /// Replaces the seek in flight with another one.
    mutating func overtakeSeek(effects: inout [Effect]) {
        guard let overtaken = seeks.inFlight else { return }
        seeks.inFlight = nil
        seeks.preview = nil
        answer(overtaken, .superseded, effects: &effects)
    }

    /// A keyframe preview is shown; its target may be superseded.
    mutating func previewLanded(at moment: Moment, effects: inout [Effect]) {
        if seeks.waiting != nil { return finishSeek(.superseded, at: moment, effects: &effects) }
        let pause = min(seeks.interval * 3 / 2, Self.maximumBackoff)
        let left = (seeks.askedAt ?? moment.now) + pause - moment.now
        if left > .zero {
            seeks.preview = .shown(pause: left)
        } else {
            settle(effects: &effects)
        }
    }

    /// Seeks to the exact target, as no other target has followed.
    mutating func settle(effects: inout [Effect]) {
        if let request = seeks.inFlight { send(request, effects: &effects) }
    }

    /// The maximum distance of targets near each other.
    private static let near: Duration = .milliseconds(250)

    /// The maximum wait for another target.
    private static let maximumBackoff: Duration = .milliseconds(60)
}
