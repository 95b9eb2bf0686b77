import Glibc
import Playhead

/// Steps from frame to frame from the middle of a file. The answer comes when the frame is there.
func measureStep(_ uri: String, count: Int) async {
    let bench = Bench()
    bench.load(uri)
    await bench.player.seek(to: (bench.player.duration ?? .seconds(10)) / 2)
    for (name, frames) in [("forward", 1), ("back", -1)] {
        var (done, moved): ([Double], [Double]) = ([], [])
        for _ in 0..<count {
            let (begun, start) = (now(), bench.player.position)
            guard case .completed(let position) = await bench.player.step(by: frames) else {
                fail("no step \(name)")
            }
            done.append(now() - begun)
            moved.append((position - start).milliseconds.magnitude)
            usleep(5000)
        }
        print("step_\(name)_ms", done)
        print("step_\(name)_frame_ms", moved)
    }
    await bench.player.close()
}
