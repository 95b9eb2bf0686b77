package import Playhead
private import Synchronization

/// A pipeline without media that follows a script.
///
/// It reports in the order of the real pipeline: `running` whenever media time begins to advance, `seekDone`
/// before the following `running`, and `draining` before `ended`. All its work happens on the thread that
/// sends the command or advances the clock.
package final class FakePipeline: MediaPipeline {
    package let request: OpenRequest
    private let meter: PresentationMeter
    private let time: any PlayerTime
    private let post: @Sendable (PipelineEvent) -> Void
    private let machine: Mutex<FakeMachine>

    package init(
        request: OpenRequest, meter: PresentationMeter, positionInterval: Duration, script: FakeScript,
        time: any PlayerTime, post: @escaping @Sendable (PipelineEvent) -> Void
    ) {
        self.request = request
        self.meter = meter
        self.time = time
        self.post = post
        machine = Mutex(
            FakeMachine(script: script, request: request, meter: meter, tickInterval: positionInterval))
    }

    /// Starts like the real pipeline.
    package func start() {
        answer(script.preroll) { $0.finishPreroll() }
    }

    /// Applies a change at the time of the reply in the script.
    private func answer(_ reply: FakeScript.Reply, _ change: @escaping @Sendable (inout FakeMachine) -> Void)
    {
        switch reply {
        case .atOnce: tell(change)
        case .whenTold: break
        case .after(let delay): keep(time.schedule(after: delay) { [weak self] in self?.tell(change) })
        }
    }

    private func keep(_ timer: PlayerTimer) { machine.withLock { $0.timers.append(timer) } }

    package var script: FakeScript { machine.withLock(\.script) }
    /// All received commands.
    package var commands: [PipelineCommand] { machine.withLock(\.commands) }
    package var isDiscarded: Bool { machine.withLock(\.isDiscarded) }
    /// The actual position in the medium, independent of reports.
    package var position: Duration {
        machine.withLock { machine in
            machine.settle(at: time.now)
            return machine.position
        }
    }

    package func perform(_ command: PipelineCommand) {
        tell { $0.perform(command) }
        guard case .after(let delay) = script.seek, let serial = command.serial else { return }
        keep(
            time.schedule(after: delay) { [weak self] in
                self?.tell { if $0.serial == serial { $0.finishSeek() } }
            })
    }

    package func discard(completion: @escaping @Sendable () -> Void) {
        let teardown = machine.withLock { machine in
            machine.discard()
            machine.onTornDown = completion
            return machine.script.teardown
        }
        switch teardown {
        case .atOnce: finishTeardown()
        case .whenTold: break
        case .after(let delay): _ = time.schedule(after: delay) { self.finishTeardown() }
        }
    }

    /// Completes a teardown that waits for ``FakeMedia``.
    package func finishTeardown() {
        let completion = machine.withLock { machine in
            defer { machine.onTornDown = nil }
            return machine.onTornDown
        }
        completion?()
    }

    /// Applies a change, and posts the resulting events in order and outside the lock.
    package func tell(_ change: (inout FakeMachine) -> Void) {
        let posts = machine.withLock { machine in
            guard !machine.isDiscarded else { return false }
            machine.settle(at: time.now)
            change(&machine)
            schedule(&machine)
            if let length = machine.takeStall() {
                machine.timers.append(
                    time.schedule(after: length) { [weak self] in self?.tell { $0.setStarved(false) } })
            }
            defer { machine.isPosting = true }
            return !machine.isPosting
        }
        guard posts else { return }
        while let event = machine.withLock({ $0.nextReport() }) { post(event) }
    }

    /// Schedules one call for the end of the current frame.
    private func schedule(_ machine: inout FakeMachine) {
        machine.frameTimer?.cancel()
        machine.frameTimer = nil
        guard let wait = machine.beginFrame(at: time.now) else { return }
        machine.frameTimer = time.schedule(after: wait) { [weak self] in self?.tell { $0.endFrame() } }
    }
}

extension PipelineCommand {
    /// The serial number of a seek or step.
    fileprivate var serial: Int? {
        switch self {
        case .seek(let request): request.serial
        case .step(let serial, _): serial
        default: nil
        }
    }
}
