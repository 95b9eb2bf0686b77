// A closure is called with every event for as long as the token of its observation is held.

import Dispatch
import Playhead

func play(_ path: String) {
    var configuration = PlayerConfiguration()
    configuration.video = .none
    configuration.audio = .none
    let player = Player(configuration: configuration)

    let finished = DispatchSemaphore(value: 0)
    let everything = player.observe { event in
        switch event {
        case .positionChanged: break
        case .finished(let reason):
            print("finished:", reason)
            finished.signal()
        default: print(event)
        }
    }
    // On a queue of one's own; this one is enough after the item is ready.
    var opening: PlayerObservation? = player.observe(on: DispatchQueue(label: "opening")) { event in
        if event == .ready { print("ready, and said on another queue") }
    }

    player.load(MediaItem(path: path), autoplay: true)
    finished.wait()
    // Releasing a token ends its observation; so does cancel().
    opening = nil
    everything.cancel()
    player.reset()
    print("nobody hears that there is no item any more:", player.state, opening == nil)
    player.close()
}

if CommandLine.arguments.count == 2 {
    play(CommandLine.arguments[1])
} else {
    print("usage: Closure <path>")
}
