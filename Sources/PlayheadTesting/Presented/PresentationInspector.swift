public import Playhead
private import Synchronization

/// A tap that runs presentation checks on the output of a player.
///
/// It ignores frames and buffers that are held while playback is stopped, because they are presented again.
/// A jump and another load end the current findings.
public final class PresentationInspector: PresentationTap {
    private let record: Mutex<InspectionRecord>

    /// Makes an inspector with these checks.
    public init(_ checks: [any PresentationCheck]) {
        record = Mutex(InspectionRecord(checks: checks))
    }

    /// Makes an inspector with all checks and their default thresholds.
    public convenience init() { self.init(Self.standardChecks) }

    deinit { for listener in record.withLock({ $0.takeListeners() }) { listener.finish() } }

    /// All checks with their default thresholds.
    public static var standardChecks: [any PresentationCheck] {
        [
            BlackCheck(), FrozenCheck(), SilenceCheck(), ClippingCheck(), DeadChannelCheck(), DriftCheck(),
        ]
    }

    /// The findings that have ended, in the order of their ends.
    public var findings: [PresentationFinding] { record.withLock(\.findings) }
    /// The number of presented video frames.
    public var pictures: Int { record.withLock(\.pictures) }

    /// The events from now on. The sequence ends with ``finish()`` or with the inspector.
    ///
    /// A finding begins when it has lasted for the minimum duration of its check. Each call of this property
    /// makes a sequence for one consumer. The sequence is detached when its consumer is cancelled or the
    /// sequence is released. It buffers 1024 events and then drops the oldest ones.
    public var events: some AsyncSequence<PresentationEvent, Never> & Sendable {
        let (stream, continuation) = AsyncStream.makeStream(
            of: PresentationEvent.self, bufferingPolicy: .bufferingNewest(1024))
        record.withLock { $0.add(continuation) }
        return stream
    }

    /// Examines a video frame.
    public func didPresent(_ picture: PresentedVideoFrame) {
        guard !picture.isHeld else { return }
        record.withLock { record in
            record.pictures += 1
            record.ask(about: picture.load) { $0.look(at: picture) }
        }
    }

    /// Examines an audio buffer.
    public func didPresent(_ sound: PresentedAudioBuffer) {
        guard !sound.isHeld else { return }
        record.withLock { record in
            record.ask(about: sound.load) { $0.listen(to: sound) }
        }
    }

    /// Ends the current findings and returns all findings.
    public func finish() -> [PresentationFinding] {
        let (findings, listeners) = record.withLock { record in
            record.finish()
            return (record.findings, record.takeListeners())
        }
        for listener in listeners { listener.finish() }
        return findings
    }
}
