import CBusProbe
import Glibc
import Playhead

/// Process start to `main`, and to a started GStreamer.
func measureInit(main: Double) {
    let begun = now()
    bus_probe_start()
    let done = now()
    print("exec_to_main_ms", main - processStart)
    print("gst_init_ms", done - begun)
    print("exec_to_init_ms", done - processStart)
}

/// Process start to the first frame. What the player tells is that *every* output holds its first frame or sample, which
/// is never earlier.
func measureCold(_ uri: String, main: Double) {
    let bench = Bench()
    let begun = now()
    let ready = bench.load(uri, autoplay: true)
    print("exec_to_main_ms", main - processStart)
    print("load_to_frame_ms", ready - begun)
    print("first_frame_ms", ready - processStart)
    print("hwm_mb", ProcessFigures.peakMegabytes)
    print("cpu_ms", ProcessFigures.cpu)
    _exit(0)
}

/// Load to ready in a warm process: a new player each time, then one player again and again.
func measurePreroll(_ uri: String, count: Int) async {
    var (fresh, teardown, reuse): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<count {
        let begun = now()
        let bench = Bench()
        fresh.append(bench.load(uri) - begun)
        let closing = now()
        await bench.player.close()
        teardown.append(now() - closing)
    }
    let bench = Bench()
    bench.load(uri)
    for _ in 0..<count {
        let begun = now()
        reuse.append(bench.load(uri) - begun)
    }
    await bench.player.close()
    print("first_in_process_ms", fresh[0])
    print("preroll_fresh_ms", Array(fresh.dropFirst()))
    print("teardown_ms", teardown)
    print("preroll_reuse_ms", reuse)
}

/// Play after pause: to the event, and to a position that advanced.
func measureStart(_ uri: String, count: Int) async {
    let bench = Bench()
    bench.load(uri)
    var (position, event): ([Double], [Double]) = ([], [])
    for _ in 0..<count {
        usleep(60_000)
        bench.witness.forget()
        let before = bench.player.position
        let begun = now()
        bench.player.play()
        while bench.player.position <= before, now() - begun < 3000 { usleep(200) }
        position.append(now() - begun)
        event.append(bench.witness.waitForState(.playing(buffering: false)) - begun)
        usleep(100_000)
        bench.player.pause()
        usleep(80_000)
    }
    await bench.player.close()
    print("play_to_pos_ms", position)
    print("play_to_event_ms", event)
}
