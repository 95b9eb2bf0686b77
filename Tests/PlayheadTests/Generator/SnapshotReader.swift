import Dispatch
import Foundation
import Playhead

/// Reads the snapshot again and again in a thread of its own, and looks whether each may follow the one before.
final class SnapshotReader: Sendable {
    private let isDone = DispatchSemaphore(value: 0)
    private let found: AsyncStream<[String]>

    /// - Parameter microseconds: how long it rests between two looks.
    init(of player: Player, every microseconds: Int) {
        let (found, result) = AsyncStream<[String]>.makeStream()
        self.found = found
        Thread.detachNewThread { [isDone] in
            var last = player.snapshot
            var faults = last.faults
            repeat {
                let next = player.snapshot
                faults += next.faults(after: last)
                last = next
            } while isDone.wait(timeout: .now() + .microseconds(microseconds)) == .timedOut
            result.yield(faults)
        }
    }

    /// Ceases, and says what was wrong.
    func faults() async -> [String] {
        isDone.signal()
        for await faults in found { return faults }
        return []
    }
}
