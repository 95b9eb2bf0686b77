import Glibc
import Playhead

/// Several players in this process, each in a window of 240×135 pixels on the screen, that repeat a file.
func measureWall(_ uri: String, players count: Int, seconds: Double) async {
    let columns = 6
    let players = (0..<count).map { index in
        var configuration = PlayerConfiguration()
        (configuration.audio, configuration.video) = (.none, .window)
        configuration.window.isBorderless = true
        configuration.window.geometry = WindowGeometry(
            "240x135+\(index % columns * 240)+\(index / columns * 135)")
        let player = Player(configuration: configuration)
        player.queue.repeatMode = .one
        return player
    }
    for player in players { player.load(MediaItem(uri: uri), autoplay: true) }
    let cpu = ProcessFigures.cpu
    let begun = now()
    usleep(UInt32(seconds * 1e6))
    print("cpu_pct", (ProcessFigures.cpu - cpu) / (now() - begun) * 100)
    print("rss_mb", ProcessFigures.residentMegabytes)
    print("private_mb", ProcessFigures.privateMegabytes)
    print("playing", players.count { $0.state.isPlaying })
    print("dropped_frames", players.reduce(0) { $0 + ($1.metrics?.droppedVideoFrames ?? 0) })
    for player in players { await player.close() }
}
