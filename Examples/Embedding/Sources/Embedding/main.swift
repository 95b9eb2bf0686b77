import Playhead

func play(_ path: String) async {
    let player = Player()
    let events = player.events
    player.load(MediaItem(path: path), autoplay: true)
    for await event in events {
        print(event)
        if case .finished = event { break }
    }
    await player.close()
}

await play("media/av-h264-aac.mp4")
