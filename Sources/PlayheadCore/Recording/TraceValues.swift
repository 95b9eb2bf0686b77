/// The number of a load.
struct TraceLoad: TraceForm {
    var value: LoadID

    init(_ value: LoadID) { self.value = value }

    init(from decoder: any Decoder) throws {
        value = LoadID(number: try decoder.singleValueContainer().decode(Int.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value.number)
    }
}

/// The line of the position over time.
struct TraceTimeline: TraceForm {
    var anchor: Duration
    var anchoredAt: Duration
    var isAdvancing: Bool
    var speed: Double

    init(_ value: Timeline) {
        anchor = value.anchor
        anchoredAt = value.anchoredAt
        isAdvancing = value.isAdvancing
        speed = value.speed
    }

    var value: Timeline {
        Timeline(anchor: anchor, anchoredAt: anchoredAt, isAdvancing: isAdvancing, speed: speed)
    }
}

/// The media that normal playback covered.
struct TracePassage: TraceForm {
    struct Range: Codable {
        var from: Duration
        var through: Duration
    }

    var last: Range
    var number: Int
    var mark: Duration
    var isSettling: Bool?

    init(_ value: Passage) {
        last = Range(from: value.last.from, through: value.last.through)
        number = value.number
        mark = value.mark
        isSettling = value.isSettling
    }

    var value: Passage {
        Passage(
            last: Stretch(from: last.from, through: last.through), number: number, mark: mark,
            isSettling: isSettling)
    }
}

/// Media times: multiples of intervals, and single ones.
struct TraceTimes: TraceForm {
    var intervals: [ExactSeconds]
    var singles: [ExactSeconds]

    init(_ value: TimeSubscriptions) {
        intervals = value.intervals.map(ExactSeconds.init)
        singles = value.singles.map(ExactSeconds.init)
    }

    var value: TimeSubscriptions {
        TimeSubscriptions(intervals: intervals.map(\.value), singles: singles.map(\.value))
    }
}

/// The window of a live stream.
struct TraceWindow: TraceForm {
    var start: Duration
    var end: Duration
    var holdBack: Duration
    var isAppendOnly: Bool
    var isComplete: Bool
    var date: Double?

    init(_ value: StreamWindow) {
        start = value.start
        end = value.end
        holdBack = value.holdBack
        isAppendOnly = value.isAppendOnly
        isComplete = value.isComplete
        date = value.date
    }

    var value: StreamWindow {
        StreamWindow(
            from: start, to: end, holdBack: holdBack, isAppendOnly: isAppendOnly, isComplete: isComplete,
            date: date)
    }
}

/// A seek.
struct TraceSeek: TraceForm {
    var id: Int?
    var isUnanswered: Bool?
    var target: Duration
    var tolerance: SeekTolerance
    var speed: Double
    var serial: Int

    init(_ value: SeekRequest) {
        id = value.id
        isUnanswered = value.isUnanswered
        target = value.target
        tolerance = value.tolerance
        speed = value.speed
        serial = value.serial
    }

    var value: SeekRequest {
        var request = SeekRequest(id: id, target: target, tolerance: tolerance, speed: speed, serial: serial)
        request.isUnanswered = isUnanswered
        return request
    }
}

/// The keyframe preview of a seek.
enum TracePreview: TraceForm {
    case inFlight
    case shown(pause: Duration)

    init(_ value: SeekPhase.Preview) {
        self =
            switch value {
            case .inFlight: .inFlight
            case .shown(let pause): .shown(pause: pause)
            }
    }

    var value: SeekPhase.Preview {
        switch self {
        case .inFlight: .inFlight
        case .shown(let pause): .shown(pause: pause)
        }
    }
}

/// A step by video frames.
struct TraceStep: TraceForm {
    var ids: [Int?]
    var frames: Int

    init(_ value: StepRequest) {
        ids = value.ids
        frames = value.frames
    }

    var value: StepRequest {
        StepRequest(ids: ids, frames: frames)
    }
}

/// The track selection of a caller for one kind.
enum TraceChoice: TraceForm {
    case automatic
    case none
    case track(id: Track.ID)

    init(_ value: TrackSelectionParameters.Choice) {
        self =
            switch value {
            case .automatic: .automatic
            case .none: .none
            case .track(let id): .track(id: id)
            }
    }

    var value: TrackSelectionParameters.Choice {
        switch self {
        case .automatic: .automatic
        case .none: .none
        case .track(let id): .track(id)
        }
    }
}

/// The tracks of an item, including forced subtitles.
struct TraceTracks: TraceForm {
    var all: [Track]
    var chosen: TrackSelection
    var applied: TrackSelection

    init(_ value: TrackList) {
        all = value.all
        chosen = value.chosen
        applied = value.applied
    }

    var value: TrackList {
        TrackList(all, chosen: chosen, applied: applied)
    }
}

/// The item that becomes current next.
struct TraceDueItem: TraceForm {
    var id: QueueItem.ID?
    var reason: ItemChangeReason
    var isRetry: Bool
    var plays: Bool?

    init(_ value: PlayerMachine.DueItem) {
        id = value.id
        reason = value.reason
        isRetry = value.isRetry
        plays = value.plays
    }

    var value: PlayerMachine.DueItem {
        PlayerMachine.DueItem(id: id, reason: reason, isRetry: isRetry, plays: plays)
    }
}

/// A queue.
struct TraceQueue: TraceForm {
    struct Entry: Codable {
        var item: QueueItem
        var key: UInt64
        var hasResumed: Bool
    }

    var entries: [Entry]
    var currentID: QueueItem.ID?
    var repeatMode: RepeatMode
    var endAction: QueueEndAction
    var failurePolicy: FailurePolicy
    var shuffleSeed: UInt64?
    var rounds: Int
    var keyCount: UInt64
    var currentKey: UInt64
    var highestID: QueueItem.ID?

    init(_ value: PlaybackQueue) {
        entries = value.entries.map { Entry(item: $0.item, key: $0.key, hasResumed: $0.hasResumed) }
        currentID = value.currentID
        repeatMode = value.repeatMode
        endAction = value.endAction
        failurePolicy = value.failurePolicy
        shuffleSeed = value.shuffleSeed
        rounds = value.rounds
        keyCount = value.keyCount
        currentKey = value.currentKey
        highestID = value.highestID
    }

    var value: PlaybackQueue {
        PlaybackQueue(
            entries: ChunkedList(
                entries.map { PlaybackQueue.Entry(item: $0.item, key: $0.key, hasResumed: $0.hasResumed) }),
            currentID: currentID, repeatMode: repeatMode, endAction: endAction, failurePolicy: failurePolicy,
            shuffleSeed: shuffleSeed, rounds: rounds, keyCount: keyCount, currentKey: currentKey,
            highestID: highestID)
    }
}

/// The properties of a prerolled medium.
struct TraceFacts: TraceForm {
    var duration: Duration?
    var isSeekable: Bool
    var isLive: Bool
    var hasVideo: Bool
    var hasAudio: Bool
    var isScrubbable: Bool
    var position: Duration?

    init(_ value: MediaFacts) {
        duration = value.duration
        isSeekable = value.isSeekable
        isLive = value.isLive
        hasVideo = value.hasVideo
        hasAudio = value.hasAudio
        isScrubbable = value.isScrubbable
        position = value.position
    }

    var value: MediaFacts {
        MediaFacts(
            duration: duration, isSeekable: isSeekable, isLive: isLive, hasVideo: hasVideo,
            hasAudio: hasAudio,
            isScrubbable: isScrubbable, position: position)
    }
}
