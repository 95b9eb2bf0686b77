import Dispatch
internal import GStreamer
import Glibc
import Playhead
internal import PlayheadRemote
internal import PlayheadRemoteHTTP
internal import PlayheadSystem

/// Plays the items, reports all events, and ends the process.
///
/// All work runs on the main queue: player events, keys and signals.
@MainActor
final class PlaySession {
    private let options: PlayCommand
    private let list: PlaybackItems
    private var items: [QueueItem]
    private let uptime: Uptime
    private let player: Player
    private let terminal: Terminal?
    /// The pictures in the terminal; nil without `--video terminal`.
    private let pictures: PictureOutput?
    private let keys: KeyBindings
    private lazy var reporter = options.reporter(for: player, names: list.names, screen: pictures?.screen) {
        [weak self] in
        self?.quit(.outputClosed)
    }
    private lazy var controls: Controls = Controls(
        control: control, reporter: reporter, terminal: terminal, pictures: pictures, keys: keys,
        screenshots: options.output.screenshotDirectory)

    private lazy var control: RemoteControl = RemoteControl(
        player,
        host: options.host {
            DispatchQueue.main.async { [weak self] in self?.quit(.quit) }
        } screenshot: {
            DispatchQueue.main.async { [weak self] in self?.controls.takeScreenshot() }
        })
    /// Listens for remote controls; nil without `--input-ipc-server`.
    private var server: JSONIPCServer?
    /// The control over HTTP; nil without `--http`.
    private var web: RemoteHTTPServer?
    /// The control by the desktop; nil without it.
    private var desktop: MPRISService?

    /// The outcome of each item that has ended.
    private var records: [ItemRecord] = []
    /// The index of the current item, from 0; nil if its outcome is already recorded.
    private var item: Int?
    /// The number of item changes received so far.
    private var itemNumber = 0
    private var end: SessionEnd?
    private var isOver = false
    private var resumeFile: ResumeFile?
    /// The delays of the audio devices; nil without `--keep-audio-delay`.
    private var delays: DeviceDelays?
    /// The session trace. Recording continues until this reference is released.
    private var recording: SessionTrace?
    /// The record of all requests; nil without `--har`.
    private let archive: HTTPArchive?
    /// The file of the received bytes; nil without `--dump-stream`.
    private let dump: StreamDump?
    /// Whether an error of the trace was already reported.
    private var isRecordingFaultTold = false
    /// The task that writes the metrics until the player is closed; nil without `--metrics`.
    private var bookkeeping: Task<Void, Never>?

    init(options: PlayCommand, keys: KeyBindings, start: Uptime) {
        self.options = options
        self.keys = keys
        uptime = start
        resumeFile = options.queue.resume ? ResumeFile() : nil
        delays = options.sound.keepAudioDelay ? DeviceDelays(usual: options.sound.audioDelay.duration) : nil
        list = PlaybackItems(options)
        items = list.media.map { [resumeFile] media in
            var media = media
            media.resumePosition = resumeFile?.position(of: media.uri)
            return QueueItem(media)
        }
        pictures = options.output.video == .terminal ? PictureOutput(screen: TerminalScreen()) : nil
        pictures?.use(options.output.aspect)
        var configuration = options.configuration
        configuration.presentationTap = pictures
        configuration.loudnessStorage = LoudnessFile()
        archive = options.archive.open()
        configuration.network.archive = archive
        dump = options.reports.makeDump()
        if let dump { configuration.byteTap = { dump.tap() } }
        let resolver = options.queue.resolver.map { CommandResolver($0, network: configuration.network) }
        configuration.resolveItem = resolver?.resolution
        if resolver != nil { configuration.loadTimeout += CommandResolver.timeLimit }
        player = Player(configuration: configuration)
        resolver?.serve(player)
        terminal = options.keyTerminal
    }

    func begin() {
        watchSignals()
        player.addObserver(self, queue: .main)
        record()
        keepMetrics()
        tell(.hello(version: Player.version, gstreamer: Player.gstreamerVersion))
        options.output.apply(to: player)
        options.sound.apply(to: player)
        player.trackPreferences = options.tracks.preferences
        player.subtitleDelay = options.tracks.subtitleDelay.duration
        controls.begin { [weak self] in self?.quit(.quit) }
        for warning in list.warnings { tell(.event(.warning(warning))) }
        for fault in list.faults { tell(.event(.error(fault))) }
        listen()
        if items.isEmpty, !options.remote.idle {
            end = .completed
            return leave()
        }
        options.queue.apply(to: player.queue)
        guard options.output.device.needsDevices else { return open() }
        Task {
            do throws(PlayerError) {
                try await options.output.device.apply(to: player)
                open()
            } catch {
                Output.complain(error.message, hint: error.hint)
                giveUp()
            }
        }
    }

