import CBusProbe
import Glibc
import Playhead

/// Processor time while playing or paused. At 0 Hz nobody listens to positions.
func measureIdle(_ uri: String, plays: Bool, hz: Double, seconds: Double) async {
    let bench = Bench(positionInterval: hz > 0 ? .seconds(1 / hz) : .seconds(1))
    bench.load(uri)
    if plays { bench.player.play() }
    if hz == 0 { bench.player.removeObserver(bench.witness) }
    usleep(1_000_000)
    let (cpu, switches, events) = (
        ProcessFigures.cpu, ProcessFigures.contextSwitches, bench.witness.count
    )
    let begun = now()
    usleep(UInt32(seconds * 1e6))
    let elapsed = now() - begun
    print("cpu_pct", (ProcessFigures.cpu - cpu) / elapsed * 100)
    print("ctxsw_per_s", (ProcessFigures.contextSwitches - switches) / elapsed * 1e3)
    print("events_per_s", Double(bench.witness.count - events) / elapsed * 1e3)
    print("threads", ProcessFigures.threads)
    await bench.player.close()
}

/// How far a load gets before it is closed.
enum Stage: String {
    case ready, playing
    /// Playing, and all that is fetched ahead has been fetched.
    case resting
}

/// Loads and closes again and again, with a look at the process every tenth of the way.
func measureCycles(_ uri: String, count: Int, until stage: Stage) async {
    var (threads, descriptors, resident, dirty): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
    let begun = now()
    for index in 0...count {
        if index % max(count / 10, 1) == 0 {
            // A thread that has been told to end may take a moment.
            usleep(200_000)
            threads.append(ProcessFigures.threads)
            descriptors.append(ProcessFigures.descriptors)
            resident.append(ProcessFigures.residentMegabytes)
            dirty.append(ProcessFigures.privateMegabytes)
        }
        if index == count { break }
        let bench = Bench()
        bench.load(uri, autoplay: stage != .ready)
        if stage != .ready { bench.witness.waitForState(.playing(buffering: false)) }
        if stage == .resting { usleep(300_000) }
        await bench.player.close()
    }
    print("cycle_ms", (now() - begun) / Double(count))
    print("cycles_threads", threads)
    print("cycles_fds", descriptors)
    print("cycles_rss_mb", resident)
    print("cycles_private_mb", dirty)
}

/// From a bus message posted to the observer called. Buffering messages are posted by this program, and show as a
/// change of state; the player's own are the end of a preroll and of a seek.
func measureBusLatency(_ uri: String, count: Int) async {
    bus_probe_watch()
    var (buffering, ready, seek): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<20 {
        bus_probe_forget()
        let bench = Bench()
        let heard = bench.load(uri)
        ready.append((heard - Double(bus_probe_async_done()) / 1e6) * 1e3)
        await bench.player.close()
    }
    bus_probe_forget()
    let bench = Bench()
    bench.load(uri)
    usleep(200_000)
    for index in 0..<count {
        let posted = bus_probe_post_buffering(index % 2 == 0 ? 5 : 100)
        let heard = bench.witness.waitForState(.paused(buffering: index % 2 == 0))
        buffering.append((heard - Double(posted) / 1e6) * 1e3)
        usleep(2000)
    }
    for index in 0..<50 {
        bench.beginSeek(to: .milliseconds(500 + index * 20))
        let heard = bench.witness.waitForState(.paused(buffering: false))
        seek.append((heard - Double(bus_probe_async_done()) / 1e6) * 1e3)
        usleep(2000)
    }
    await bench.player.close()
    print("bus_to_observer_us", buffering)
    print("bus_to_ready_us", ready)
    print("bus_to_seek_done_us", seek)
}

/// Nanoseconds for each read, while playing.
func measureSnapshot(_ uri: String) async {
    let bench = Bench()
    bench.load(uri, autoplay: true)
    let count = 200_000
    var (snapshots, positions): ([Double], [Double]) = ([], [])
    var sum = Duration.zero
    for _ in 0..<10 {
        var begun = now()
        for _ in 0..<count { sum += bench.player.snapshot.position }
        snapshots.append((now() - begun) * 1e6 / Double(count))
        begun = now()
        for _ in 0..<count { sum += bench.player.position }
        positions.append((now() - begun) * 1e6 / Double(count))
    }
    await bench.player.close()
    guard sum > .zero else { fail("nothing was played") }
    print("snapshot_ns", snapshots)
    print("position_ns", positions)
}
