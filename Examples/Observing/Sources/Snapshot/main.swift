// Reading the player: one value with everything in it, from any thread at any time, without any observer.

import Playhead

func play(_ path: String) async throws {
    let player = Player(configuration: .quiet)
    player.load(MediaItem(path: path), autoplay: true)
    // What was asked for shows at once, though nothing is open yet.
    print(player.state.name, player.status)

    while player.snapshot.endReason == nil {
        let snapshot = player.snapshot
        print(snapshot.position, "of", snapshot.duration.map { "\($0)" } ?? "?", snapshot.state.name)
        try await Task.sleep(for: .milliseconds(500))
    }

    // The same after the pipeline itself has been asked.
    let last = await player.refreshed()
    print(last.status, "by", last.endReason ?? .natural, "at", last.position, "played", last.played)
    await player.close()
}

extension PlayerConfiguration {
    /// No window and no sound.
    static var quiet: PlayerConfiguration {
        var configuration = PlayerConfiguration()
        configuration.video = .none
        configuration.audio = .none
        return configuration
    }
}

if CommandLine.arguments.count == 2 {
    try await play(CommandLine.arguments[1])
} else {
    print("usage: Snapshot <path>")
}
