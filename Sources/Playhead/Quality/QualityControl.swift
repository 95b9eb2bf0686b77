internal import GStreamer
internal import Synchronization

/// Which variant of an adaptive stream is fetched: measured where parts come from the network, decided when one has come, and told hlsdemux2
/// before it hears of that part's end. It outlives the pipeline where that is built anew.
///
/// hlsdemux2 itself takes four fifths of the last part's rate, or of the last three's, for each next part (1.22.0), whatever is held, and by a clock of its own.
final class QualityControl: Sendable {
    fileprivate struct State {
        var meter = BandwidthMeter()
        var rule = VariantRule()
        var options: [VariantRule.Option] = []
        var chosen: Int?
        /// Where playback stood when, and how fast it goes on from there; nil before it stands anywhere.
        var line: (position: Duration, since: Duration, pace: Double)?
        var speed = 1.0
        /// Up to where the variant has come since the last jump.
        var end: Duration?
        var demuxer: Element?
    }

    private let time: any PlayerTime
    /// How much is held at most.
    private let room: Duration
    private let state = Mutex(State())

    init(_ time: any PlayerTime, room: Duration) {
        self.time = time
        self.room = room
    }

    /// What the network carries, in bit/s; nil before that was measured.
    var bandwidth: Double? { state.withLock(\.meter.rate) }

    // MARK: The pipeline

    func attach(_ demuxer: Element) { state.withLock { $0.demuxer = demuxer } }
    func detach() {
        state.withLock {
            $0.demuxer = nil
            $0.end = nil
        }
    }

    /// Playback stands here, and goes on, or does not.
    func follow(_ position: Duration, pace: Double) {
        let now = time.now
        state.withLock { $0.line = (position, now, pace) }
    }

    /// Playback goes on elsewhere, and at this speed.
    func jump(to position: Duration, speed: Double) {
        let now = time.now
        state.withLock { state in
            state.line = (position, now, 0)
            state.end = nil
            state.speed = max(speed, 1)
            state.turn()
        }
    }

    // MARK: The gateway

    /// These may be played.
    func offer(_ variants: [MultivariantPlaylist.Variant]) {
        let options = variants.map { VariantRule.Option(index: $0.index, bitrate: $0.measure) }
        state.withLock { $0.options = options }
    }

    /// The one that was chosen before, if it is among those that are offered now.
    func chosen(among variants: [MultivariantPlaylist.Variant]) -> Int? {
        state.withLock(\.chosen).flatMap { chosen in variants.firstIndex { $0.index == chosen } }
    }

    /// This variant's parts are what is asked for next.
    func keep(_ variant: Int) {
        state.withLock { state in
            if state.chosen == nil { state.chosen = variant }
            state.turn()
        }
    }

    func beginAnswer(after wait: Duration) {
        let now = time.now
        state.withLock { $0.meter.begin(at: now, after: wait) }
    }
    func take(_ bytes: Int) {
        let now = time.now
        state.withLock { $0.meter.take(bytes, at: now) }
    }
    func endAnswer() {
        let now = time.now
        state.withLock { $0.meter.end(at: now) }
    }

    /// A part of the variant itself has come; `edge` is where the newest one ends, of a stream that goes on.
    func decide(after interval: Range<Duration>, of variant: Int, edge: Duration?) {
        let now = time.now
        state.withLock { state in
            state.end = interval.upperBound
            guard state.options.count > 1, let rate = state.meter.rate else { return }
            let position = state.line.map { $0.position + (now - $0.since) * $0.pace } ?? interval.lowerBound
            let room = edge.map { min(self.room, max(.zero, $0 - position)) } ?? self.room
            let situation = VariantRule.Situation(
                now: now, current: variant, rate: rate, measured: state.meter.measured,
                delay: state.meter.wait,
                part: interval.upperBound - interval.lowerBound,
                ahead: max(.zero, interval.upperBound - position) / state.speed, room: room,
                speed: state.speed)
            state.chosen = state.rule.choice(among: state.options, in: situation)
            state.turn()
        }
    }
}

extension QualityControl.State {
    /// hlsdemux2 takes the best variant that needs no more than this, divided by the speed.
    fileprivate func turn() {
        guard options.count > 1, let chosen, let option = options.first(where: { $0.index == chosen }) else {
            return
        }
        let bitrate = (Double(min(option.bitrate, Int(Int32.max))) * speed + speed).rounded(.up)
        demuxer?.set("connection-bitrate", uint: UInt32(min(bitrate, Double(UInt32.max))))
    }
}
