/// Exact seeks that come faster than they can be carried out, as from a slider that is dragged. While targets are far apart,
/// keyframes are shown on the way, and the last target exactly once no other follows; targets that are near to each other
/// are shown exactly, one after the other, for their keyframe would be the same. While that goes on, nothing plays.
extension PlayerMachine {
    /// Looks at the pace of the seeks. Scrubbing begins with the third one before the first has landed.
    mutating func noticeScrubbing(by request: SeekRequest, at moment: Moment, effects: inout [Effect]) {
        seeks.interval = seeks.askedAt.map { moment.now - $0 } ?? .zero
        seeks.askedAt = moment.now
        guard isScrubbable, isPrerolled, request.tolerance == .exact else { return }
        if seeks.waiting != nil { seeks.isScrubbing = true }
        // An exact seek may take long; one to a keyframe is let land, or nothing would ever be seen.
        if seeks.isScrubbing, seeks.preview == nil, isFar(request) { overtakeSeek(effects: &effects) }
    }

    /// Whether a keyframe is shown on the way to a target.
    func hasPreview(_ request: SeekRequest) -> Bool {
        seeks.isScrubbing && request.tolerance == .exact && isFar(request)
    }

    /// Whether a target is far from the one before.
    private func isFar(_ request: SeekRequest) -> Bool {
        seeks.lastTarget.map { !($0 - Self.near...$0 + Self.near).contains(request.target) } ?? true
    }

    /// The seek in flight gives way to another one before it is carried out.
    mutating func overtakeSeek(effects: inout [Effect]) {
        guard let overtaken = seeks.inFlight else { return }
        seeks.inFlight = nil
        seeks.preview = nil
        answer(overtaken, .superseded, effects: &effects)
    }

    /// A keyframe is shown on the way to a target, which may have been overtaken meanwhile.
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

    /// No other target has followed: on to the exact one.
    mutating func settle(effects: inout [Effect]) {
        if let request = seeks.inFlight { send(request, effects: &effects) }
    }

    /// Up to this distance, two targets are near to each other.
    private static let near: Duration = .milliseconds(250)

    /// For how long another target is waited for at most.
    private static let maximumBackoff: Duration = .milliseconds(60)
}
