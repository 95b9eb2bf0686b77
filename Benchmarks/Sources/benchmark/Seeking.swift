import Glibc
import Playhead

/// Seeks to positions that are the same in every run. The answer comes when every output holds its frame or sample,
/// never before the frame itself.
func measureSeek(_ uri: String, mode: String, count: Int) async {
    let bench = Bench()
    bench.load(uri)
    usleep(200_000)
    let length = bench.player.duration?.milliseconds ?? 60_000
    var random = Targets(seed: 0x123_4567)
    var (done, call, offset): ([Double], [Double], [Double]) = ([], [], [])
    for index in -2..<count {
        let target = Duration.milliseconds(random.next(in: 500..<(length - 1500)))
        let begun = now()
        let result = await bench.player.seek(to: target, tolerance: mode == "acc" ? .exact : .before)
        let ended = now()
        guard case .completed(let landed) = result else { fail("seek: \(result)") }
        if index >= 0 {
            done.append(ended - begun)
            offset.append((landed - target).milliseconds)
        }
        usleep(5000)
        let calling = now()
        bench.beginSeek(to: landed)
        if index >= 0 { call.append(now() - calling) }
        while bench.player.state.isBuffering { usleep(500) }
        usleep(5000)
    }
    await bench.player.close()
    print("seek_\(mode)_frame_ms", done)
    print("seek_\(mode)_done_ms", done)
    print("seek_\(mode)_call_ms", call)
    print("seek_\(mode)_offset_ms", offset)
}
