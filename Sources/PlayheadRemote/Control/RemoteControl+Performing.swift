internal import Playhead

extension RemoteControl {
    /// Carries out a command. Its effect on the state is visible when the call returns; media follows later.
    public func perform(_ command: RemoteCommand) throws(RemoteFault) {
        switch command {
        case .play, .pause, .toggle, .stop: performRequest(command)
        case .seek, .skip, .step, .goToChapter, .nextChapter, .previousChapter: try performSeek(command)
        case .setLoop(let points): try setLoop(points)
        case .markLoop: try markLoop()
        case .addBookmark, .removeBookmark, .goToBookmark, .nextBookmark: try performBookmark(command)
        case .setSpeed(let speed): player.speed = speed
        case .setVolume(let volume): player.volume = volume
        case .setMuted(let isMuted): player.isMuted = isMuted
        case .setSubtitleDelay(let delay): player.subtitleDelay = delay
        case .setAudioDelay(let delay): player.audioDelay = delay
        case .setPitch(let pitch): player.audioEffects.pitch = pitch
        case .setAudioChannels(let channels): player.audioEffects.channels = channels
        case .select, .selectAutomatically, .selectNext: try performSelection(command)
        case .setAudioDevice(let device): player.audioDevice = device
        case .setAspectMode(let mode): player.aspectMode = mode
        case .setFullscreen(let isFullscreen): player.window.isFullscreen = isFullscreen
        case .showMessage(let text, let duration): showMessage(text, for: duration)
        case .screenshot: try offered(host.screenshot)
        case .quit: try offered(host.quit)
        default: try performEdit(command)
        }
    }

    private func offered(_ action: (@Sendable () -> Void)?) throws(RemoteFault) {
        guard let action else { throw .notOffered }
        action()
    }

    private func performRequest(_ command: RemoteCommand) {
        let state = state
        switch command {
        case .pause:
            rememberPause(state.isIdle)
            player.pause()
        case .play:
            rememberPause(false)
            player.play()
        case .toggle where state.snapshot.item == nil: rememberPause(!state.isPaused)
        case .toggle: player.toggle()
        default: player.stop()
        }
    }

    private func performSeek(_ command: RemoteCommand) throws(RemoteFault) {
        let snapshot = player.snapshot
        guard snapshot.item != nil else { throw .noContent }
        if case .step(let frames) = command { return player.step(by: frames) }
        // The player keeps a seek until the item is open.
        guard player.canSeek || snapshot.status == .opening else { throw .notSeekable }
        switch command {
        case .seek(let position, let tolerance): player.seek(to: position, tolerance: tolerance)
        case .skip(let distance, let tolerance):
            player.seek(to: player.position + distance, tolerance: tolerance)
        case .nextChapter: player.skipToNextChapter()
        case .previousChapter: player.skipToPreviousChapter()
        case .goToChapter(let index):
            guard player.chapters.indices.contains(index) else { throw .noSuchChapter }
            player.seek(to: player.chapters[index])
        default: break
        }
    }

    private func performSelection(_ command: RemoteCommand) throws(RemoteFault) {
        switch command {
        case .select(let kind, let id?):
            guard let track = player.tracks[kind].first(where: { $0.id == id }) else { throw .noSuchTrack }
            player.select(track)
        case .select(.subtitles, nil): player.selectNone(.subtitles)
        case .selectAutomatically(let kind): player.selectAutomatically(kind)
        case .selectNext(let kind): selectNext(kind)
        default: throw .noSuchTrack
        }
    }

    private func selectNext(_ kind: Track.Kind) {
        let tracks = player.tracks
        let all = tracks[kind]
        let place = all.firstIndex { tracks.chosen.contains($0) }
        let next = place.map { $0 + 1 } ?? 0
        if next < all.count {
            player.select(all[next])
        } else if kind == .subtitles, place != nil {
            player.selectNone(kind)
        } else if let first = all.first {
            player.select(first)
        }
    }

    private func performEdit(_ command: RemoteCommand) throws(RemoteFault) {
        let queue = player.queue
        let items = queue.value
        switch command {
        case .next:
            guard queue.canGoNext else { throw .noSuchItem }
            queue.next()
        case .previous:
            guard queue.canGoPrevious else { throw .noSuchItem }
            queue.previous()
        case .jump(let index):
            let isPaused = state.isPaused
            queue.currentItem = try items.item(at: index)
            if !isPaused { player.play() }
        case .load(let new): queue.replace(with: new, autoplay: !state.isPaused)
        case .insert(let new, let place): queue.insert(new, at: place)
        case .move(let from, let to):
            let item = try items.item(at: from)
            guard (0...items.count).contains(to) else { throw .noSuchItem }
            queue.move(item, to: to < items.count ? .before(items[to].id) : .end)
        case .remove(let index): queue.remove(try items.item(at: index))
        case .removeOthers: queue.remove(items.items.filter { $0.id != items.currentID })
        case .removeAll: queue.removeAll()
        case .setRepeatMode(let mode): queue.repeatMode = mode
        case .setShuffled(let isShuffled):
            if isShuffled, !items.isShuffled { queue.shuffle() }
            if !isShuffled { queue.unshuffle() }
        default: break
        }
    }
}

extension PlaybackQueue {
    fileprivate func item(at index: Int) throws(RemoteFault) -> QueueItem {
        guard (0..<count).contains(index) else { throw .noSuchItem }
        return self[index]
    }
}
