import Dispatch
import Playhead

/// Controls a player with the keys of a terminal.
@MainActor
final class Controls {
    let reporter: any Reporter
    let player: Player
    private let terminal: Terminal?
    private let pictures: PictureOutput?
    let keys: KeyBindings
    /// The folder of screenshots.
    private let screenshots: String
    private var reader = KeyReader()
    private var source: (any DispatchSourceRead)?
    private var isReading = false
    /// The display in the window; it removes itself after a while.
    var windowDisplay = WindowDisplay()
    var quit: @MainActor () -> Void = {}

    /// Makes controls. `pictures` is nil if no video is drawn in the terminal.
    init(
        player: Player, reporter: any Reporter, terminal: Terminal?, pictures: PictureOutput?,
        keys: KeyBindings, screenshots: String
    ) {
        self.player = player
        self.screenshots = screenshots
        self.keys = keys
        self.reporter = reporter
        self.terminal = terminal
        self.pictures = pictures
    }

    /// Begins to read keys. `quit` is called when the user quits.
    func begin(quit: @escaping @MainActor () -> Void) {
        self.quit = quit
        followWindow()
        guard let terminal else { return resume() }
        let source = DispatchSource.makeReadSource(fileDescriptor: terminal.descriptor, queue: .main)
        source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.read() } }
        self.source = source
        resume()
    }

    /// Begins or resumes the use of the terminal.
    func resume() {
        terminal?.enter()
        if let pictures {
            pictures.screen.enter()
            if pictures.screen.arrangement != nil {
                pictures.chooseGraphics(canAsk: terminal?.isEntered == true)
            }
        }
        if let source, !isReading, terminal?.isEntered == true {
            isReading = true
            source.resume()
        }
        reporter.redraw()
    }

    /// Adapts to the size of the terminal.
    func resize() {
        pictures?.screen.rearrange()
        reporter.redraw()
    }

    /// Releases the terminal and stops the process until it continues. It pauses playback first: the media
    /// clock also runs while the process is stopped, and playback would skip that time.
    func suspend() {
        end()
        let wasPlaying = player.state.hasContent && !player.canPlay
        player.pause()
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.timeToPause) { [self] in
            Signals.suspendProcess()
            if wasPlaying { player.play() }
            resume()
        }
    }

    /// Restores the terminal.
    func end() {
        reporter.withdraw()
        pauseReading()
        pictures?.screen.leave()
        terminal?.leave()
    }

    private func read() {
        guard let bytes = terminal?.read(), !bytes.isEmpty else { return pauseReading() }
        for input in reader.read(bytes) {
            switch input {
            case .key(let key): if let action = keys[key] { perform(action) }
            case .reply(let reply): pictures?.receive(reply)
            }
        }
    }

    /// Stops reading keys. Unread input would otherwise trigger the source repeatedly.
    private func pauseReading() {
        if isReading { source?.suspend() }
        isReading = false
    }

    func perform(_ action: KeyAction) {
        switch action {
        case .toggle: player.toggle()
        case .skip(let seconds): player.seek(to: player.position + .seconds(seconds))
        case .step(let frames): player.step(by: frames)
        case .nextItem: player.queue.next()
        case .previousItem: player.queue.previous()
        case .nextChapter: player.skipToNextChapter()
        case .previousChapter: player.skipToPreviousChapter()
        case .slower: player.speed = Self.speeds.last { $0 < player.speed } ?? player.speed
        case .faster: player.speed = Self.speeds.first { $0 > player.speed } ?? player.speed
        case .mute: player.isMuted.toggle()
        case .quieter: player.volume -= Self.volumeStep
        case .louder: player.volume += Self.volumeStep
        case .aspect: player.aspectMode = player.aspectMode.next
        case .fullscreen: player.window.isFullscreen.toggle()
        case .nextSound: player.selectNext(.audio)
        case .nextSubtitles: player.selectNext(.subtitles)
        case .screenshot: takeScreenshot()
        case .help: reporter.showHelp(keys.overview)
        case .quit: quit()
        }
    }

    /// Writes the frame that is shown, on another thread.
    private func takeScreenshot() {
        guard let frame = player.currentFrame() else { return reporter.showNote("There is no picture.") }
        let screenshot = Screenshot(folder: screenshots)
        Task { [weak self] in
            let note = await Task.detached { screenshot.save(frame) }.value
            self?.reporter.showNote(note)
        }
    }

    static let volumeStep = 0.05
    private static let speeds = [0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 8, 16]
    private static let timeToPause = DispatchTimeInterval.milliseconds(100)
}

extension Player {
    /// Selects the track after the chosen one. After the last subtitle track comes no track, then the first
    /// again.
    fileprivate func selectNext(_ kind: Track.Kind) {
        let tracks = tracks
        let all = tracks[kind]
        let place = all.firstIndex { tracks.chosen.contains($0) }
        let next = place.map { $0 + 1 } ?? 0
        if next < all.count {
            select(all[next])
        } else if kind == .subtitles, place != nil {
            selectNone(kind)
        } else if let first = all.first {
            select(first)
        }
    }
}

extension AspectMode {
    fileprivate var next: AspectMode {
        switch self {
        case .fit: .fill
        case .fill: .stretch
        case .stretch: .fit
        }
    }
}