    private func open() {
        let waits = options.position.paused || options.timers.startAt != nil
        player.queue.replace(with: items, autoplay: !waits)
        readInput()
        options.timers.begin(player) { [weak self] in self?.quit(.quit) }
    }

    private func watchSignals() {
        let interruption = Interruption { [terminal, pictures] in
            pictures?.screen.leaveSoon()
            terminal?.leave()
        } quit: { number in
            DispatchQueue.main.async { self.quit(.signal(number)) }
        }
        let controls = controls
        Signals.watch([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]) { number in
            switch number {
            case SIGTSTP: DispatchQueue.main.async { controls.suspend() }
            case SIGCONT: DispatchQueue.main.async { controls.resume() }
            case SIGWINCH: DispatchQueue.main.async { controls.resize() }
            default: interruption.demand(by: number)
            }
        }
    }

    /// Listens for remote controls, if requested. The process ends if that fails.
    private func listen() {
        dump?.onFailure { warning in
            DispatchQueue.main.async { [weak self] in self?.hear(.warning(warning)) }
        }
        desktop = options.busAddress(hasTerminal: terminal != nil).map { MPRISService(control, address: $0) }
        do {
            web = try options.startWebControl(control, screen: pictures?.screen)
        } catch {
            Output.complain(error.message, hint: error.hint)
            giveUp()
        }
        guard let path = options.remote.ipcPath else { return }
        do {
            server = try JSONIPCServer(control, path: path)
        } catch {
            Output.complain(error.message, hint: nil)
            giveUp()
        }
    }

    /// Begins to read commands from a file, if requested. The process ends if that fails.
    private func readInput() {
        guard let path = options.remote.inputFile else { return }
        let file = CommandFile(path: path, interpreter: MPVInterpreter(control)) { warning in
            DispatchQueue.main.async { [weak self] in self?.hear(.warning(warning)) }
        }
        do { try file.begin() } catch {
            Output.complain("\(path.printable) cannot be read: \(error.message)", hint: nil)
            giveUp()
        }
    }

    /// Ends the process because an option cannot be followed. Nothing was played, and no empty file stays.
    private func giveUp() -> Never {
        _ = dump?.finish()
        flushAndExit(ExitStatus.usage)
    }

    /// Starts the session trace, if requested. The process ends if that fails.
    private func record() {
        guard let path = options.reports.trace else { return }
        do {
            recording = try player.captureTrace(to: path)
        } catch {
            Output.complain(error.message, hint: error.hint)
            giveUp()
        }
    }

    /// Writes metrics of each ended item, if requested. The process ends if that fails.
    private func keepMetrics() {
        guard let path = options.reports.metrics else { return }
        var file = MetricsFile(path: path)
        do { try file.write() } catch {
            report(error, writing: path)
            giveUp()
        }
        let updates = player.metricsUpdates
        bookkeeping = Task {
            for await metrics in updates where metrics.isFinal {
                file.add(metrics)
                do throws(FileFault) { try file.write() } catch { report(error, writing: path) }
            }
        }
    }

    private func report(_ fault: FileFault, writing path: String) {
        Output(.standardError).print(["playhead: \(path.printable) cannot be written: \(fault.message)"])
    }

    /// Ends the session early and stops the current item.
    private func quit(_ reason: SessionEnd) {
        guard end == nil else { return }
        end = reason
        // Closing ends the current item. The event of that end arrives after all earlier events.
        player.close()
        let limit: DispatchTime = item == nil ? .now() : .now() + .seconds(2)
        DispatchQueue.main.asyncAfter(deadline: limit) { self.leave() }
    }

    /// Ends the session after the end of the current item, if no other item follows.
    private func rest(after number: Int) {
        let snapshot = player.snapshot
        guard end == nil, !options.remote.idle, number == itemNumber, number == snapshot.itemNumber,
            snapshot.status == .ended || snapshot.status == .failed
        else { return }
        end = .completed
        leave()
    }
}

