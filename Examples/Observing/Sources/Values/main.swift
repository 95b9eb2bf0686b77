// One value of the player as an asynchronous sequence: the current one first, then each other one, never the same twice.

import Playhead

func play(_ path: String) async {
    var configuration = PlayerConfiguration()
    configuration.video = .none
    configuration.audio = .none
    let player = Player(configuration: configuration)

    let (states, durations) = (player.values(of: \.state.name), player.values(of: \.duration))
    let (subtitles, statuses) = (player.values(of: \.subtitle), player.values(of: \.status))

    await withTaskGroup { group in
        group.addTask { for await state in states { print("state", state) } }
        group.addTask { for await duration in durations { print("duration", duration as Any) } }
        group.addTask { for await text in subtitles { print("subtitle", text ?? "–") } }
        group.addTask {
            for await status in statuses {
                print("status", status)
                // Closing the player ends all the sequences, and with them the tasks.
                if status == .ended || status == .failed { await player.close() }
            }
        }
        player.load(MediaItem(path: path), autoplay: true)
    }
}

if CommandLine.arguments.count == 2 {
    await play(CommandLine.arguments[1])
} else {
    print("usage: Values <path>")
}
