internal import GStreamer
internal import PlayheadCore

/// What the pipeline of a load is doing. It does one of these at a time.
///
///     opening ──▶ paused ◀──▶ running
///                 ▲   ▲          │
///                 ▼   ▼          ▼
///          stepping   seeking ◀──┘          each ──▶ failed
enum PipelinePhase {
    /// The outputs do not hold their first frames and samples yet.
    case opening
    /// The outputs hold what is presented next.
    case paused
    /// The clock runs.
    case running
    /// A seek was commanded, and the outputs have not answered.
    case seeking(SeekProgress)
    /// A step was commanded, and its frame is not shown yet.
    case stepping(StepProgress)
    /// Playback cannot continue. `fail(_:)` reports `failed`. `finish(with:)` reports gaps and `ended`. Later
    /// messages have no effect. Of the commands, `measure` is answered and `setPace` has its effect.
    case failed
}

extension GStreamerPipeline {
    /// Whether the outputs have held their first frames and samples once.
    var isOpened: Bool { if case .opening = phase { false } else { true } }

    /// Whether the clock runs.
    var isRunning: Bool { if case .running = phase { true } else { false } }

    /// Whether playback cannot continue.
    var hasFailed: Bool { if case .failed = phase { true } else { false } }

    /// The seek under way.
    var seeking: SeekProgress? { if case .seeking(let progress) = phase { progress } else { nil } }

    /// The step under way.
    var stepping: StepProgress? { if case .stepping(let progress) = phase { progress } else { nil } }

    /// Gives up a step that is under way.
    func endStep() { if stepping != nil { phase = .paused } }

    /// The clock no longer runs.
    func endRunning() { if isRunning { phase = .paused } }
}

/// A seek from its command until the outputs hold the frames and samples of its target.
struct SeekProgress {
    let request: SeekRequest
    /// The number of the seek that was sent last; its messages have this number or a later one. Nil before it
    /// is sent.
    var seqnum: Seqnum?
    /// How it was sent last.
    private(set) var landing: Element.Landing
    /// The positions that the outputs have held so far.
    private(set) var landings: [Duration] = []
    /// Whether it was sent a second time to show the frame that contains the target.
    private(set) var hasRevealed = false

    init(_ request: SeekRequest) {
        self.request = request
        landing = request.tolerance.firstLanding
    }

    /// Prepares the next seek.
    mutating func prepare(_ landing: Element.Landing) { (self.landing, seqnum) = (landing, nil) }

    /// Whether a message with this number follows from the last seek that was sent, and not from an earlier
    /// one or a pause.
    func isAnswered(by seqnum: Seqnum?) -> Bool { self.seqnum?.isAnswered(by: seqnum) == true }

    /// Whether it must not begin with a keyframe after the target.
    var mayRetreat: Bool { landing == .accurate || request.tolerance == .before }

    /// Whether the outputs may hold another frame than the one that contains the target, for the first time.
    mutating func mayReveal() -> Bool {
        guard landing == .accurate, !hasRevealed, request.speed > 0 else { return false }
        hasRevealed = true
        return true
    }

    /// The outputs hold the frames and samples of a position. Returns how to seek once more, or nil if the
    /// tolerance is met.
    mutating func land(at resting: Duration?) -> Element.Landing? {
        landings.append(landing == .accurate ? request.target : resting ?? request.target)
        return request.tolerance.landing(after: landings, target: request.target)
    }

    /// The position that it has led to.
    var position: Duration { landings.last ?? request.target }
}

/// A step from its command until its frame is shown.
struct StepProgress {
    let serial: Int
    let frames: Int
    /// Nil until it begins.
    var path: FrameStepper?
    /// Whether a seek is about to be sent.
    var isLeaving = false
    /// The number of its last seek; messages that follow from it have this number or a later one.
    var seqnum: Seqnum?
    /// Where that seek leads.
    var target: Duration?
}
