public import Playhead
private import Synchronization

/// A tap that reads the codes of a ``TestPattern`` in presented frames and audio, with their times.
///
/// It reads audio at normal speed only.
public final class TestPatternReader: PresentationTap {
    /// The time base for comparisons.
    public enum Timing: Sendable, Hashable {
        /// The media times of presented frames and buffers, which are the same on every machine.
        case media
        /// The presentation times on the clock of the pipeline, at normal speed. They are exact on a virtual
        /// clock. In real time they include delays of a busy machine.
        case clock
    }

    private let media: [Int: TestPattern]
    private let timing: Timing
    private let record = Mutex(TestPatternRecord())

    /// Makes a reader for several media.
    public init(_ media: [TestPattern], timing: Timing = .media) {
        self.media = Dictionary(media.map { ($0.item, $0) }) { $1 }
        self.timing = timing
    }

    /// Makes a reader for one medium.
    public convenience init(_ media: TestPattern, timing: Timing = .media) {
        self.init([media], timing: timing)
    }

    /// Reads a video frame.
    public func didPresent(_ picture: PresentedVideoFrame) {
        let code = FrameCode(picture)
        record.withLock { $0.append(picture, code) }
    }

    /// Reads an audio buffer.
    public func didPresent(_ sound: PresentedAudioBuffer) { record.withLock { $0.append(sound) } }

    /// All presented frames with a readable code, in order.
    public var frames: [PresentedFrame] { record.withLock { $0.pictures.compactMap(\.frame) } }

    /// The first frame of each load and after each seek, as shown while playback was stopped.
    public var landings: [PresentedFrame] { frames.filter(\.isLanding) }

    /// All audio blocks whose beginning was presented, in order.
    public var blocks: [PresentedBlock] {
        let record = record.withLock { $0 }
        return TestPatternAnalysis(record, media, timing).blocks
    }

    /// The evaluation of everything presented so far.
    ///
    /// - Parameter isComplete: Whether each medium was played from its beginning to its end. If so, missing
    ///   frames and audio at both ends are findings too.
    public func verdict(isComplete: Bool = false) -> TestPatternVerdict {
        let record = record.withLock { $0 }
        return TestPatternAnalysis(record, media, timing).verdict(isComplete: isComplete)
    }

    /// Discards the record.
    public func clear() { record.withLock { $0 = TestPatternRecord() } }
}
