// For user interfaces: facts and a bar that are observable on the main actor. What a view toolkit does by itself is done by hand here.

import Observation
import Playhead

@MainActor func play(_ path: String) async {
    var configuration = PlayerConfiguration()
    configuration.video = .none
    configuration.audio = .none
    let player = Player(configuration: configuration)
    let model = PlayerModel(player)
    let bar = ProgressTracker(player, interval: .milliseconds(250), seekBehavior: .deferred)

    model.load(MediaItem(path: path), autoplay: true)
    let label = Task {
        // Steady playback updates nothing here.
        for await text in Observations({ "\(model.state.name), subtitle: \(model.subtitle ?? "–")" }) {
            print(text)
        }
    }
    let slider = Task {
        for await progress in Observations({ Int(bar.progress * 100) }) {
            print(String(repeating: "=", count: progress / 2) + ">", bar.time)
            // A person takes the bar at 25 % and drags it on; one seek when it is let go.
            if (25..<50).contains(progress), !bar.isInteracting {
                bar.isInteracting = true
                for step in progress...60 { bar.progress = Double(step) / 100 }
                bar.isInteracting = false
            }
        }
    }
    for await isOver in Observations({ model.status == .ended || model.status == .failed }) where isOver {
        break
    }
    print("the end:", model.endReason.map { "\($0)" } ?? "none", "play again?", model.canPlay)
    label.cancel()
    slider.cancel()
    await player.close()
}

if CommandLine.arguments.count == 2 {
    await play(CommandLine.arguments[1])
} else {
    print("usage: Model <path>")
}
