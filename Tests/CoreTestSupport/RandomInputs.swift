@testable import PlayheadCore
@testable import TestBasics

/// Inputs in any order, also ones that an honest pipeline would not send.
struct RandomInputs {
    private var random: SeededGenerator
    private var lastSeek = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func chance(_ probability: Double) -> Bool {
        Double.random(in: 0..<1, using: &random) < probability
    }

    mutating func time(upTo seconds: Double = 12) -> Duration {
        .milliseconds(Int.random(in: -200...Int(seconds * 1000), using: &random))
    }

    mutating func pause() -> Duration {
        chance(0.3) ? .zero : .milliseconds(Int.random(in: 0...900, using: &random))
    }

    mutating func input(for machine: PlayerMachine) -> PlayerInput {
        if chance(0.4) { return .command(command()) }
        if chance(0.1) { return .expired(deadline(of: machine)) }
        let isStale = chance(0.05)
        let stamp = isStale ? LoadID(number: machine.stamp.number - 1) : machine.stamp
        let seek = machine.seeks.serial - (chance(0.1) ? 1 : 0)
        let step = machine.steps.serial - (chance(0.1) ? 1 : 0)
        return .pipeline(report(of: seek, of: step), stamp)
    }

    private mutating func command() -> Command {
        switch Int.random(in: 0..<35, using: &random) {
        case 0, 1: .load(item(), autoplay: chance(0.5))
        case 2, 3, 4, 5, 6: .play
        case 7, 8, 9: .pause
        case 10, 11: .toggle
        case 12: .stop
        case 13: .reset
        case 14: .retry
        case 15, 16, 17, 18, 19: .seek(seek())
        case 20: .setMuted(chance(0.5))
        case 21: .setVolume(Double.random(in: -0.5...1.5, using: &random))
        case 22: .setAspectMode(AspectMode.allCases.randomElement(using: &random) ?? .fit)
        case 23, 24: .watch(chance(0.5))
        case 25: .watchTimes(chance(0.3) ? TimeSubscriptions() : TimeSubscriptions(every: time()))
        case 26, 27, 28: step()
        case 29, 30: choice()
        case 31: .setTrackPreferences(TrackPreferences(audioLanguages: chance(0.5) ? ["de"] : []))
        case 32: .setSubtitleDelay(time())
        case 33: .seekToLive(id: nil)
        default: .setSpeed(chance(0.4) ? 1 : Double.random(in: -3...3, using: &random))
        }
    }

    private mutating func item() -> MediaItem {
        MediaItem(
            uri: "fake://\(Int.random(in: 0...2, using: &random))", startPosition: chance(0.3) ? time() : nil,
            endPosition: chance(0.2) ? time() : nil)
    }

    private mutating func seek() -> SeekRequest {
        guard chance(0.8) else { return SeekRequest(target: time()) }
        lastSeek += 1
        return SeekRequest(id: lastSeek, target: time(), tolerance: chance(0.5) ? .exact : .before)
    }

    private mutating func step() -> Command {
        let frames = Int.random(in: -3...3, using: &random)
        guard chance(0.8) else { return .step(id: nil, by: frames) }
        lastSeek += 1
        return .step(id: lastSeek, by: frames)
    }

