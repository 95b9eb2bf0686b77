internal import AudioProcessing
internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem
internal import Synchronization

/// The audio output of a player. It plays the audio of all loads in sequence, without a gap or an overlap.
///
/// Loads hand over audio by ``lead`` before it is due. The device keeps it until it has been heard. So a
/// pause silences the output at once, and playback resumes at the first sample that was not heard.
final class AudioDevice: @unchecked Sendable {
    // All variables are used on `queue` only.
    let queue = DispatchQueue(label: "playhead.sound", qos: .userInteractive)
    let timeline: OutputClock
    let pipeline: Element
    let source: Element
    var sink: Element
    let format: Element
    let effects = DeviceEffects()
    /// How it moves between the devices of the system; nil if it stays on one sink.
    let routing: AudioRouting?
    var route = AudioRoute()
    /// The number of sinks so far: a fault of a former one is none of this one.
    let sinks = Atomic(0)
    let broken = Atomic(false)
    let waiting = Mutex<(length: Duration, since: Duration?)>((.zero, nil))

    /// The feeds with audio to play, in the order of their turns.
    var feeds: [AudioFeed] = []
    /// Audio that was taken and may not have been heard yet.
    var kept: [Kept] = []
    /// The duration of audio taken since the device was opened, and the part of it heard before the last
    /// start.
    var taken = Duration.zero
    var heardBefore = Duration.zero
    /// While the device plays: the time of the start, and the sink's own position at that time.
    var run: (began: Duration, soundTime: Duration?)?
    /// The duration of audio heard when it was looked at last, and the time of that.
    var lastHeard = (length: Duration.zero, at: Duration.zero)
    var isPaused = false
    var isClosed = false
    var ends: [End] = []
    /// The time at which audio is due that continues the last audio without a break.
    var dueNext: Duration?
    /// The part of the audio delay that the audio taken so far has.
    var shift: Duration = .zero
    /// The recent average delay of the device.
    var lateness: Duration?
    var steeredAt = Duration.zero
    var looks = 0
    /// Whether the clock waits for the device, and the number of times it was made to.
    var isHolding = false
    var holds = 0
    /// Whether subsequent audio is converted to the format of the audio before it.
    var isFormatKept = false
    /// Whether subsequent audio waits until all audio before it has been heard, because the output is
    /// reopened for its format.
    var isHeldForFormat = false
    /// While the device plays: the channels that it is given; nil if the medium does not tell them.
    var layout: SpeakerLayout?
    /// Whether the sink accepts channels, as far as it was asked.
    var accepted: [SpeakerLayout: Bool] = [:]
    /// The pace of subsequent audio (1 is normal), and the value of `taken` at which the clock changes to it.
    var pace = 1.0
    var paceTurn: Duration?
    /// The element that changes the pace with the pitch kept, and whether it holds samples now.
    var tempo: Tempo?
    var isStretched = false
    /// The semitones by which the pitch of what is heard is raised, and the elements that do it, while they are linked
    /// behind `resample`.
    var semitones = 0.0
    var shifter: PitchShifter?
    /// The silence that the shifter was given before the first sound.
    var shifterLead = Duration.zero
    /// While the device plays: the value of `taken` up to which the shifter was emptied.
    var emptied: Duration?
    let convert: Element
    let resample: Element
    /// The sound that may reach the sink unprocessed, and the current path.
    let directPlayback: DirectPlayback
    var path = AudioPath.processed
    var decoder: Element?
    /// While the device plays: whether the format at the sink is known.
    var isFormatKnown = false
    /// Whether the source has told that nothing follows what it has, so that the sink plays it to its end.
    var isEnded = false
    /// The start that waits for the time of the first frame.
    var delayedStart = DelayedStart()
    let keepsStretching = Workaround.scaletempoPassthrough.isNeeded

