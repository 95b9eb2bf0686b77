import Playhead
import PlayheadTesting
import Synchronization
import Testing

/// A recording in memory.
final class RecordingBox: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    @Sendable func write(_ more: [UInt8]) { bytes.withLock { $0 += more } }

    var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
    var lines: [String] { text.split(separator: "\n").map(String.init) }

    /// Replays it and expects every snapshot to come out as recorded; answers what came out.
    @discardableResult
    func replaysTheSame(isComplete: Bool = true) throws -> [TraceReplay.Step] {
        var replay = try TraceReplay(text: text)
        var steps: [TraceReplay.Step] = []
        while let step = try replay.next() { steps.append(step) }
        #expect(replay.divergence == nil)
        #expect(replay.ending == (isComplete ? .complete : .broken))
        return steps
    }
}
