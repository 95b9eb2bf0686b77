import Playhead

/// In virtual time, from load to the natural end: the first time in a process, and in a warm one.
func measureVirtual(_ uri: String, count: Int) async {
    var times: [Double] = []
    for index in 0...count {
        let begun = now()
        let bench = Bench(clock: .virtual)
        bench.player.load(MediaItem(pathOrURI: uri), autoplay: true)
        let ended = bench.witness.wait { $0 == .finished(.natural) }
        if index == 0 { print("process_ms", ended - processStart) } else { times.append(ended - begun) }
        await bench.player.close()
    }
    print("through_ms", times)
}
