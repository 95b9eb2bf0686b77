// Everything that happens, as an asynchronous sequence: in order, nothing twice, for any number of consumers.

import Playhead

func play(_ path: String) async {
    var configuration = PlayerConfiguration()
    configuration.video = .none
    configuration.audio = .none
    let player = Player(configuration: configuration)

    // A sequence begins where it is asked for: first ask, then load.
    let events = player.events
    player.load(MediaItem(path: path), autoplay: true)
    for await event in events {
        switch event {
        case .itemChanged(let change): print("item", change.item?.uri ?? "none")
        case .durationChanged(let duration): print("duration", duration ?? .zero)
        case .stateChanged(let change): print("state", change.to.name, "by", change.reason)
        case .positionChanged(let position): print("position", position)
        case .subtitleChanged(let cue): print("subtitle", cue?.text ?? "–")
        case .warning(let warning): print("warning:", warning)
        case .error(let error): print("error:", error)
        default: break
        }
        if case .finished(let reason) = event {
            print("finished", reason)
            break
        }
    }
    await player.close()
}

if CommandLine.arguments.count == 2 {
    await play(CommandLine.arguments[1])
} else {
    print("usage: Events <path>")
}