    struct Kept {
        var feed: AudioFeed
        var start: Duration
        var sound: AudioRun
        /// The pace at which it is heard; 1 is normal.
        var pace = 1.0
        /// The time that it takes to play.
        var length: Duration { pace == 1 ? sound.duration : sound.duration / pace }
        var end: Duration { start + length }
    }

    /// A caller that waits until all audio up to a point has been heard.
    struct End {
        var at: Duration
        var feed: AudioFeed
        var action: @Sendable () -> Void
    }

    /// An output that stays on one sink. Nil if it cannot be opened.
    convenience init?(
        _ factory: String, _ timeline: OutputClock, changesPace: Bool = false,
        directPlayback: DirectPlayback = DirectPlayback()
    ) {
        guard let sink = Element.make(factory) else { return nil }
        sink.prepareForAudio()
        self.init(sink, timeline, changesPace: changesPace, directPlayback: directPlayback, routing: nil)
    }

    /// An output that moves between devices, and begins on a target.
    convenience init?(
        _ target: AudioTarget, _ timeline: OutputClock, changesPace: Bool = false,
        directPlayback: DirectPlayback = DirectPlayback(), routing: AudioRouting
    ) {
        let opened = target.open()
        guard let sink = routing.policy == .fail ? opened : opened ?? Self.silence() else { return nil }
        self.init(sink, timeline, changesPace: changesPace, directPlayback: directPlayback, routing: routing)
        queue.async { [self] in begin(on: target, isOpen: opened != nil) }
    }

    private init?(
        _ sink: Element, _ timeline: OutputClock, changesPace: Bool, directPlayback: DirectPlayback,
        routing: AudioRouting?
    ) {
        guard let source = Element.make("appsrc"), let convert = Element.make("audioconvert"),
            let resample = Element.make("audioresample"), let format = Element.make("capsfilter")
        else { return nil }
        self.routing = routing
        self.timeline = timeline
        self.source = source
        self.format = format
        self.convert = convert
        self.resample = resample
        self.directPlayback = directPlayback
        self.sink = sink
        pipeline = Element.pipeline()
        source.set("format", text: "time")
        source.set("max-bytes", uint64: 0)
        tempo = changesPace ? Tempo(from: convert, to: resample) : nil
        if tempo != nil { source.set("handle-segment-change", true) }
        format.set("caps", text: Self.anyFormat)
        format.pad("src")?.process(with: effects)
        let elements = [source, convert] + [tempo?.element].compactMap(\.self) + [resample, format, sink]
        for element in elements { pipeline.add(element) }
        for (element, next) in zip(elements, elements.dropFirst()) where !element.link(to: next) {
            return nil
        }
        guard sink.setState(.ready) != .failed else {
            sink.setState(.null)
            return nil
        }
        // With a clock other than its own, the output would begin with silence.
        if Workaround.audioSinkInitialSilence.isNeeded { pipeline.useNoClock() }
        pipeline.setState(.ready)
        pipeline.onMessage { [weak self] message in
            if case .error(let fault) = message { self?.hear(fault) }
        }
    }

    /// Whether the output has failed. Nothing is heard afterwards.
    var isBroken: Bool { broken.load(ordering: .relaxed) }

    /// The duration of audio that was taken and not heard yet.
    var unheard: Duration {
        let (length, since) = waiting.withLock { $0 }
        return since.map { max(length - (timeline.clock.even - $0), .zero) } ?? length
    }

    /// Silences the output, and keeps the audio that was not heard.
    func pause() {
        queue.async { [self] in
            isPaused = true
            rest()
            delayedStart.pause(at: timeline.clock.even)
        }
    }

    /// Resumes with the audio that was not heard.
    func resume() {
        queue.async { [self] in
            isPaused = false
            if let rest = delayedStart.rest { return start(after: rest) }
            if !kept.isEmpty { start() }
        }
    }

