internal import GStreamer
internal import Synchronization

/// Other streams of a playlist than those that are presented.
struct StreamChange {
    /// What has been asked for, and is not presented; nil when nothing is awaited.
    var awaited: TrackSelection?
    /// What is to be asked for when that is.
    var next: TrackSelection?
    /// Of which kinds a stream has begun, and nothing of it has come.
    var empty: Set<StreamFacts.Kind> = []
    /// Whether all that is fetched for what is awaited has begun to come, as far as can be seen, so that a seek may follow.
    var mayBeLed = false
    /// Whether streams have been asked for since the last seek.
    var hasBegun = false
    /// Whether it was said that only a seek will bring what is awaited.
    var isHung = false
    /// Tells what is awaited from what was before it.
    var turn = 0
}

/// Knows the first piece of each stream that passes one pad after another.
final class FirstPieces: Sendable {
    private let isAwaited = Atomic(false)

    /// Whether this is the first piece of something new.
    func take(_ passage: Pad.Passage) -> Bool {
        switch passage {
        case .segment:
            isAwaited.store(true, ordering: .relaxed)
            return false
        case .buffer: return isAwaited.exchange(false, ordering: .relaxed)
        default: return false
        }
    }
}

/// hlsdemux2 puts a stream in the place of another one before anything of it has come. Asked for a third one meanwhile, it gives out neither,
/// and playback stands for ever (1.22.0). So one change is asked for at a time, and of what is wanted meanwhile the last.
extension GStreamerPipeline {
    func selectStreams(_ selection: TrackSelection) {
        streamChange.next = selection
        if streamChange.awaited == nil { changeStreams() }
    }

    /// Does something when a seek may follow what was asked for: hlsdemux2 does nothing else while it loads a playlist (1.22.0).
    func whenStreamsMayBeLed(_ work: @escaping @Sendable (GStreamerPipeline) -> Void) {
        if streamChange.awaited == nil || streamChange.mayBeLed { return work(self) }
        later(after: Self.pause) { [generation] pipeline in
            guard pipeline.generation == generation, !pipeline.isFinished else { return }
            pipeline.whenStreamsMayBeLed(work)
        }
    }

    /// A seek may have brought what was asked for.
    func streamsAreLed() {
        guard sourceKind == .adaptive, tracks.areReported else { return }
        streamChange.isHung = false
        reportTracks()
        if hasChanged { goOnChangingStreams() }
    }

    /// Goes on to what is wanted next.
    private func goOnChangingStreams() {
        streamChange.awaited = nil
        changeStreams()
    }

    private func changeStreams() {
        guard let selection = streamChange.next else { return }
        streamChange.next = nil
        // A text that is not wanted is fetched all the same: uridecodebin3 is not asked for one less (1.22.0).
        let wanted = Track.Kind.allCases.compactMap { kind in
            tracks.stream(of: selection[kind]) ?? tracks.stream(of: tracks.applied[kind])
                ?? (kind == .subtitles ? tracks.offered.first { $0.kind == .text }?.id : nil)
        }
        withoutAnswers { $0.decoder?.selectStreams(wanted) }
        streamChange.awaited = selection
        streamChange.mayBeLed = false
        streamChange.hasBegun = true
        streamChange.turn += 1
        awaitChange(turn: streamChange.turn)
    }

    /// Looks in moments whether what was asked for has come. What it takes the place of is being taken out for a moment after that. While
    /// nothing is played it does not come, and may be led elsewhere when nothing has come for several moments.
    ///
    /// Where hlsdemux2 waits for more of a stream in the moment in which it is asked for another one, it waits for ever (1.22.0): only a
    /// seek ends that.
    private func awaitChange(turn: Int, _ wait: ChangeWait = ChangeWait()) {
        let (pieces, passed) = (arrivals.pieces, meter.passed)
        later(after: Self.pause) { [generation] pipeline in
            guard pipeline.generation == generation, !pipeline.isFinished, pipeline.streamChange.turn == turn,
                pipeline.streamChange.awaited != nil
            else { return }
            var wait = wait
            wait.count(
                isQuiet: pipeline.isAtRest(since: pieces),
                stands: pipeline.meter.passed == passed && pipeline.isToAdvance,
                awaitsPlaylist: pipeline.gateway?.awaitsPlaylist == true,
                isIdle: pipeline.gateway?.isIdle != false)
            if wait.isAtRest { pipeline.streamChange.mayBeLed = true }
            let lacking = pipeline.lackingKinds
            if wait.hasHung, pipeline.isOpened, pipeline.seekInFlight == nil, !lacking.isEmpty {
                wait = ChangeWait()
                // What was reported while a seek was under way has led to none.
                if pipeline.streamChange.isHung { pipeline.reportTracks() }
                pipeline.streamChange.isHung = true
                pipeline.reportHungTracks(lacking)
            }
            guard pipeline.hasChanged, wait.mayGoOn else { return pipeline.awaitChange(turn: turn, wait) }
            pipeline.goOnChangingStreams()
        }
    }

    /// Whether it is not for a pause that nothing is presented.
    private var isToAdvance: Bool { isPlayingWanted || levels.told ?? 100 < 100 }

    /// Of which kinds what was asked for has not taken the place of what was presented.
    private var lackingKinds: [Track.Kind] {
        guard let awaited = streamChange.awaited else { return [] }
        return [.video, .audio].filter { awaited[$0] != nil && awaited[$0] != tracks.applied[$0] }
    }

    /// Whether what was asked for is presented.
    private var hasChanged: Bool {
        lackingKinds.isEmpty && streamChange.empty.isDisjoint(with: [.video, .audio])
    }

    private static let pause: Duration = .milliseconds(60)
}

/// How long other streams have been waited for, in moments.
private struct ChangeWait {
    /// In which no playlist was waited for.
    private var rounds = 0
    /// In which nothing came, up to now.
    private var quiet = 0
    /// In which nothing was presented, up to now.
    private var standing = 0
    /// In which nothing was on its way besides.
    private var idle = 0

    mutating func count(isQuiet: Bool, stands: Bool, awaitsPlaylist: Bool, isIdle: Bool) {
        rounds = awaitsPlaylist ? 0 : rounds + 1
        quiet = isQuiet ? quiet + 1 : 0
        standing = stands && !awaitsPlaylist ? standing + 1 : 0
        idle = standing > 0 && isIdle ? idle + 1 : 0
    }

    private var isLong: Bool { rounds >= 16 }
    /// Whether no download seems to be under way, or one always is.
    var isAtRest: Bool { isLong || quiet >= 4 }
    /// The same, where what was asked for has come.
    var mayGoOn: Bool { isLong || quiet >= 2 }
    /// Whether playback has just been standing for so long that it hangs, and does not only wait for what is on its way.
    var hasHung: Bool { idle >= 8 || standing >= 50 }
}
