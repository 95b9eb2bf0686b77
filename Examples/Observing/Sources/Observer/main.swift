// An observer is an object. The player holds it weakly and calls it on a queue of the player's own, or on one that you name.

import Dispatch
import Playhead

/// Implements what it wants to hear of, and nothing else.
final class Narrator: PlayerObserver {
    let name: String
    let finished = DispatchSemaphore(value: 0)

    init(name: String) { self.name = name }

    func player(_ player: Player, stateChanged change: StateChange) {
        print(name, change.from.name, "→", change.to.name, "because of", change.reason)
    }

    func player(_ player: Player, durationChanged duration: Duration?) {
        print(name, "duration", duration.map { "\($0)" } ?? "unknown")
    }

    func player(_ player: Player, playbackFinished reason: EndReason) {
        // A command from inside a call is as good as one from anywhere else.
        player.isMuted = true
        print(name, "finished", reason)
        finished.signal()
    }
}

func play(_ path: String) {
    var configuration = PlayerConfiguration()
    configuration.video = .none
    configuration.audio = .none
    let player = Player(configuration: configuration)

    let (first, second) = (Narrator(name: "own queue:  "), Narrator(name: "named queue:"))
    player.addObserver(first)
    player.addObserver(second, queue: DispatchQueue(label: "named"))
    player.load(MediaItem(path: path), autoplay: true)
    first.finished.wait()
    second.finished.wait()
    player.removeObserver(first)
    player.close()
}

if CommandLine.arguments.count == 2 {
    play(CommandLine.arguments[1])
} else {
    print("usage: Observer <path>")
}
