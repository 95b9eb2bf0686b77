import CFrameProbe
import Glibc
import Playhead
import Synchronization

/// Seeks that come faster than they are carried out, at a steady pace, as from a slider that is dragged. The targets are the same
/// in every run, and those of the yardsticks.
func measureStorm(_ uri: String, mode: String, pattern: String, count: Int, hz: Double) async {
    frame_probe_watch()
    let bench = Bench()
    bench.load(uri)
    usleep(200_000)
    let length = bench.player.duration?.milliseconds ?? 60_000
    let tolerance: SeekTolerance = mode == "acc" ? .exact : .before
    var random = Targets(seed: 77)
    let targets = (0..<count).map { index in
        switch pattern {
        case "sweep": 2000 + (length - 4000) * Double(index) / Double(count - 1)
        case "slow": 5000 + Double(index) * 100 / 3
        default: random.next(in: 500..<(length - 1500))
        }
    }
    let framesBefore = frame_probe_look().count
    let (begun, cpu) = (now() + 20, ProcessFigures.cpu)
    let (lastDue, results) = (begun + Double(count - 1) * 1000 / hz, Results())
    await withTaskGroup { group in
        for (index, target) in targets.enumerated() {
            sleep(until: begun + Double(index) * 1000 / hz)
            group.addTask {
                let result = await bench.player.seek(to: .milliseconds(target), tolerance: tolerance)
                results.add(result)
            }
        }
    }
    let answered = now()
    usleep(300_000)
    let frames = frame_probe_look()
    let shown = Double(frames.shown) / 1e6
    let drawn = Double(frames.count - framesBefore)
    await bench.player.close()
    print("storm_fps", drawn / (shown - begun) * 1e3)
    print("storm_frames", drawn)
    print("storm_last_ms", shown - lastDue)
    print("storm_answered_ms", answered - lastDue)
    print("storm_final_offset_ms", Double(frames.time) / 1e6 - (targets.last ?? 0))
    print("storm_answers", Double(results.count))
    print("storm_completed", Double(results.completed))
    print("storm_cpu_ms", ProcessFigures.cpu - cpu)
}

/// Positions from xorshift32.
struct Targets {
    private var state: UInt32
    init(seed: UInt32) { state = seed }

    mutating func next(in range: Range<Double>) -> Double {
        state ^= state << 13
        state ^= state >> 17
        state ^= state << 5
        return range.lowerBound + (range.upperBound - range.lowerBound) * Double(state) / 4_294_967_296
    }
}

private func sleep(until time: Double) {
    let left = time - now()
    if left > 0 { usleep(UInt32(left * 1e3)) }
}

/// What callers were told.
private final class Results: Sendable {
    private let results = Mutex<[SeekResult]>([])

    func add(_ result: SeekResult) { results.withLock { $0.append(result) } }
    var count: Int { results.withLock(\.count) }
    var completed: Int {
        results.withLock { $0.count { if case .completed = $0 { true } else { false } } }
    }
}
