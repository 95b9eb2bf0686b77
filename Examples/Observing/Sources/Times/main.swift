// Media time: at regular intervals of it, and at single points that playback comes by, on the clock that the media are played by.

import Playhead

func play(_ path: String) async {
    var configuration = PlayerConfiguration()
    configuration.video = .none
    configuration.audio = .none
    let player = Player(configuration: configuration)

    let seconds = player.periodicTime(every: .milliseconds(500))
    let chapters = player.boundaryTimes([.milliseconds(1250), .seconds(3)])
    let statuses = player.values(of: \.status)

    await withTaskGroup { group in
        // Multiples of the interval; and the position whenever playback starts, stops or jumps.
        group.addTask { for await time in seconds { print("time", time) } }
        // The second one is crossed twice, because it is played twice; a seek crosses nothing.
        group.addTask { for await time in chapters { print("chapter at", time) } }
        group.addTask {
            var isAgain = false
            for await status in statuses where status == .ended || status == .failed {
                if isAgain || status == .failed {
                    await player.close()
                    return
                }
                isAgain = true
                print("the end; once more, from 2.5 s on and at double speed")
                player.speed = 2
                await player.seek(to: .milliseconds(2500))
                player.play()
            }
        }
        player.load(MediaItem(path: path), autoplay: true)
    }
}

if CommandLine.arguments.count == 2 {
    await play(CommandLine.arguments[1])
} else {
    print("usage: Times <path>")
}
