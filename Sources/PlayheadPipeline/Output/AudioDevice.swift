internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem
internal import Synchronization

/// The sound output of a player: samples go in one after another, whichever load they come from, and are heard without a gap or an
/// overlap between them.
///
/// Loads hand over their sound by ``lead`` before it is due. It is kept here until it has been heard, so that a pause silences at once and loses
/// nothing: what has not been heard is played again from there on.
final class AudioDevice: @unchecked Sendable {
    // All variables are touched on `queue` only.
    let queue = DispatchQueue(label: "playhead.sound", qos: .userInteractive)
    let timeline: OutputClock
    let pipeline: Element
    let source: Element
    let volume: Element
    let sink: Element
    let format: Element
    let broken = Atomic(false)
    let waiting = Mutex<(length: Duration, since: Duration?)>((.zero, nil))

    /// Those who have something to be heard, in the order of their turns.
    var feeds: [AudioFeed] = []
    /// What has been taken and may not have been heard.
    var kept: [Kept] = []
    /// How much has been taken since the device was opened, and how much of that had been heard when it was last set going.
    var taken = Duration.zero
    var heardBefore = Duration.zero
    /// While it sounds: when that began, and what it had played by then, in its own time.
    var run: (began: Duration, soundTime: Duration?)?
    var isPaused = false
    var isClosed = false
    var ends: [End] = []
    /// When that is due which goes on without a break where the last sound ends.
    var dueNext: Duration?
    /// How late sound is heard, of late.
    var lateness: Duration?
    var steeredAt = Duration.zero
    var looks = 0
    /// Whether the clock waits for the device, and how often it was told to.
    var isHolding = false
    var holds = 0
    /// Whether what comes next is converted to the format of what came before.
    var isFormatKept = false
    /// Whether what comes next waits until everything before it has been heard: the output is to be opened anew for its format.
    var isHeldForFormat = false
    /// How much faster than it is what comes next is heard, and how much had been taken when the clock is to be as fast.
    var pace = 1.0
    var paceTurn: Duration?
    /// What makes sound shorter and keeps its pitch, and whether it keeps something back by now.
    var tempo: Tempo?
    var isStretched = false
    let keepsStretching = Workaround.scaletempoPassthrough.isNeeded

    struct Kept {
        var feed: AudioFeed
        var start: Duration
        var sound: AudioRun
        /// How much faster than it is it is heard.
        var pace = 1.0
        /// How long it is heard.
        var length: Duration { pace == 1 ? sound.duration : sound.duration / pace }
        var end: Duration { start + length }
    }

    /// Somebody who waits until everything up to here has been heard.
    struct End {
        var at: Duration
        var feed: AudioFeed
        var action: @Sendable () -> Void
    }

    /// Nil when the output cannot be opened.
    init?(_ factory: String, _ timeline: OutputClock, changesPace: Bool = false) {
        guard let source = Element.make("appsrc"), let convert = Element.make("audioconvert"),
            let resample = Element.make("audioresample"), let format = Element.make("capsfilter"),
            let volume = Element.make("volume"), let sink = Element.make(factory)
        else { return nil }
        self.timeline = timeline
        self.source = source
        self.format = format
        self.volume = volume
        self.sink = sink
        pipeline = Element.pipeline()
        source.set("format", text: "time")
        source.set("max-bytes", uint64: 0)
        // It plays what comes, one after another: what is due when is settled before.
        tempo = changesPace ? Tempo(from: convert, to: resample) : nil
        sink.set("sync", false)
        sink.set("async", false)
        sink.set("enable-last-sample", false)
        if sink.has("buffer-time") { sink.set("buffer-time", int64: Self.buffer.inNanoseconds / 1000) }
        if tempo != nil { source.set("handle-segment-change", true) }
        let elements =
            [source, convert] + [tempo?.element].compactMap(\.self) + [resample, format, volume, sink]
        for element in elements { pipeline.add(element) }
        for (element, next) in zip(elements, elements.dropFirst()) where !element.link(to: next) {
            return nil
        }
        guard sink.setState(.ready) != .failed else {
            sink.setState(.null)
            return nil
        }
        // With a clock that is not its own, the output would begin with silence.
        if Workaround.audioSinkInitialSilence.isNeeded { pipeline.useNoClock() }
        pipeline.setState(.ready)
        pipeline.onMessage { [weak self] message in
            if case .error = message { self?.fail(message) }
        }
    }

    /// Whether it has failed; then nothing is heard any more.
    var isBroken: Bool { broken.load(ordering: .relaxed) }

    /// What was taken and has not been heard.
    var unheard: Duration {
        let (length, since) = waiting.withLock { $0 }
        return since.map { max(length - (timeline.clock.even - $0), .zero) } ?? length
    }

