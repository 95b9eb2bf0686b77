import Dispatch
import Glibc
import Playhead
import Synchronization

/// Nanoseconds for each read of a snapshot, by so many threads at once and while playing: the mean of each thread.
func measureReading(_ uri: String, threads: Int) async {
    let bench = Bench()
    bench.load(uri, autoplay: true)
    let means = Mutex<[Double]>([])
    let (group, count) = (DispatchGroup(), 200_000)
    let start = DispatchSemaphore(value: 0)
    for _ in 0..<threads {
        group.enter()
        DispatchQueue(label: "reader").async {
            start.wait()
            let cpu = ProcessFigures.threadCPU
            var sum = Duration.zero
            for _ in 0..<count { sum += bench.player.snapshot.position }
            let mean = (ProcessFigures.threadCPU - cpu) * 1e6 / Double(count)
            means.withLock { $0.append(sum > .zero ? mean : .nan) }
            group.leave()
        }
    }
    let begun = now()
    for _ in 0..<threads { start.signal() }
    await withCheckedContinuation { continuation in
        group.notify(queue: .global()) { continuation.resume() }
    }
    let elapsed = now() - begun
    await bench.player.close()
    print("read_cpu_ns", means.withLock { $0 })
    // What a read costs the process when each core has a thread that reads all the time.
    print("read_wall_ns", elapsed * 1e6 / Double(count * threads))
}

/// Milliseconds until an event has reached so many observers and as many sequences; then the same with one more that sleeps
/// for a second at every event.
func measureFanOut(_ uri: String, listeners: Int, count: Int) async {
    for isDelayed in [false, true] {
        let bench = Bench()
        let crowd = Crowd(bench.player, size: listeners)
        let sleeper = Sleeper()
        if isDelayed { bench.player.addObserver(sleeper) }
        bench.load(uri)
        usleep(200_000)
        var (last, median): ([Double], [Double]) = ([], [])
        for index in 0..<count {
            crowd.expect(2 * listeners)
            let begun = now()
            bench.player.volume = Double(index % 10 + 1) / 20
            let times = crowd.wait().map { $0 - begun }.sorted()
            last.append(times.last ?? .nan)
            median.append(times[times.count / 2])
            usleep(10_000)
        }
        crowd.end()
        bench.drop()
        let suffix = isDelayed ? "_beside_a_sleeper" : ""
        print("fanout\(suffix)_last_ms", last)
        print("fanout\(suffix)_median_ms", median)
    }
}

/// Observers and sequences, and when each of them heard of a change of volume.
private final class Crowd: Sendable {
    private struct Heard: Sendable {
        var times: [Double] = []
        var expected = 0
    }

    private let heard = Mutex(Heard())
    private let isComplete = DispatchSemaphore(value: 0)
    private let observers: Mutex<[PlayerObservation]> = Mutex([])
    private let tasks: Mutex<[Task<Void, Never>]> = Mutex([])

    init(_ player: Player, size: Int) {
        for _ in 0..<size {
            let observation = player.observe { [weak self] in self?.note($0) }
            observers.withLock { $0.append(observation) }
            let events = player.events
            let task = Task { [weak self] in
                for await event in events { self?.note(event) }
            }
            tasks.withLock { $0.append(task) }
        }
    }

    private func note(_ event: PlayerEvent) {
        guard case .volumeChanged = event else { return }
        let time = now()
        let isLast = heard.withLock { heard in
            heard.times.append(time)
            return heard.times.count == heard.expected
        }
        if isLast { isComplete.signal() }
    }

    func expect(_ count: Int) { heard.withLock { $0 = Heard(expected: count) } }

    func wait() -> [Double] {
        if isComplete.wait(timeout: .now() + .seconds(10)) == .timedOut { fail("an event did not reach all") }
        return heard.withLock(\.times)
    }

    func end() {
        observers.withLock { $0 = [] }
        for task in tasks.withLock({ $0 }) { task.cancel() }
    }
}

/// Takes a second for every event.
private final class Sleeper: PlayerObserver {
    func player(_ player: Player, received event: PlayerEvent) { usleep(1_000_000) }
}
