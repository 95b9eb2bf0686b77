internal import Dispatch
internal import GStreamer
internal import Synchronization

/// The sound output of a player: samples go in one after another, whichever load they come from, and are heard without a hole or an
/// overlap between them.
///
/// Loads hand over their sound by ``lead`` before it is due. It is kept here until it has been heard, so that a pause silences at once and loses
/// nothing: what has not been heard is played again from there on.
final class SoundDevice: @unchecked Sendable {
    // All variables are touched on `queue` only.
    private let queue = DispatchQueue(label: "playhead.sound", qos: .userInteractive)
    private let timeline: PlaybackTimeline
    private let pipeline: Element
    private let source: Element
    private let volume: Element
    private let sink: Element
    private let format: Element
    private let broken = Atomic(false)
    private let waiting = Mutex<(length: Duration, since: Duration?)>((.zero, nil))

    /// Those who have something to be heard, in the order of their turns.
    private var feeds: [SoundFeed] = []
    /// What has been taken and may not have been heard.
    private var kept: [Kept] = []
    /// How much has been taken since the device was opened, and how much of that had been heard when it was last set going.
    private var taken = Duration.zero
    private var heardBefore = Duration.zero
    /// While it sounds: when that began, and what it had played by then, in its own time.
    private var run: (began: Duration, soundTime: Duration?)?
    private var isPaused = false
    private var isClosed = false
    private var ends: [End] = []
    /// When that is due which goes on without a break where the last sound ends.
    private var dueNext: Duration?
    /// How late sound is heard, of late.
    private var lateness: Duration?
    private var steeredAt = Duration.zero
    private var looks = 0
    /// Whether what comes next is converted to the format of what came before.
    private var isFormatKept = false

    private struct Kept {
        var feed: ObjectIdentifier
        var start: Duration
        var sound: SoundRun
        var end: Duration { start + sound.duration }
    }

    /// Somebody who waits until everything up to here has been heard.
    private struct End {
        var at: Duration
        var feed: ObjectIdentifier
        var action: @Sendable () -> Void
    }

