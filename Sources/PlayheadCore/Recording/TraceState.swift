/// The form of the player's full state in session traces: each value has its name from docs/recording.md.
///
/// A trace starts with it, so that a replay can continue from there. A test compares the names with the
/// values of the machine: a new value needs a name here.
typealias TraceState = TraceRecord<PlayerMachine>

extension PlayerMachine: TraceRecorded {
    static let traceFields = TraceFields<PlayerMachine> { fields in
        fields.add("activeAudioDevice", \.activeAudioDevice)
        fields.add("allowsGaps", \.allowsGaps)
        fields.add("aspectMode", \.aspectMode)
        fields.add("audioDelay", \.audioDelay)
        fields.add("audioDevice", \.audioDevice)
        fields.add("audioEffects", \.audioEffects)
        fields.add("audioFormat", \.audioFormat)
        fields.add("awaitsChapter", \.awaitsChapter)
        fields.add("bandwidth", \.bandwidth)
        fields.add("buffer", \.buffer, as: TraceRecord<BufferPhase>.self)
        fields.add("bufferedPosition", \.bufferedPosition)
        fields.add("catchUp", \.catchUp, as: TraceRecord<CatchUp>.self)
        fields.add("chapterTimes", \.chapterTimes, as: TraceTimes.self)
        fields.add("currentChapter", \.currentChapter)
        fields.add("dueItem", \.dueItem, as: TraceDueItem.self)
        fields.add("duration", \.duration)
        fields.add("effectiveSpeed", \.effectiveSpeed)
        fields.add("endReason", \.endReason)
        fields.add("endsAt", \.endsAt)
        fields.add("error", \.error)
        fields.add("failures", \.failures)
        fields.add("gapCount", \.gapCount)
        fields.add("gaps", \.gaps)
        fields.add("hasAudio", \.hasAudio)
        fields.add("hasPipeline", \.hasPipeline)
        fields.add("hasVideo", \.hasVideo)
        fields.add("isAtLiveEdge", \.isAtLiveEdge)
        fields.add("isBufferLow", \.isBufferLow)
        fields.add("isLive", \.isLive)
        fields.add("isMuted", \.isMuted)
        fields.add("isOpened", \.isOpened)
        fields.add("isPrepared", \.isPrepared)
        fields.add("isPrerolled", \.isPrerolled)
        fields.add("isRunning", \.isRunning)
        fields.add("isScrubbable", \.isScrubbable)
        fields.add("isSeekable", \.isSeekable)
        fields.add("isStarved", \.isStarved)
        fields.add("isToldFailed", \.isToldFailed)
        fields.add("isWatched", \.isWatched)
        fields.add("item", \.item)
        fields.add("itemNumber", \.itemNumber)
        fields.add("itemReason", \.itemReason)
        fields.add("jumps", \.jumps)
        fields.add("knowsTracks", \.knowsTracks)
        fields.add("lastStamp", \.lastStamp, as: TraceLoad.self)
        fields.add("lastWarnings", \.lastWarnings)
        fields.add("lostAudioDevice", \.lostAudioDevice)
        fields.add("metadata", \.metadata)
        fields.add("outlastsLength", \.outlastsLength)
        fields.add("passage", \.passage, as: TracePassage.self)
        fields.add("preloadBudget", \.preloadBudget)
        fields.add("preparationLimit", \.preparationLimit)
        fields.add("prepared", \.prepared, eachAs: TraceRecord<PlayerMachine>.self)
        fields.add("queue", \.queue, as: TraceQueue.self)
        fields.add("queueEdition", \.queueEdition)
        fields.add("queueReason", \.queueReason)
        fields.add("refreshes", \.refreshes)
        fields.add("refusesSpeed", \.refusesSpeed)
        fields.add("reportedPosition", \.reportedPosition)
        fields.add("retries", \.retries)
        fields.add("seeks", \.seeks, as: TraceRecord<SeekPhase>.self)
        fields.add("speed", \.speed)
        fields.add("stamp", \.stamp, as: TraceLoad.self)
        fields.add("status", \.status)
        fields.add("steps", \.steps, as: TraceRecord<StepPhase>.self)
        fields.add("subtitleCues", \.subtitleCues)
        fields.add("subtitleDelay", \.subtitleDelay)
        fields.add("timeline", \.timeline, as: TraceTimeline.self)
        fields.add("tracks", \.tracks, as: TraceTracks.self)
        fields.add("tracksNeedSeek", \.tracksNeedSeek)
        fields.add("trackWishes", \.trackWishes, as: TraceRecord<TrackSelectionParameters>.self)
        fields.add("traffic", \.traffic, as: TraceRecord<TransferTotals>.self)
        fields.add("transcribed", \.transcribed)
        fields.add("untoldWarnings", \.untoldWarnings)
        fields.add("variant", \.variant)
        fields.add("videoSize", \.videoSize)
        fields.add("volume", \.volume)
        fields.add("volumeFade", \.volumeFade)
        fields.add("wantsToPlay", \.wantsToPlay)
        fields.add("warningCount", \.warningCount)
        fields.add("watchedTimes", \.watchedTimes, as: TraceTimes.self)
        fields.add("window", \.window, as: TraceWindow.self)
    }
}

