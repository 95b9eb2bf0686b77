import Dispatch
import Playhead
import PlayheadRemote

/// Controls a player with the keys of a terminal.
@MainActor
final class Controls {
    let reporter: any Reporter
    let control: RemoteControl
    var player: Player { control.player }
    private let terminal: Terminal?
    private let pictures: PictureOutput?
    let keys: KeyBindings
    /// The folder of screenshots.
    private let screenshots: String
    private var reader = KeyReader()
    private var source: (any DispatchSourceRead)?
    private var isReading = false
    var quit: @MainActor () -> Void = {}

    /// Makes controls. `pictures` is nil if no video is drawn in the terminal.
    init(
        control: RemoteControl, reporter: any Reporter, terminal: Terminal?, pictures: PictureOutput?,
        keys: KeyBindings, screenshots: String
    ) {
        self.control = control
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
        case .screenshot: takeScreenshot()
        case .help: reporter.showHelp(keys.overview)
        case .loop: perform(.markLoop) { $0.loop.text }
        case .addBookmark: perform(.addBookmark(nil)) { "Bookmark: \($0.snapshot.position.clock)" }
        case .nextBookmark: perform(.nextBookmark) { "Bookmark: \($0.snapshot.position.clock)" }
        case .meter: reporter.toggleMeter()
        case .quit: quit()
        // A key without an effect now is no error.
        default: if let command = command(for: action) { try? control.perform(command) }
        }
    }

    private func command(for action: KeyAction) -> RemoteCommand? {
        switch action {
        case .toggle: .toggle
        case .skip(let seconds): .skip(by: .seconds(seconds))
        case .step(let frames): .step(by: frames)
        case .nextItem: .next
        case .previousItem: .previous
        case .nextChapter: .nextChapter
        case .previousChapter: .previousChapter
        case .slower: Self.speeds.last { $0 < player.speed }.map(RemoteCommand.setSpeed)
        case .faster: Self.speeds.first { $0 > player.speed }.map(RemoteCommand.setSpeed)
        case .mute: .setMuted(!player.isMuted)
        case .quieter: .setVolume(player.volume - Self.volumeStep)
        case .louder: .setVolume(player.volume + Self.volumeStep)
        case .soundEarlier: .setAudioDelay(player.audioDelay - Self.delayStep)
        case .soundLater: .setAudioDelay(player.audioDelay + Self.delayStep)
        case .aspect: .setAspectMode(player.aspectMode.next)
        case .fullscreen: .setFullscreen(!player.window.isFullscreen)
        case .nextSound: .selectNext(.audio)
        case .nextSubtitles: .selectNext(.subtitles)
        case .loop, .addBookmark, .nextBookmark, .screenshot, .help, .meter, .quit: nil
        }
    }

    /// Carries out a command, and tells what it has done.
    private func perform(_ command: RemoteCommand, _ note: (RemoteState) -> String) {
        do throws(RemoteFault) { try control.perform(command) } catch {
            return reporter.showNote(error.message)
        }
        reporter.showNote(note(control.state))
    }

    /// Writes the frame that is shown, on another thread.
    func takeScreenshot() {
        guard let frame = player.currentFrame() else { return reporter.showNote("There is no picture.") }
        let screenshot = Screenshot(folder: screenshots)
        Task { [weak self] in
            let note = await Task.detached { screenshot.save(frame) }.value
            self?.reporter.showNote(note)
        }
    }

    static let volumeStep = 0.05
    private static let delayStep: Duration = .milliseconds(100)
    private static let speeds = [0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 8, 16]
    private static let timeToPause = DispatchTimeInterval.milliseconds(100)
}