    private mutating func deadline(of machine: PlayerMachine) -> Deadline {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .load(machine.stamp)
        case 1: .stall(machine.stamp)
        case 2: .step(machine.stamp, serial: machine.steps.serial)
        default: .seek(machine.stamp, serial: machine.seeks.serial)
        }
    }

    private mutating func report(of seek: Int, of step: Int) -> PipelineEvent {
        switch Int.random(in: 0..<36, using: &random) {
        case 0, 1, 2, 3: .prerolled(facts())
        case 4, 5, 6: .running(at: time())
        case 7, 8: .position(time())
        case 9: .durationChanged(chance(0.2) ? nil : .seconds(Int.random(in: 1...12, using: &random)))
        case 10: .buffering(percent: Int.random(in: 0...100, using: &random))
        case 11: .buffering(percent: 100)
        case 12: .starved(chance(0.5))
        case 13: .bufferedTo(time())
        case 14, 15, 16, 17: .seekDone(serial: seek, at: time())
        case 18: .seekFailed(serial: seek, PlayerError(.notSeekable, "No"))
        case 19: .draining
        case 20: .ended(EndReport(presentedEnd: chance(0.9) ? time() : nil))
        case 21: .subtitle(chance(0.5) ? [SubtitleCue(text: "text", start: .zero, end: .seconds(1))] : [])
        case 22: .warning(PlayerWarning("careful"))
        case 23, 24: .reached(time())
        case 25, 26, 27: .stepDone(serial: step, at: time(), moved: chance(0.7))
        case 28: .stepFailed(serial: step, PlayerError(.notSeekable, "No"))
        case 29: .tracks(tracks(), applied: selection(), needSeek: chance(0.5) ? [.video, .audio] : [])
        case 30: .metadata(metadata())
        case 33: window()
        case 32: .transcribed(Track.ID(.subtitles, 1))
        case 34: gap()
        case 31: .videoSize(VideoSize(width: Int.random(in: 1...3, using: &random), height: 1))
        default: chance(0.3) ? .failed(PlayerError(.decodingFailed, "A fault")) : .buffering(percent: 100)
        }
    }

    private mutating func gap() -> PipelineEvent {
        let start = time()
        let causes: [MediaGap.Cause] = [
            .missingSegment(uri: "fake://0", status: 404), .declaredGap, .late, .unknown,
        ]
        return .gap(
            MediaGap(from: start, to: start + time(), cause: causes.randomElement(using: &random) ?? .cutOff)
        )
    }

    private mutating func window() -> PipelineEvent {
        if chance(0.2) { return .variant(StreamVariant(index: Int.random(in: 0...1, using: &random))) }
        if chance(0.2) { return .bandwidth(Double(Int.random(in: 1...2, using: &random)) * 1e6) }
        let start = time()
        return .window(
            StreamWindow(
                from: start, to: start + time(), holdBack: .seconds(1), isAppendOnly: chance(0.3),
                isComplete: chance(0.1)))
    }

    private mutating func tracks() -> [Track] {
        let kinds = [Track.Kind.video, .audio, .audio, .subtitles, .subtitles]
        let numbers = [1, 1, 2, 1, 2]
        var tracks = zip(kinds, numbers).map { kind, number in
            Track(id: Track.ID(kind, number), kind: kind, language: chance(0.5) ? "en" : "de")
        }
        tracks[4].isForced = chance(0.5)
        return Array(tracks.prefix(Int.random(in: 0...5, using: &random)))
    }

    private mutating func selection() -> TrackSelection {
        TrackSelection(
            video: Track.ID(.video, 1), audio: Track.ID(.audio, chance(0.5) ? 1 : 2),
            subtitles: chance(0.5) ? nil : Track.ID(.subtitles, 1))
    }

    private mutating func choice() -> Command {
        let kind = Track.Kind.allCases.randomElement(using: &random) ?? .audio
        if chance(0.2) { return .select(kind, .automatic) }
        return .select(kind, chance(0.2) ? .none : .track(Track.ID(kind, chance(0.5) ? 1 : 2)))
    }

    private mutating func metadata() -> MediaMetadata {
        var metadata = MediaMetadata()
        metadata.title = chance(0.5) ? "A title" : nil
        metadata.chapters = [
            Chapter(id: 0, start: .zero, end: time()), Chapter(id: 1, title: "The second", start: time()),
        ]
        return metadata
    }

    private mutating func facts() -> MediaFacts {
        MediaFacts(
            duration: chance(0.8) ? .seconds(10) : nil, isSeekable: chance(0.8), isLive: chance(0.15))
    }
}