extension BufferPhase: TraceRecorded {
    static let traceFields = TraceFields<BufferPhase> { fields in
        fields.add("isAfterSeek", \.isAfterSeek)
        fields.add("isStalled", \.isStalled)
        fields.add("lastStall", \.lastStall)
        fields.add("level", \.level)
        fields.add("levelSaid", \.levelSaid)
        fields.add("resumes", \.resumes)
        fields.add("standsAt", \.standsAt)
        fields.add("standsSince", \.standsSince)
    }
}

extension CatchUp: TraceRecorded {
    static let traceFields = TraceFields<CatchUp> { fields in
        fields.add("edge", \.edge)
        fields.add("floor", \.floor)
        fields.add("isActive", \.isActive)
        fields.add("offset", \.offset)
        fields.add("sought", \.sought)
        fields.add("speed", \.speed)
    }
}

extension SeekPhase: TraceRecorded {
    static let traceFields = TraceFields<SeekPhase> { fields in
        fields.add("askedAt", \.askedAt)
        fields.add("inFlight", \.inFlight, as: TraceSeek.self)
        fields.add("interval", \.interval)
        fields.add("isScrubbing", \.isScrubbing)
        fields.add("lastTarget", \.lastTarget)
        fields.add("origin", \.origin)
        fields.add("overdue", \.overdue, as: TraceSeek.self)
        fields.add("preview", \.preview, as: TracePreview.self)
        fields.add("serial", \.serial)
        fields.add("waiting", \.waiting, as: TraceSeek.self)
    }
}

extension StepPhase: TraceRecorded {
    static let traceFields = TraceFields<StepPhase> { fields in
        fields.add("inFlight", \.inFlight, as: TraceStep.self)
        fields.add("isSeekOwed", \.isSeekOwed)
        fields.add("isSoundBehind", \.isSoundBehind)
        fields.add("serial", \.serial)
        fields.add("waiting", \.waiting, as: TraceStep.self)
    }
}

extension TrackSelectionParameters: TraceRecorded {
    init() { self.init(preferences: TrackPreferences()) }

    static let traceFields = TraceFields<TrackSelectionParameters> { fields in
        fields.add("audio", \.audio, as: TraceChoice.self)
        fields.add("preferences", \.preferences)
        fields.add("subtitles", \.subtitles, as: TraceChoice.self)
        fields.add("video", \.video, as: TraceChoice.self)
    }
}

extension TransferTotals: TraceRecorded {
    init() { self.init(bytes: 0) }

    static let traceFields = TraceFields<TransferTotals> { fields in
        fields.add("bytes", \.bytes)
        fields.add("time", \.time)
    }
}
