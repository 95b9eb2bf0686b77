internal import Playhead

/// The state of a fake pipeline.
package struct FakeMachine {
    package var script: FakeScript
    var commands: [PipelineCommand] = []
    var isDiscarded = false
    var onTornDown: (@Sendable () -> Void)?
    var frameTimer: PlayerTimer?
    /// Pending timers, independent of playback.
    var timers: [PlayerTimer] = []
    var isPosting = false

    private let item: MediaItem
    private let hidesFirstFrame: Bool
    private let meter: PresentationMeter
    private let tickInterval: Duration
    private let wishes: TrackSelectionParameters
    private var tracks: FakeTracks
    private var reports: [PipelineEvent] = []
    private var isPrerolled = false
    private var isAskedToPlay = false
    private var isRunning = false
    private var isTicking = false
    private var watched = TimeSubscriptions()
    private var watchedUntil: Duration?
    private var isStarved = false
    private var isAtEnd = false
    private var seeking: SeekRequest?
    private var stepping: (serial: Int, frames: Int)?
    private var speed = 1.0
    private var pace = 1.0
    private(set) var position: Duration = .zero
    private var settledAt: Duration = .zero
    /// The target position of the frame timer. A product with a speed would miss it by a rounding error.
    private var goal: Duration?
    private var lastTick: Int64 = 0
    private var marks: FakeMarks
    /// The duration of the stall that has just begun.
    private var stallLength: Duration?

    init(
        script: FakeScript, request: OpenRequest, meter: PresentationMeter, tickInterval: Duration
    ) {
        self.script = script
        marks = FakeMarks(script)
        item = request.item
        hidesFirstFrame = request.hidesFirstFrame
        tracks = FakeTracks(script)
        wishes = request.tracks
        self.meter = meter
        self.tickInterval = tickInterval
    }

    private var end: Duration? {
        let end = script.end ?? (script.isLive ? nil : script.duration)
        return item.endPosition.map { min($0, end ?? $0) } ?? end
    }

    private mutating func reportTracks() {
        guard !tracks.all.isEmpty else { return }
        report(.tracks(tracks.all, applied: tracks.applied, needSeek: [.video, .audio]))
    }

    /// A change of subtitles applies immediately, other changes with the next seek.
    private mutating func select(_ selection: TrackSelection) {
        tracks.selected = selection
        guard tracks.applied.subtitles != selection.subtitles else { return }
        tracks.applied.subtitles = selection.subtitles
        reportTracks()
    }

    private mutating func takeTracks() {
        guard let selected = tracks.selected, tracks.applied != selected else { return }
        tracks.applied = selected
        reportTracks()
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
        for timer in timers + [frameTimer].compactMap({ $0 }) { timer.cancel() }
        timers = []
        frameTimer = nil
        reports = []
    }

    mutating func finishPreroll() {
        guard !isPrerolled else { return }
        if let error = script.openingError { return report(.failed(error)) }
        isPrerolled = true
        tracks.applied = wishes.selection(of: tracks.all)
        reportTracks()
        if !hidesFirstFrame { present() }
        if script.metadata != MediaMetadata() { report(.metadata(script.metadata)) }
        if let size = script.videoSize { report(.videoSize(size)) }
        if let range = script.liveWindow { report(.window(script.window(range))) }
        report(
            .prerolled(
                MediaFacts(
                    duration: script.duration, isSeekable: script.isSeekable, isLive: script.isLive,
                    hasVideo: script.hasVideo, hasAudio: script.hasAudio,
                    isScrubbable: script.isScrubbable)))
        showCue()
        runIfAble()
    }

    mutating func perform(_ command: PipelineCommand) {
        commands.append(command)
        switch command {
        case .setPlaying(let plays):
            isAskedToPlay = plays
            if !plays {
                isRunning = false
                if isPrerolled, seeking == nil { report(.position(position)) }
            }
            runIfAble()
        case .seek(let request):
            seeking = request
            marks.hideCue()
            isRunning = false
            stepping = nil
            if script.seek == .atOnce { finishSeek() }
        case .step(let serial, let frames):
            stepping = (serial, frames)
            if script.seek == .atOnce { finishSeek() }
        case .selectTracks(let selection): select(selection)
        case .setOutput, .hideFirstFrame, .delaySubtitles, .present, .start: break
        case .measure(let id):
            if isPrerolled, seeking == nil { report(.position(position)) }
            report(.measured(id: id))
        case .setTicking(let ticks): isTicking = ticks
        case .setPace(let pace): self.pace = pace
        case .watchTimes(let times):
            watched = times
            watchedUntil = nil
            noticeWatched()
        }
    }

    /// Completes the seek or step in flight. It succeeds if the medium can seek, unless an error is given.
    mutating func finishSeek(failing error: PlayerError? = nil) {
        if let stepping { return finishStep(stepping.serial, by: stepping.frames, failing: error) }
        guard let request = seeking else { return }
        seeking = nil
        let refusal = script.isSeekable ? nil : PlayerError(.notSeekable, "The fake cannot seek")
        if let error = error ?? refusal {
            report(.seekFailed(serial: request.serial, error))
        } else {
            takeTracks()
            let target = end.map { min(request.target, $0) } ?? request.target
            position = request.tolerance == .before ? target.rounded(downTo: script.keyframeInterval) : target
            speed = request.speed
            lastTick = position.count(of: tickInterval)
            isAtEnd = false
            for output in outputs { meter.jump(to: position, on: output, speed: speed) }
            present()
            report(.seekDone(serial: request.serial, at: position))
        }
        showCue()
        runIfAble()
    }

    private mutating func finishStep(_ serial: Int, by frames: Int, failing error: PlayerError?) {
        stepping = nil
        if let error { return report(.stepFailed(serial: serial, error)) }
        let frame = script.frameDuration
        let last = end.map { ($0 - .nanoseconds(1)).count(of: frame) } ?? .max
        let current = min(position.count(of: frame), last)
        let target = min(max(current + Int64(frames), 0), last)
        if target != current {
            position = frame * Int(target)
            lastTick = position.count(of: tickInterval)
            isAtEnd = false
            for output in outputs { meter.jump(to: position, on: output) }
            present()
        }
        report(.stepDone(serial: serial, at: frame * Int(target), moved: target != current))
        showCue()
    }

    /// The serial number of the seek or step in flight.
    var serial: Int? { seeking?.serial ?? stepping?.serial }

    mutating func takeStall() -> Duration? {
        defer { stallLength = nil }
        return stallLength
    }

    mutating func setStarved(_ starved: Bool) {
        isStarved = starved
        report(.starved(starved))
    }

    /// Ends playback as if the outputs had drained, at any position.
    mutating func finish(presented: Duration?, fault: PlayerError? = nil) {
        isRunning = false
        isAtEnd = true
        marks.hideCue()
        report(.draining)
        report(.ended(EndReport(presentedEnd: presented, fault: fault)))
    }

    /// Updates the position to the current time.
    mutating func settle(at now: Duration) {
        let rate = speed * pace
        if isAdvancing { position += rate == 1 ? now - settledAt : (now - settledAt) * rate }
        if let goal, isAdvancing, (goal - .microseconds(1)...goal + .microseconds(1)).contains(position) {
            position = goal
        }
        position = max(min(position, end ?? position), .zero)
        settledAt = now
    }

    /// Presents the frame at the position if media time advances. It returns the time until the next action
    /// is due.
    mutating func beginFrame(at now: Duration) -> Duration? {
        guard isAdvancing else { return nil }
        present()
        let isBackwards = speed < 0
        let frame = isBackwards ? position.multiple(of: script.frameDuration, before: true) : frameEnd
        let tick = tickInterval > .zero ? position.multiple(of: tickInterval, before: isBackwards) : frame
        let watch = watched.next(after: position, backwards: isBackwards) ?? frame
        let mark = marks.next(after: position, backwards: isBackwards) ?? frame
        let next = isBackwards ? max(frame, tick, watch, mark) : min(frame, tick, watch, mark)
        goal = next
        return next == position ? .zero : (next - position) / (speed * pace)
    }

    mutating func endFrame() {
        guard isAdvancing else { return }
        let tick = position.count(of: tickInterval)
        if isTicking, tick != lastTick { report(.position(position)) }
        lastTick = tick
        noticeWatched()
        showCue()
        if let error = marks.fault(at: position) {
            isRunning = false
            isAtEnd = true
            return report(.failed(error))
        }
        if let stall = marks.takeStall(at: position) {
            setStarved(true)
            stallLength = stall.length
        }
        if speed < 0 ? position <= .zero : position >= end ?? .seconds(Int64.max) {
            finish(presented: meter.end)
        }
    }

    private mutating func runIfAble() {
        guard isPrerolled, isAskedToPlay, seeking == nil, !isAtEnd, !isRunning else { return }
        isRunning = true
        watchedUntil = position
        report(.running(at: position))
        if isStarved { report(.starved(true)) }
    }

    /// Reports if playback has passed a watched media time.
    private mutating func noticeWatched() {
        guard isAdvancing, !watched.isEmpty else { return }
        if let watchedUntil {
            let next = watched.next(after: watchedUntil, backwards: speed < 0)
            guard let next, speed < 0 ? next >= position : next <= position else { return }
        }
        watchedUntil = position
        report(.reached(position))
    }

    private mutating func showCue() {
        if let cues = marks.showCues(at: position) { report(.subtitle(cues)) }
    }

    private var frameEnd: Duration {
        let next = position.multiple(of: script.frameDuration, before: false)
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

    /// The next multiple of a step, in either direction.
    fileprivate func multiple(of step: Duration, before: Bool) -> Duration {
        let lower = rounded(downTo: step)
        if before { return max(lower == self ? lower - step : lower, .zero) }
        return lower + step
    }

    /// The number of whole steps.
    fileprivate func count(of step: Duration) -> Int64 {
        step > .zero ? inNanoseconds / step.inNanoseconds : 0
    }
}
