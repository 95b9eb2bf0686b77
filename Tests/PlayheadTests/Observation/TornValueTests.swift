import Dispatch
import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import TestBasics
@testable import TestSupport

/// A snapshot is one moment, however many threads read and change the player (contract 3.1).
@Suite(.stress, .timeLimit(.minutes(2)))
struct TornValueTests {
    /// What does not fit together in a snapshot whose items last as many seconds as their address says.
    private static func fault(of snapshot: PlayerSnapshot) -> String? {
        let length = snapshot.item.flatMap { Int($0.uri.dropFirst(7)) }.map { Duration.seconds($0) }
        if let duration = snapshot.duration, duration != length { return "the duration is another item's" }
        if snapshot.position > snapshot.duration ?? snapshot.position {
            return "the position is beyond the end"
        }
        if (snapshot.item == nil) != (snapshot.state == .idle) { return "the state is not the item's" }
        if snapshot.status == .started, snapshot.duration == nil { return "active without a duration" }
        if snapshot.endReason == .natural, snapshot.position != snapshot.duration { return "ended elsewhere" }
        return nil
    }

    @Test func `3.1: eight threads read while others load, seek, play and let time pass`() async {
        let media = FakeMedia()
        let player = media.makePlayer()
        let faults = Mutex<[String]>([])
        let isDone = Atomic(false)
        let reads = Atomic(0)
        let (readers, begun) = (DispatchGroup(), DispatchGroup())
        for _ in 0..<8 {
            readers.enter()
            begun.enter()
            DispatchQueue(label: "reader").async {
                reads.add(1, ordering: .relaxed)
                _ = player.snapshot
                begun.leave()
                while !isDone.load(ordering: .relaxed) {
                    reads.add(1, ordering: .relaxed)
                    if let fault = Self.fault(of: player.snapshot) { faults.withLock { $0.append(fault) } }
                }
                readers.leave()
            }
        }
        await withCheckedContinuation { continuation in
            begun.notify(queue: .global()) { continuation.resume() }
        }
        for round in 1...400 {
            let length = 1 + round % 7
            media.script.duration = .seconds(length)
            player.load(MediaItem(uri: "fake://\(length)"), autoplay: round % 3 > 0)
            media.advance(by: .milliseconds(130 * round % 1300))
            Harness.seek(player, to: .milliseconds(700 * round % 5000))
            media.advance(by: .milliseconds(90))
            if round % 5 == 0 { player.reset() }
        }
        isDone.store(true, ordering: .relaxed)
        await withCheckedContinuation { continuation in
            readers.notify(queue: .global()) { continuation.resume() }
        }
        #expect(faults.withLock { $0 }.isEmpty)
        #expect(reads.load(ordering: .relaxed) > 8)
        await player.close()
    }
}