    /// Nil when the output cannot be opened.
    init?(_ factory: String, _ timeline: PlaybackTimeline) {
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
        sink.set("sync", false)
        sink.set("async", false)
        sink.set("enable-last-sample", false)
        if sink.has("buffer-time") { sink.set("buffer-time", int64: Self.buffer.inNanoseconds / 1000) }
        let elements = [source, convert, resample, format, volume, sink]
        for element in elements { pipeline.add(element) }
        for (element, next) in zip(elements, elements.dropFirst()) where !element.link(to: next) {
            return nil
        }
        guard sink.setState(.ready) != .failed else {
            sink.setState(.null)
            return nil
        }
        // With a clock that is not its own, the output would begin with silence.
        pipeline.useNoClock()
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
        return since.map { max(length - (timeline.clock.now - $0), .zero) } ?? length
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
            pipeline.silenceBus()
            pipeline.setState(.null)
            kept = []
            feeds = []
            ends = []
            waiting.withLock { $0 = (.zero, nil) }
            completion()
        }
    }

    // MARK: - Feeds

    /// Sound that is due next in a feed.
    func take(_ sound: SoundRun, of feed: SoundFeed) {
        queue.async { [self] in
            guard !isClosed, !isBroken else { return }
            if !feeds.contains(where: { $0 === feed }) { feeds.append(feed) }
            if feeds.first === feed {
                play(sound, of: feed)
            } else {
                feed.pending.append(sound)
            }
        }
    }

    /// Nothing more comes of a feed for now; `action` is called when everything of it has been heard.
    func end(_ feed: SoundFeed, _ action: @escaping @Sendable () -> Void) {
        queue.async { [self] in
            guard !isClosed, !isBroken else { return action() }
            if feeds.first === feed {
                finish(feed, action)
            } else if feeds.contains(where: { $0 === feed }) {
                feed.pendingEnd = action
            } else {
                action()
            }
        }
    }

    /// What a feed has given is not to be heard any more.
    func flush(_ feed: SoundFeed) {
        queue.async { [self] in
            feed.pending = []
            feed.pendingEnd = nil
            let name = ObjectIdentifier(feed)
            ends.removeAll { $0.feed == name }
            let isNext = feeds.first === feed
            feeds.removeAll { $0 === feed }
            dropHeard()
            guard let first = kept.firstIndex(where: { $0.feed == name }) else {
                if isNext { dryOut() }
                return letNextPlay()
            }
            // What goes on behind the end of a feed is not to suffer from it.
            if !isNext, kept[first...].contains(where: { $0.feed != name }) { return }
            drop(from: first)
            letNextPlay()
        }
    }

    /// Takes back what has not been heard, from here on.
    private func drop(from index: Int) {
        let others = Set(kept[..<index].map(\.feed))
        rest()
        kept.removeAll { !others.contains($0.feed) }
        guard let last = kept.last else {
            dryOut()
            return settle(until: taken)
        }
        taken = last.end
        tellWaiting()
        if !isPaused { start() }
    }

    private func finish(_ feed: SoundFeed, _ action: @escaping @Sendable () -> Void) {
        feeds.removeFirst()
        ends.append(End(at: taken, feed: ObjectIdentifier(feed), action: action))
        letNextPlay()
        lookForEnds()
    }

    private func letNextPlay() {
        while let feed = feeds.first {
            let pending = feed.pending
            feed.pending = []
            for sound in pending { play(sound, of: feed) }
            guard let end = feed.pendingEnd else { return }
            feed.pendingEnd = nil
            feeds.removeFirst()
            ends.append(End(at: taken, feed: ObjectIdentifier(feed), action: end))
        }
    }

    // MARK: - Playing

    private func play(_ sound: SoundRun, of feed: SoundFeed) {
        var sound = sound
        if run != nil { keepFormat(for: sound) }
        let due = sound.due.map { $0 + feed.delay }
        if let due, !isPaused {
            if isDry { rest() }
            let gap = due - turn - (run == nil ? Self.startDelay : .zero)
            let goesOn = dueNext.map { abs(($0 - due).inNanoseconds) < Self.tolerance.inNanoseconds } ?? false
            if gap > Self.tolerance, !goesOn {
                if let silence = sound.silence(gap) { append(silence, of: feed) }
                lateness = nil
            } else if gap < .zero - Self.most {
                guard let rest = sound.dropping(.zero - gap) else { return }
                sound = rest
                lateness = nil
            } else {
                steer(late: .zero - gap)
            }
        }
        append(sound, of: feed)
        dueNext = sound.due.map { $0 + feed.delay + sound.duration }
        if run == nil, !isPaused { start() }
    }

    /// When what comes next would be heard. On a busy machine a moment may pass between two readings, which are to be of one.
    private var turn: Duration {
        var (before, left, after) = (timeline.clock.now, remaining, timeline.clock.now)
        for _ in 0..<8 where after - before > .milliseconds(1) {
            (before, left, after) = (timeline.clock.now, remaining, timeline.clock.now)
        }
        return before + left
    }

    private func append(_ sound: SoundRun, of feed: SoundFeed) {
        let entry = Kept(feed: ObjectIdentifier(feed), start: taken, sound: sound)
        taken += sound.duration
        kept.append(entry)
        if run != nil { source.push(sound, at: entry.start - heardBefore) }
        dropHeard()
        tellWaiting()
    }

    /// What has been taken and will still be heard.
    private var remaining: Duration { max(taken - heard, .zero) }

    /// How much has been heard since the device was opened.
    private var heard: Duration {
        guard let run else { return heardBefore }
        let played =
            if let begin = run.soundTime, let now = sink.soundTime {
                now - begin
            } else {
                timeline.clock.now - run.began
            }
        return min(heardBefore + max(played, .zero), taken)
    }

    private func dropHeard() {
        let heard = heard
        let count = kept.prefix { $0.end <= heard }.count
        if count > 0 { kept.removeFirst(count) }
    }

    private func start() {
        guard run == nil, !isClosed, !isBroken else { return }
        if pipeline.setState(.playing) == .failed { return fail(nil) }
        run = (timeline.clock.now, sink.soundTime)
        lateness = nil
        for entry in kept { source.push(entry.sound, at: entry.start - heardBefore) }
        lookForEnds()
    }

    /// Silences, and keeps what has not been heard.
    private func rest() {
        guard run != nil else { return }
        // It is not told to the sample: rather a millisecond twice than anything not at all.
        let heard = max(heard - .milliseconds(1), heardBefore)
        pipeline.setState(.ready)
        run = nil
        dueNext = nil
        heardBefore = heard
        kept.removeAll { $0.end <= heard }
        if let first = kept.first, first.start < heard {
            if let rest = first.sound.dropping(heard - first.start) {
                kept[0] = Kept(feed: first.feed, start: heard, sound: rest)
            } else {
                kept.removeFirst()
            }
        }
        tellWaiting()
    }

    /// Whether silence has gone out in place of what did not come: then it is not known any more how much has been heard, and the output
    /// is to begin anew.
    private var isDry: Bool {
        guard let run else { return false }
        return timeline.clock.now - run.began > Self.lead && remaining < Self.least
    }

    /// Silences, and keeps nothing: what comes next begins anew, in its own format.
    private func dryOut() {
        rest()
        if isFormatKept { format.set("caps", text: "audio/x-raw") }
        isFormatKept = false
        kept = []
        heardBefore = taken
        tellWaiting()
    }

    private func tellWaiting() {
        let (remaining, now) = (remaining, run == nil ? nil : timeline.clock.now)
        waiting.withLock { $0 = (remaining, now) }
    }

    /// Where another format follows without a break, the output goes on in the one that it has: to change it would take time. It is left
    /// to change where channels would be lost.
    private func keepFormat(for sound: SoundRun) {
        guard !isFormatKept, let last = kept.last?.sound, !last.hasFormat(of: sound),
            let pad = sink.pad("sink"), let caps = pad.caps, let text = pad.capsText,
            sound.channels <= caps.channels ?? 0
        else { return }
        format.set("caps", text: text)
        isFormatKept = true
    }

    // MARK: - Ends

    private func lookForEnds() {
        guard let first = ends.first, run != nil || first.at <= heardBefore else {
            if ends.isEmpty, feeds.isEmpty { restLater() }
            return
        }
        looks += 1
        let wait = max(first.at - heard, .zero)
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(wait.inNanoseconds))) { [weak self, looks] in
            self?.look(looks, since: wait)
        }
    }

    private func look(_ number: Int, since waited: Duration) {
        guard number == looks, run != nil || ends.first.map({ $0.at <= heardBefore }) ?? false else { return }
        if let first = ends.first, first.at - heard > .milliseconds(1), !isStuck {
            // What is too short to fill the output is not begun; and a resampler keeps the last samples until more come.
            pad()
            return lookForEnds()
        }
        settle(until: heard + .milliseconds(1))
        lookForEnds()
    }

    /// Whether the output does not go on.
    private var isStuck: Bool {
        guard let run else { return false }
        return timeline.clock.now - run.began > (taken - heardBefore) + .seconds(2)
    }

    /// Silence behind everything, without which the output might not come to its end.
    private func pad() {
        guard feeds.isEmpty, let run, let last = kept.last, sink.soundTime == run.soundTime,
            let silence = last.sound.silence(Self.buffer * 2)
        else { return }
        source.push(silence, at: taken - heardBefore)
    }

    private func settle(until heard: Duration) {
        let due = ends.prefix { $0.at <= heard }
        ends.removeFirst(due.count)
        for end in due { end.action() }
    }

    /// An output that has nothing to say does not run.
    private func restLater() {
        looks += 1
        queue.asyncAfter(deadline: .now() + .milliseconds(500)) { [weak self, looks] in
            guard let self, looks == self.looks, feeds.isEmpty, ends.isEmpty, run != nil else { return }
            dryOut()
        }
    }

    // MARK: - Time

    /// Makes the clock slower by as much as the device is late, and faster where it is early: so they do not drift apart, and no sample is
    /// left out or doubled for that.
    private func steer(late: Duration) {
        guard let run, timeline.clock.now - run.began > .milliseconds(500) else { return }
        let average = lateness.map { $0 + (late - $0) * 0.1 } ?? late
        lateness = average
        guard timeline.clock.now - steeredAt > .milliseconds(500) else { return }
        steeredAt = timeline.clock.now
        let gain = -(average / .seconds(10))
        timeline.clock.gain(min(max(gain, -Self.mostGain), Self.mostGain))
    }

    // MARK: - Faults

    private func fail(_ message: BusMessage?) {
        guard !broken.exchange(true, ordering: .relaxed) else { return }
        queue.async { [self] in
            for feed in feeds { feed.onFault(message) }
            let actions = ends.map(\.action)
            ends = []
            kept = []
            run = nil
            heardBefore = taken
            tellWaiting()
            pipeline.setState(.null)
            for action in actions { action() }
        }
    }

    /// How long before it is due sound is handed over: more than fills the output, which holds this much twice, in itself and in the hardware.
    static let lead: Duration = .milliseconds(300)
    private static let buffer: Duration = .milliseconds(100)
    /// How long the output takes to begin.
    static let startDelay: Duration = .milliseconds(10)
    /// Where less is left, silence has gone out already.
    private static let least: Duration = .milliseconds(110)
    /// A larger distance between what ends and what begins is a hole in the content.
    private static let tolerance: Duration = .milliseconds(20)
    /// What is later is left out; what is less late is caught up with by steering.
    private static let most: Duration = .milliseconds(150)
    private static let mostGain = 0.01
}