    /// Closes the output asynchronously.
    func close(_ completion: @escaping @Sendable () -> Void) {
        queue.async { [self] in
            isClosed = true
            route.watching = nil
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

    /// The duration of audio that was taken and will still be heard.
    var remaining: Duration { max(taken - heard, .zero) }

    /// The duration of audio heard since the device was opened.
    var heard: Duration {
        guard let run else { return heardBefore }
        let played =
            if let begin = run.soundTime, let now = sink.soundTime {
                now - begin
            } else {
                timeline.clock.even - run.began
            }
        let delay = (isStretched ? Self.stretchDelay : .zero) + shifterDelay
        return min(heardBefore + max(played - delay, .zero), taken)
    }

    func dropHeard() {
        let heard = heard
        lastHeard = (heard, timeline.clock.even)
        let count = kept.prefix { $0.end <= heard }.count
        guard count > 0 else { return }
        kept.removeFirst(count)
        if directPlayback.isWanted { reportFormat() }
    }

    func start() {
        guard run == nil, !isClosed, !isBroken, !delayedStart.isPending else { return }
        linkPath()
        linkShifter()
        if pipeline.setState(.playing) == .failed { return lose(nil) }
        run = (timeline.clock.even, sink.soundTime)
        lastHeard = (heardBefore, timeline.clock.even)
        lateness = nil
        isStretched = false
        effects.restart()
        pushShifterLead()
        for entry in kept { push(entry) }
        noteStart()
        tellWaiting()
        lookForEnds()
    }

    /// Silences the output, and keeps the audio that was not heard. A sink that is `lost` does not know what was.
    func rest(lost: Bool = false) {
        guard run != nil else { return }
        let sure = lost ? min(lastHeard.length + timeline.clock.even - lastHeard.at, taken) : heard
        // The position is not exact to the sample. Up to 4 ms are played twice rather than lost, and whole frames.
        var heard = max(sure - .milliseconds(4), heardBefore)
        if let part = kept.first(where: { $0.end > heard }), part.sound.encoding != nil, part.start < heard {
            heard = max(part.start, heardBefore)
        }
        pipeline.setState(.ready)
        if isStretched { tempo?.renew(in: pipeline) }
        isStretched = false
        turnPace()
        isHolding = false
        timeline.clock.gain(0)
        run = nil
        (layout, emptied, isEnded, isFormatKnown) = (nil, nil, false, false)
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

    /// Whether the output has run dry and played silence instead. The heard duration is unknown then, and the
    /// output has to start anew.
    var isDry: Bool {
        guard let run else { return false }
        return timeline.clock.even - run.began > Self.lead && remaining < Self.least
    }

    /// Silences the output and keeps nothing. Subsequent audio starts anew, in its own format.
    func dryOut() {
        rest()
        delayedStart.cancel()
        freeFormat()
        shift = .zero
        kept = []
        heardBefore = taken
        tellWaiting()
    }

    /// Lets the output take any format at its next start.
    func freeFormat() {
        if isFormatKept { format.set("caps", text: Self.anyFormat) }
        isFormatKept = false
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

    /// How early audio is handed over. It is more than the output's buffer, which exists twice: in the output
    /// and in the hardware.
    static let lead: Duration = .milliseconds(300)
    static let buffer: Duration = .milliseconds(100)
    /// The formats whose samples effects can change.
    static let anyFormat = "audio/x-raw,layout=interleaved"
    /// The time that the output takes to start.
    static let startDelay: Duration = .milliseconds(10)
    /// With less audio left, silence has been played already.
    static let least: Duration = .milliseconds(110)
    /// A larger distance between two audio buffers is a gap in the content.
    static let tolerance: Duration = .milliseconds(20)
    /// Audio that is handed over later than this is dropped. Steering corrects smaller delays.
    static let most: Duration = .milliseconds(150)
    static let mostGain = 0.01
    /// The maximum delay of a device for which the clock waits: more than PulseAudio buffers ahead.
    static let mostOfDevice: Duration = .seconds(3)
    static let holdingGain = 0.5
}
