public import Playhead
private import Synchronization

/// A tap that has checks look at what a player presents.
///
/// What is shown while nothing advances is not looked at: it is presented again. A jump ends what was found before it, and so does another
/// load.
public final class PresentationInspector: PresentationTap {
    private let record: Mutex<InspectionRecord>

    /// An inspector with these checks.
    public init(_ checks: [any PresentationCheck]) {
        record = Mutex(InspectionRecord(checks: checks))
    }

    /// An inspector with every check there is, each with its usual thresholds.
    public convenience init() { self.init(Self.standardChecks) }

    deinit { for listener in record.withLock({ $0.takeListeners() }) { listener.finish() } }

    /// Every check there is, with its usual thresholds.
    public static var standardChecks: [any PresentationCheck] {
        [
            BlackCheck(), FrozenCheck(), SilenceCheck(), ClippingCheck(), DeadChannelCheck(), DriftCheck(),
        ]
    }

    /// What was found and has ended, in the order in which it ended.
    public var findings: [PresentationFinding] { record.withLock(\.findings) }
    /// How many pictures were presented.
    public var pictures: Int { record.withLock(\.pictures) }

    /// What is found from now on, as an asynchronous sequence that ends with ``finish()`` or with the inspector.
    ///
    /// A finding begins when it has lasted as long as its check asks for. Each call of this property makes a sequence for one consumer;
    /// cancelling the consumer or letting go of the sequence detaches it. Beyond 1024 events that were not taken the
    /// oldest give way.
    public var events: some AsyncSequence<PresentationEvent, Never> & Sendable {
        let (stream, continuation) = AsyncStream.makeStream(
            of: PresentationEvent.self, bufferingPolicy: .bufferingNewest(1024))
        record.withLock { $0.add(continuation) }
        return stream
    }

    /// Looks at a picture.
    public func didPresent(_ picture: PresentedVideoFrame) {
        guard !picture.isHeld else { return }
        record.withLock { record in
            record.pictures += 1
            record.ask(about: picture.load) { $0.look(at: picture) }
        }
    }

    /// Listens to sound.
    public func didPresent(_ sound: PresentedAudioBuffer) {
        guard !sound.isHeld else { return }
        record.withLock { record in
            record.ask(about: sound.load) { $0.listen(to: sound) }
        }
    }

    /// Ends what still goes on, and says everything that was found.
    public func finish() -> [PresentationFinding] {
        let (findings, listeners) = record.withLock { record in
            record.finish()
            return (record.findings, record.takeListeners())
        }
        for listener in listeners { listener.finish() }
        return findings
    }
}
