public import Playhead
private import Synchronization

/// A tap that reads which frame and which part of the sound of ``TestPattern`` is presented, and when.
///
/// Sound is read at normal speed only.
public final class TestPatternReader: PresentationTap {
    /// What times are compared by.
    public enum Timing: Sendable, Hashable {
        /// Where the pipeline places what it presents on the timeline of the medium: says the same on every machine.
        case media
        /// When things are presented, on the clock of the pipeline, at normal speed: exact on a virtual clock; in real time, what a busy
        /// machine does late counts.
        case clock
    }

    private let media: [Int: TestPattern]
    private let timing: Timing
    private let record = Mutex(TestPatternRecord())

    /// A reader of these media.
    public init(_ media: [TestPattern], timing: Timing = .media) {
        self.media = Dictionary(media.map { ($0.item, $0) }) { $1 }
        self.timing = timing
    }

    /// A reader of a medium.
    public convenience init(_ media: TestPattern, timing: Timing = .media) {
        self.init([media], timing: timing)
    }

    /// Reads a picture.
    public func didPresent(_ picture: PresentedVideoFrame) {
        let code = FrameCode(picture)
        record.withLock { $0.append(picture, code) }
    }

    /// Reads sound.
    public func didPresent(_ sound: PresentedAudioBuffer) { record.withLock { $0.append(sound) } }

    /// Every frame that was presented and could be read, in order.
    public var frames: [PresentedFrame] { record.withLock { $0.pictures.compactMap(\.frame) } }

    /// The first frame of each load, and the first one after each seek, as it was shown while nothing advanced.
    public var landings: [PresentedFrame] { frames.filter(\.isLanding) }

    /// Every block of sound whose beginning was heard, in order.
    public var blocks: [PresentedBlock] {
        let record = record.withLock { $0 }
        return TestPatternAnalysis(record, media, timing).blocks
    }

    /// What is wrong with what was presented until now.
    ///
    /// - Parameter isComplete: whether each medium is to have been played from its beginning to its end; then what is missing there is
    ///   found too.
    public func verdict(isComplete: Bool = false) -> TestPatternVerdict {
        let record = record.withLock { $0 }
        return TestPatternAnalysis(record, media, timing).verdict(isComplete: isComplete)
    }

    /// Forgets everything.
    public func clear() { record.withLock { $0 = TestPatternRecord() } }
}