    /// How loud everything is, from now on.
    func setVolume(_ volume: Double, isMuted: Bool) {
        self.volume.set("volume", volume)
        self.volume.set("mute", isMuted)
    }

    /// Silences, and keeps what has not been heard.
    func pause() {
        queue.async { [self] in
            isPaused = true
            rest()
        }
    }

    /// Goes on with what has not been heard.
    func resume() {
        queue.async { [self] in
            isPaused = false
            if !kept.isEmpty { start() }
        }
    }

    /// Takes it down, later.
    func close(_ completion: @escaping @Sendable () -> Void) {
        queue.async { [self] in
            isClosed = true
            isHolding = false
            if run != nil { timeline.clock.gain(0) }
            timeline.clock.pace = 1
            pipeline.silenceBus()
            pipeline.setState(.null)
            kept = []
            feeds = []
            ends = []
            isHeldForFormat = false
            waiting.withLock { $0 = (.zero, nil) }
            completion()
        }
    }

    /// What has been taken and will still be heard.
    var remaining: Duration { max(taken - heard, .zero) }

    /// How much has been heard since the device was opened.
    var heard: Duration {
        guard let run else { return heardBefore }
        let played =
            if let begin = run.soundTime, let now = sink.soundTime {
                now - begin
            } else {
                timeline.clock.even - run.began
            }
        let delay = isStretched ? Self.stretchDelay : .zero
        return min(heardBefore + max(played - delay, .zero), taken)
    }

    func dropHeard() {
        let heard = heard
        let count = kept.prefix { $0.end <= heard }.count
        if count > 0 { kept.removeFirst(count) }
    }

    func start() {
        guard run == nil, !isClosed, !isBroken else { return }
        if pipeline.setState(.playing) == .failed { return fail(nil) }
        run = (timeline.clock.even, sink.soundTime)
        lateness = nil
        isStretched = false
        for entry in kept { push(entry) }
        lookForEnds()
    }

    /// Silences, and keeps what has not been heard.
    func rest() {
        guard run != nil else { return }
        // It is not told to the sample: rather a moment twice than anything not at all.
        let heard = max(heard - .milliseconds(4), heardBefore)
        pipeline.setState(.ready)
        if isStretched { tempo?.renew(in: pipeline) }
        isStretched = false
        turnPace()
        isHolding = false
        timeline.clock.gain(0)
        run = nil
        dueNext = nil
        heardBefore = heard
        kept.removeAll { $0.end <= heard }
        if let first = kept.first, first.start < heard {
            if let rest = first.sound.dropping((heard - first.start) * first.pace) {
                kept[0] = Kept(feed: first.feed, start: heard, sound: rest, pace: first.pace)
            } else {
                kept.removeFirst()
            }
        }
        tellWaiting()
    }

    /// Whether silence has gone out in place of what did not come: then it is not known any more how much has been heard, and the output
    /// is to begin anew.
    var isDry: Bool {
        guard let run else { return false }
        return timeline.clock.even - run.began > Self.lead && remaining < Self.least
    }

    /// Silences, and keeps nothing: what comes next begins anew, in its own format.
    func dryOut() {
        rest()
        if isFormatKept { format.set("caps", text: "audio/x-raw") }
        isFormatKept = false
        kept = []
        heardBefore = taken
        tellWaiting()
    }

    func tellWaiting() {
        let (remaining, now) = (remaining, run == nil ? nil : timeline.clock.even)
        waiting.withLock { $0 = (remaining, now) }
    }

    func fail(_ message: BusMessage?) {
        guard !broken.exchange(true, ordering: .relaxed) else { return }
        queue.async { [self] in
            for feed in feeds { feed.onFault(message) }
            let actions = ends.map(\.action)
            ends = []
            kept = []
            isHeldForFormat = false
            stopHolding()
            run = nil
            heardBefore = taken
            turnPace()
            tellWaiting()
            pipeline.setState(.null)
            for action in actions { action() }
        }
    }

    /// How long before it is due sound is handed over: more than fills the output, which holds this much twice, in itself and in the hardware.
    static let lead: Duration = .milliseconds(300)
    static let buffer: Duration = .milliseconds(100)
    /// How long the output takes to begin.
    static let startDelay: Duration = .milliseconds(10)
    /// Where less is left, silence has gone out already.
    static let least: Duration = .milliseconds(110)
    /// A larger distance between what ends and what begins is a gap in the content.
    static let tolerance: Duration = .milliseconds(20)
    /// What is handed over later is left out; what is less late is caught up with by steering.
    static let most: Duration = .milliseconds(150)
    static let mostGain = 0.01
    /// How late a device itself may be, which is waited for: more than PulseAudio plays ahead.
    static let mostOfDevice: Duration = .seconds(3)
    static let holdingGain = 0.5
}
