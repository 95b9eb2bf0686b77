import Dispatch
internal import GStreamer
import Glibc
import Playhead
internal import PlayheadSystem

/// Plays the items one after the other and tells what happens. Its end is the end of the process.
///
/// Everything happens on the main queue: what the player tells, keys, and signals.
@MainActor
final class PlaySession {
    private let options: PlayCommand
    private let list: PlaybackItems
    private let items: [QueueItem]
    private let uptime: Uptime
    private let player: Player
    private let terminal: Terminal?
    private lazy var reporter = options.reporter(for: player, names: list.names) { [weak self] in
        self?.quit(.outputClosed)
    }
    private lazy var controls = Controls(player: player, reporter: reporter, terminal: terminal)

    /// What came out, for each item that has ended.
    private var records: [ItemRecord] = []
    /// The item that is current, counted from 0, unless it has been recorded.
    private var item: Int?
    /// How often another item has become current, as far as that was heard.
    private var itemNumber = 0
    private var end: SessionEnd?
    private var isOver = false
    private var resumeFile: ResumeFile?
    /// What happens is recorded as long as this is held.
    private var recording: SessionTrace?
    /// Whether it was told what kept that from being written.
    private var isRecordingFaultTold = false
    /// Writes figures, if that was asked for, until the player is closed.
    private var bookkeeping: Task<Void, Never>?

    init(options: PlayCommand, start: Uptime) {
        self.options = options
        uptime = start
        resumeFile = options.queue.resume ? ResumeFile() : nil
        list = PlaybackItems(options)
        items = list.media.map { [resumeFile] media in
            var media = media
            media.resumePosition = resumeFile?.position(of: media.uri)
            return QueueItem(media)
        }
        player = Player(configuration: options.configuration)
        terminal = options.keyTerminal
    }

    func begin() {
        watchSignals()
        player.addObserver(self, queue: .main)
        record()
        keepMetrics()
        tell(.hello(version: Player.version, gstreamer: Player.gstreamerVersion))
        if options.mute { player.isMuted = true }
        player.volume = options.volume
        player.aspectMode = options.aspect
        player.trackPreferences = options.trackPreferences
        player.subtitleDelay = options.subtitleDelay.duration
        if options.subtitles == .none { player.trackPreferences.subtitles = .none }
        controls.begin { [weak self] in self?.quit(.quit) }
        for warning in list.warnings { tell(.event(.warning(warning))) }
        for fault in list.faults { tell(.event(.error(fault))) }
        if items.isEmpty {
            end = .completed
            return leave()
        }
        options.queue.apply(to: player.queue)
        player.queue.replace(with: items, autoplay: !options.paused)
    }

    private func watchSignals() {
        let interruption = Interruption(terminal: terminal) { number in
            DispatchQueue.main.async { self.quit(.signal(number)) }
        }
        let controls = controls
        Signals.watch([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]) { number in
            switch number {
            case SIGTSTP: DispatchQueue.main.async { controls.suspend() }
            case SIGCONT: DispatchQueue.main.async { controls.resume() }
            case SIGWINCH: DispatchQueue.main.async { controls.reporter.redraw() }
            default: interruption.demand(by: number)
            }
        }
    }

    /// Records, if that is asked for; ends the process when it is impossible.
    private func record() {
        guard let path = options.trace else { return }
        do {
            recording = try player.captureTrace(to: path)
        } catch {
            Output.complain(error.message, hint: error.hint)
            exit(ExitStatus.usage)
        }
    }

    /// Writes figures of each item that has ended, if that is asked for; ends the process when it is impossible.
    private func keepMetrics() {
        guard let path = options.metrics else { return }
        var file = MetricsFile(path: path)
        do { try file.write() } catch {
            report(error, writing: path)
            exit(ExitStatus.usage)
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

    /// Ends everything early; the current item is stopped.
    private func quit(_ reason: SessionEnd) {
        guard end == nil else { return }
        end = reason
        // The item goes, and when that has been heard, so has everything before it.
        player.close()
        DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(2)) { self.leave() }
    }

    /// The current item has ended: if no other one follows it, so has everything.
    private func rest(after number: Int) {
        let snapshot = player.snapshot
        guard end == nil, number == itemNumber, number == snapshot.itemNumber,
            snapshot.status == .ended || snapshot.status == .failed
        else { return }
        end = .completed
        leave()
    }
}

extension PlaySession {
    /// Returns when all that was asked for stands in its files, and says so where it does not and nobody was told.
    private func finishFiles() async {
        try? await recording?.stop()
        await bookkeeping?.value
        // What is written last may be the first that finds no room.
        guard let fault = recording?.fault, !isRecordingFaultTold, !options.quiet else { return }
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
            guard let id = change.id else { return leave() }
            item = items.firstIndex { $0.id == id }
        case .finished:
            // Behind what else belongs to this end: the last status and the last state.
            let ended = itemNumber
            DispatchQueue.main.async { self.rest(after: ended) }
        case .warning(let warning) where warning.message == recording?.fault?.message:
            isRecordingFaultTold = true
        case .subtitleChanged where !options.subtitles.areReported: return
        default: break
        }
        tell(.event(event))
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

    /// Says how everything came out, and ends the process when the player is down, or after a second, and its files are written, or after ten.
    private func leave() {
        guard !isOver else { return }
        isOver = true
        if item != nil {
            let snapshot = player.snapshot
            record(
                snapshot.endReason, duration: snapshot.duration, played: snapshot.played,
                position: snapshot.position)
        }
        // A list that cannot be read is an item that failed.
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
    /// Whether it is about the current item, and not about the player over all items.
    fileprivate var concernsItem: Bool {
        switch self {
        case .queueChanged, .mutedChanged, .volumeChanged, .aspectModeChanged, .subtitleDelayChanged: false
        default: true
        }
    }
}
