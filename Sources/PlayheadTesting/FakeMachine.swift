internal import Playhead

/// What a fake pipeline is in the middle of.
package struct FakeMachine {
    package var script: FakeScript
    var commands: [PipelineCommand] = []
    var isDiscarded = false
    var onTornDown: (@Sendable () -> Void)?
    var frameTimer: PlayerTimer?
    var isPosting = false

    private let item: MediaItem
    private let meter: PresentationMeter
    private let tickInterval: Duration
    private var reports: [PipelineEvent] = []
    private var isPrerolled = false
    private var isAskedToPlay = false
    private var isRunning = false
    private var isTicking = false
    private var isStarved = false
    private var isAtEnd = false
    private var seeking: SeekRequest?
    private var position: Duration = .zero
    private var settledAt: Duration = .zero
    private var lastTick: Int64 = 0

    init(script: FakeScript, item: MediaItem, meter: PresentationMeter, tickInterval: Duration) {
        self.script = script
        self.item = item
        self.meter = meter
        self.tickInterval = tickInterval
    }

    private var end: Duration? {
        let end = script.end ?? (script.isLive ? nil : script.duration)
        return item.endPosition.map { min($0, end ?? $0) } ?? end
    }

    private var isAdvancing: Bool { isRunning && !isStarved }

    mutating func nextReport() -> PipelineEvent? {
        guard !isDiscarded, !reports.isEmpty else {
            isPosting = false
            return nil
        }
        return reports.removeFirst()
    }

    mutating func report(_ event: PipelineEvent) { reports.append(event) }

    mutating func discard() {
        isDiscarded = true
        isRunning = false
        frameTimer?.cancel()
        frameTimer = nil
        reports = []
    }

    mutating func preroll(shown: Bool) {
        guard !isPrerolled else { return }
        isPrerolled = true
        if shown { present() }
        report(
            .prerolled(
                MediaFacts(
                    duration: script.duration, isSeekable: script.isSeekable, isLive: script.isLive,
                    hasVideo: script.hasVideo, hasAudio: script.hasAudio)))
        runIfAble()
    }

    mutating func perform(_ command: PipelineCommand) {
        commands.append(command)
        switch command {
        case .setPlaying(let plays):
            isAskedToPlay = plays
            if !plays { isRunning = false }
            runIfAble()
        case .seek(let request):
            seeking = request
            isRunning = false
            if script.seek == .atOnce { finishSeek() }
        case .setOutput: break
        case .setTicking(let ticks): isTicking = ticks
        }
    }

    /// Answers the seek in flight: with success where the medium can seek, unless an error is given.
    mutating func finishSeek(failing error: PlayerError? = nil) {
        guard let request = seeking else { return }
        seeking = nil
        let refusal = script.isSeekable ? nil : PlayerError(.notSeekable, "The fake cannot seek")
        if let error = error ?? refusal {
            report(.seekFailed(error))
        } else {
            let target = end.map { min(request.target, $0) } ?? request.target
            position = request.tolerance == .before ? target.rounded(downTo: script.keyframeInterval) : target
            lastTick = position.count(of: tickInterval)
            isAtEnd = false
            for output in outputs { meter.jump(to: position, on: output) }
            present()
            report(.seekDone(at: position))
        }
        runIfAble()
    }

    mutating func setStarved(_ starved: Bool) {
        isStarved = starved
        report(.starved(starved))
    }

    /// The outputs have drained, wherever they are.
    mutating func finish(presented: Duration?, fault: PlayerError? = nil) {
        isRunning = false
        isAtEnd = true
        report(.draining)
        report(.ended(EndReport(presentedEnd: presented, fault: fault)))
    }

    /// Brings the position up to date.
    mutating func settle(at now: Duration) {
        if isAdvancing { position += now - settledAt }
        if let end { position = min(position, max(end, .zero)) }
        settledAt = now
    }

    /// Shows the frame at the position, if media advances; answers how long it lasts.
    mutating func beginFrame(at now: Duration) -> Duration? {
        guard isAdvancing else { return nil }
        present()
        return frameEnd - position
    }

    mutating func endFrame() {
        guard isAdvancing else { return }
        if position.count(of: tickInterval) > lastTick {
            lastTick = position.count(of: tickInterval)
            if isTicking { report(.position(position)) }
        }
        if let end, position >= end { finish(presented: meter.end) }
    }

    private mutating func runIfAble() {
        guard isPrerolled, isAskedToPlay, seeking == nil, !isAtEnd, !isRunning else { return }
        isRunning = true
        report(.running(at: position))
    }

    private var frameEnd: Duration {
        let next = position.rounded(downTo: script.frameDuration) + script.frameDuration
        return end.map { min(next, max($0, position)) } ?? next
    }

    private func present() {
        let span = position..<frameEnd
        for output in outputs { meter.present(span, on: output) }
    }

    private var outputs: [PresentationMeter.Output] {
        (script.hasVideo ? [.video] : []) + (script.hasAudio ? [.audio] : [])
    }
}

extension Duration {
    fileprivate func rounded(downTo step: Duration) -> Duration {
        step > .zero ? step * Int(count(of: step)) : self
    }

    /// How many whole steps fit.
    fileprivate func count(of step: Duration) -> Int64 {
        step > .zero ? inNanoseconds / step.inNanoseconds : 0
    }
}