extension PlaySession {
    /// Waits until the trace, the metrics and the archive are written. It reports an error that was not reported before.
    private func finishFiles() async {
        try? await recording?.stop()
        await bookkeeping?.value
        archive?.close()
        if let lack = dump?.finish(), !options.reports.quiet {
            Output.complain("warning: " + lack.message, hint: lack.hint)
        }
        server?.close()
        desktop?.close()
        web?.close()
        // The last write can be the first one that fails, for example on a full disk.
        guard let fault = recording?.fault, !isRecordingFaultTold, !options.reports.quiet else { return }
        isRecordingFaultTold = true
        Output.complain("warning: " + fault.message, hint: fault.hint)
    }
}

extension PlaySession: PlayerObserver {
    nonisolated func player(_ player: Player, received event: PlayerEvent) {
        MainActor.assumeIsolated { hear(event) }
    }

    private func hear(_ event: PlayerEvent) {
        guard !isOver else { return }
        switch event {
        case .itemChanged(let change):
            itemNumber += 1
            if let previous = change.previous {
                record(
                    previous.reason, duration: previous.duration, played: previous.played,
                    position: previous.position)
            }
            guard let id = change.id else {
                if end == nil, options.remote.idle { break }
                return leave()
            }
            item = items.firstIndex { $0.id == id }
        case .queueChanged(let change): learn(change.new)
        case .finished:
            // The end runs later in the queue, after the last status and state changes of the item.
            let ended = itemNumber
            DispatchQueue.main.async { self.rest(after: ended) }
        case .warning(let warning) where warning.message == recording?.fault?.message:
            isRecordingFaultTold = true
        case .audioDelayChanged(let delay): delays?.keep(delay)
        case .audioDeviceChanged(let status):
            if let delay = delays?.use(status.active) { player.audioDelay = delay }
        case .aspectModeChanged(let mode): pictures?.use(mode)
        // The last picture of the item before must not stay.
        case .tracksChanged(let tracks) where !tracks.isEmpty && tracks.chosen.video == nil: pictures?.clear()
        case .subtitleChanged where !options.reportsSubtitles: return
        default: break
        }
        tell(.event(event))
    }

    /// Adds the items that came by remote control, or from a resolver.
    private func learn(_ queue: PlaybackQueue) {
        let known = Set(items.map(\.id))
        for item in queue.items where !known.contains(item.id) {
            items.append(item)
            reporter.add(
                name: item.media.title ?? FileAddress.path(uri: item.media.uri)?.description ?? item.media.uri
            )
        }
    }

    private func record(_ reason: EndReason?, duration: Duration?, played: Duration, position: Duration) {
        guard let item else { return }
        resumeFile?.keep(
            position, of: duration, for: items[item].media.uri, isFinished: reason == .natural)
        records.append(
            ItemRecord(
                index: item, uri: items[item].media.uri, outcome: Outcome(reason ?? .stopped),
                duration: duration, played: played))
        self.item = nil
    }

    private func tell(_ fact: Report.Fact) {
        var report = Report(time: uptime.now, item: nil, fact: fact)
        if case .event(let event) = fact, let item, event.concernsItem {
            report.item = item
            if case .error(var error) = event, error.uri == nil {
                error.uri = items[item].media.uri
                report.fact = .event(.error(error))
            }
        }
        reporter.report(report)
    }

    /// Reports the summary and ends the process. It waits up to 1 s for the player, and up to 10 s for the
    /// files.
    private func leave() {
        guard !isOver else { return }
        isOver = true
        if item != nil {
            let snapshot = player.snapshot
            record(
                snapshot.endReason, duration: snapshot.duration, played: snapshot.played,
                position: snapshot.position)
        }
        // A playlist that cannot be read counts as a failed item.
        let outcomes = records.map(\.outcome) + list.faults.map { _ in .failed }
        let code = ExitStatus.code(for: outcomes, end: end ?? .quit)
        tell(.summary(exitCode: code, items: records))
        controls.end()
        DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(10)) { _exit(code) }
        DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(1)) {
            Task {
                await self.finishFiles()
                _exit(code)
            }
        }
        Task {
            await player.close()
            await finishFiles()
            flushAndExit(code)
        }
    }
}

extension PlayerEvent {
    /// Whether the event is about the current item instead of the player.
    fileprivate var concernsItem: Bool {
        switch self {
        case .queueChanged, .mutedChanged, .volumeChanged, .audioEffectsChanged, .aspectModeChanged,
            .subtitleDelayChanged, .audioDelayChanged, .audioDeviceChanged:
            false
        default: true
        }
    }
}
