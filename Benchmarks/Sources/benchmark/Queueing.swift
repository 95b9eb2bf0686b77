import Glibc
import Playhead
import Synchronization

/// Notes when the first picture of each load is shown.
private final class FirstPictures: PresentationTap {
    private let shown = Mutex<[Int: Double]>([:])

    func didPresent(_ picture: PresentedVideoFrame) {
        guard !picture.isHeld else { return }
        let time = now()
        shown.withLock { if $0[picture.load] == nil { $0[picture.load] = time } }
    }

    func didPresent(_ sound: PresentedAudioBuffer) {}

    /// The time of the first picture of the loads that are newer than one.
    func first(after load: Int) -> (load: Int, time: Double)? {
        shown.withLock { $0.filter { $0.key > load }.min { $0.value < $1.value } }.map { ($0.key, $0.value) }
    }
}

private func makePlayer(_ pictures: FirstPictures? = nil) -> Player {
    var configuration = PlayerConfiguration()
    configuration.video = .none
    configuration.audio = .none
    configuration.presentationTap = pictures
    return Player(configuration: configuration)
}

/// Jumps between two items that take turns, each of them prepared: from the request to the first frame, and back from the call.
func measureSwitch(_ one: String, _ other: String, count: Int) async {
    let pictures = FirstPictures()
    let player = makePlayer(pictures)
    player.queue.repeatMode = .all
    player.queue.append(contentsOf: [one, other].map { MediaItem(pathOrURI: $0) })
    player.play()
    var (frame, call): ([Double], [Double]) = ([], [])
    var load = 0
    for index in 0...count {
        await settle {
            player.queue.preloadedItems.contains(where: \.isReady) && pictures.first(after: load) != nil
        }
        usleep(300_000)
        load = pictures.first(after: load)?.load ?? load
        if index == count { break }
        let begun = now()
        player.queue.next()
        call.append(now() - begun)
        await settle { pictures.first(after: load) != nil }
        frame.append((pictures.first(after: load)?.time ?? .infinity) - begun)
    }
    await player.close()
    print("switch_ms", frame)
    print("switch_call_ms", call)
}

/// Plays short items of several kinds one after another, with a look at the process every tenth of the way.
func measureTransitions(_ uris: [String], count: Int) async {
    let player = makePlayer()
    let events = player.events
    player.queue.append(
        contentsOf: (0..<count).map {
            MediaItem(pathOrURI: uris[$0 % uris.count], endPosition: .milliseconds(300))
        })
    player.play()
    var (threads, descriptors, resident): ([Double], [Double], [Double]) = ([], [], [])
    var (begun, naturals) = (0, 0)
    for await event in events {
        if case .itemChanged(let change) = event {
            if change.reason == .natural { naturals += 1 }
            if begun % max(count / 10, 1) == 0 {
                threads.append(ProcessFigures.threads)
                descriptors.append(ProcessFigures.descriptors)
                resident.append(ProcessFigures.residentMegabytes)
            }
            begun += 1
        }
        if case .finished = event, begun == count { break }
    }
    await player.close()
    print("transitions", Double(naturals))
    print("transitions_threads", threads)
    print("transitions_fds", descriptors)
    print("transitions_rss_mb", resident)
}

/// A list of so many items: appended at once, one by one, shuffled, and what it holds.
func measureList(_ count: Int) async {
    let items = (0..<count).map { QueueItem(MediaItem(uri: "file:///music/album/track-\($0).flac")) }
    let player = makePlayer()
    player.queue.endAction = .pause
    let before = ProcessFigures.privateMegabytes
    var begun = now()
    player.queue.insert(items, at: .end)
    print("list_append_ms", now() - begun)
    begun = now()
    player.queue.shuffle(seed: 1)
    print("list_shuffle_ms", now() - begun)
    begun = now()
    player.queue.unshuffle()
    print("list_unshuffle_ms", now() - begun)
    print("list_mb", ProcessFigures.privateMegabytes - before)
    player.reset()
    begun = now()
    for item in items { player.queue.insert([item], at: .end) }
    print("list_one_by_one_ms", now() - begun)
    begun = now()
    for item in items.reversed() { player.queue.remove(item) }
    print("list_remove_one_by_one_ms", now() - begun)
    await player.close()
}

private func settle(_ condition: () -> Bool) async {
    let begun = now()
    while !condition() {
        if now() - begun > 10_000 { fail("no answer within 10 s") }
        usleep(200)
    }
}
