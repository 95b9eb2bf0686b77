/// A command with its name in session traces and its arguments.
enum TraceCommand: TraceForm {
    case load(item: MediaItem, autoplay: Bool)
    case end(reason: EndReason)
    case edit(change: TraceEdit)
    case go(target: TraceTarget)
    case proceed
    case play
    case pause
    case toggle
    case interrupt
    case stop
    case reset
    case retry
    case close
    case seek(request: TraceSeek)
    case setMuted(isMuted: Bool)
    case setVolume(volume: Double, over: Duration?)
    case setAudioEffects(effects: AudioEffects)
    case setSpeed(speed: Double)
    case skip(id: Int?, by: Duration)
    case seekToLive(id: Int?)
    case step(id: Int?, by: Int)
    case refresh(id: Int)
    case setAspectMode(mode: AspectMode)
    case setAudioDevice(device: AudioOutputDevice.ID?)
    case noteAudioDevice(
        active: AudioOutputDevice.ID?, lost: AudioOutputDevice.ID?, format: AudioOutputFormat?)
    case select(kind: Track.Kind, choice: TraceChoice)
    case setTrackPreferences(preferences: TrackPreferences)
    case setSubtitleDelay(delay: Duration)
    case setAudioDelay(delay: Duration)
    case warn(warning: PlayerWarning)
    case watch(isWatched: Bool)
    case watchTimes(times: TraceTimes)

    init(_ value: Command) {
        self =
            switch value {
            case .load(let item, let autoplay): .load(item: item, autoplay: autoplay)
            case .end(let reason): .end(reason: reason)
            case .edit(let change): .edit(change: TraceEdit(change))
            case .go(let target): .go(target: TraceTarget(target))
            case .proceed: .proceed
            case .play: .play
            case .pause: .pause
            case .toggle: .toggle
            case .interrupt: .interrupt
            case .stop: .stop
            case .reset: .reset
            case .retry: .retry
            case .close: .close
            case .seek(let request): .seek(request: TraceSeek(request))
            case .setMuted(let isMuted): .setMuted(isMuted: isMuted)
            case .setVolume(let volume, let length):
                .setVolume(volume: volume, over: length == .zero ? nil : length)
            case .setAudioEffects(let effects): .setAudioEffects(effects: effects)
            case .setSpeed(let speed): .setSpeed(speed: speed)
            case .skip(let id, let by): .skip(id: id, by: by)
            case .seekToLive(let id): .seekToLive(id: id)
            case .step(let id, let by): .step(id: id, by: by)
            case .refresh(let id): .refresh(id: id)
            case .setAspectMode(let mode): .setAspectMode(mode: mode)
            case .setAudioDevice(let device): .setAudioDevice(device: device)
            case .noteAudioDevice(let active, let lost, let format):
                .noteAudioDevice(active: active, lost: lost, format: format)
            case .select(let kind, let choice): .select(kind: kind, choice: TraceChoice(choice))
            case .setTrackPreferences(let preferences): .setTrackPreferences(preferences: preferences)
            case .setSubtitleDelay(let delay): .setSubtitleDelay(delay: delay)
            case .setAudioDelay(let delay): .setAudioDelay(delay: delay)
            case .warn(let warning): .warn(warning: warning)
            case .watch(let isWatched): .watch(isWatched: isWatched)
            case .watchTimes(let times): .watchTimes(times: TraceTimes(times))
            }
    }

    var value: Command {
        switch self {
        case .load(let item, let autoplay): .load(item, autoplay: autoplay)
        case .end(let reason): .end(reason)
        case .edit(let change): .edit(change.value)
        case .go(let target): .go(target.value)
        case .proceed: .proceed
        case .play: .play
        case .pause: .pause
        case .toggle: .toggle
        case .interrupt: .interrupt
        case .stop: .stop
        case .reset: .reset
        case .retry: .retry
        case .close: .close
        case .seek(let request): .seek(request.value)
        case .setMuted(let isMuted): .setMuted(isMuted)
        case .setVolume(let volume, let length): .setVolume(volume, over: length ?? .zero)
        case .setAudioEffects(let effects): .setAudioEffects(effects)
        case .setSpeed(let speed): .setSpeed(speed)
        case .skip(let id, let by): .skip(id: id, by: by)
        case .seekToLive(let id): .seekToLive(id: id)
        case .step(let id, let by): .step(id: id, by: by)
        case .refresh(let id): .refresh(id: id)
        case .setAspectMode(let mode): .setAspectMode(mode)
        case .setAudioDevice(let device): .setAudioDevice(device)
        case .noteAudioDevice(let active, let lost, let format):
            .noteAudioDevice(active: active, lost: lost, format: format)
        case .select(let kind, let choice): .select(kind, choice.value)
        case .setTrackPreferences(let preferences): .setTrackPreferences(preferences)
        case .setSubtitleDelay(let delay): .setSubtitleDelay(delay)
        case .setAudioDelay(let delay): .setAudioDelay(delay)
        case .warn(let warning): .warn(warning)
        case .watch(let isWatched): .watch(isWatched)
        case .watchTimes(let times): .watchTimes(times.value)
        }
    }
}

/// A report of the pipeline.
enum TraceReport: TraceForm {
    case prerolled(facts: TraceFacts)
    case streams(hasVideo: Bool, hasAudio: Bool)
    case running(at: Duration)
    case position(at: Duration)
    case reached(at: Duration)
    case durationChanged(duration: Duration?)
    case measured(id: Int)
    case buffering(percent: Int)
    case starved(isStarved: Bool)
    case bufferedTo(end: Duration)
    case seekDone(serial: Int, at: Duration)
    case seekFailed(serial: Int, error: PlayerError)
    case stepDone(serial: Int, at: Duration, moved: Bool)
    case stepFailed(serial: Int, error: PlayerError)
    case draining
    case ends(at: Duration)
    case ended(presentedEnd: Duration?, fault: PlayerError?, lack: PlayerError?)
    case subtitle(cues: [SubtitleCue])
    case transcribed(track: Track.ID)
    case tracks(all: [Track], applied: TrackSelection, needSeek: [Track.Kind])
    case metadata(metadata: MediaMetadata)
    case videoSize(size: VideoSize)
    case window(window: TraceWindow)
    case fetched(bytes: Int, duration: Duration)
    case variant(variant: StreamVariant)
    case bandwidth(bitsPerSecond: Double)
    case warning(warning: PlayerWarning)
    case gap(gap: MediaGap)
    case failed(error: PlayerError)

    init(_ value: PipelineEvent) {
        self =
            switch value {
            case .prerolled(let facts): .prerolled(facts: TraceFacts(facts))
            case .streams(let hasVideo, let hasAudio): .streams(hasVideo: hasVideo, hasAudio: hasAudio)
            case .running(let at): .running(at: at)
            case .position(let at): .position(at: at)
            case .reached(let at): .reached(at: at)
            case .durationChanged(let duration): .durationChanged(duration: duration)
            case .measured(let id): .measured(id: id)
            case .buffering(let percent): .buffering(percent: percent)
            case .starved(let isStarved): .starved(isStarved: isStarved)
            case .bufferedTo(let end): .bufferedTo(end: end)
            case .seekDone(let serial, let at): .seekDone(serial: serial, at: at)
            case .seekFailed(let serial, let error): .seekFailed(serial: serial, error: error)
            case .stepDone(let serial, let at, let moved): .stepDone(serial: serial, at: at, moved: moved)
            case .stepFailed(let serial, let error): .stepFailed(serial: serial, error: error)
            case .draining: .draining
            case .ends(let at): .ends(at: at)
            case .ended(let report):
                .ended(presentedEnd: report.presentedEnd, fault: report.fault, lack: report.lack)
            case .subtitle(let cues): .subtitle(cues: cues)
            case .transcribed(let track): .transcribed(track: track)
            case .tracks(let all, let applied, let needSeek):
                .tracks(all: all, applied: applied, needSeek: needSeek)
            case .metadata(let metadata): .metadata(metadata: metadata)
            case .videoSize(let size): .videoSize(size: size)
            case .window(let window): .window(window: TraceWindow(window))
            case .fetched(let bytes, let duration): .fetched(bytes: bytes, duration: duration)
            case .variant(let variant): .variant(variant: variant)
            case .bandwidth(let bitsPerSecond): .bandwidth(bitsPerSecond: bitsPerSecond)
            case .warning(let warning): .warning(warning: warning)
            case .gap(let gap): .gap(gap: gap)
            case .failed(let error): .failed(error: error)
            }
    }

    var value: PipelineEvent {
        switch self {
        case .prerolled(let facts): .prerolled(facts.value)
        case .streams(let hasVideo, let hasAudio): .streams(hasVideo: hasVideo, hasAudio: hasAudio)
        case .running(let at): .running(at: at)
        case .position(let at): .position(at)
        case .reached(let at): .reached(at)
        case .durationChanged(let duration): .durationChanged(duration)
        case .measured(let id): .measured(id: id)
        case .buffering(let percent): .buffering(percent: percent)
        case .starved(let isStarved): .starved(isStarved)
        case .bufferedTo(let end): .bufferedTo(end)
        case .seekDone(let serial, let at): .seekDone(serial: serial, at: at)
        case .seekFailed(let serial, let error): .seekFailed(serial: serial, error)
        case .stepDone(let serial, let at, let moved): .stepDone(serial: serial, at: at, moved: moved)
        case .stepFailed(let serial, let error): .stepFailed(serial: serial, error)
        case .draining: .draining
        case .ends(let at): .ends(at: at)
        case .ended(let presentedEnd, let fault, let lack):
            .ended(EndReport(presentedEnd: presentedEnd, fault: fault, lack: lack))
        case .subtitle(let cues): .subtitle(cues)
        case .transcribed(let track): .transcribed(track)
        case .tracks(let all, let applied, let needSeek): .tracks(all, applied: applied, needSeek: needSeek)
        case .metadata(let metadata): .metadata(metadata)
        case .videoSize(let size): .videoSize(size)
        case .window(let window): .window(window.value)
        case .fetched(let bytes, let duration): .fetched(bytes: bytes, duration: duration)
        case .variant(let variant): .variant(variant)
        case .bandwidth(let bitsPerSecond): .bandwidth(bitsPerSecond)
        case .warning(let warning): .warning(warning)
        case .gap(let gap): .gap(gap)
        case .failed(let error): .failed(error)
        }
    }
}

/// A timer that expired.
enum TraceDeadline: TraceForm {
    case load(load: Int)
    case seek(load: Int, serial: Int)
    case step(load: Int, serial: Int)
    case stall(load: Int)
    case settle(load: Int, serial: Int, after: Duration)
    case moment(load: Int)

    init(_ value: Deadline) {
        self =
            switch value {
            case .load(let load): .load(load: load.number)
            case .seek(let load, let serial): .seek(load: load.number, serial: serial)
            case .step(let load, let serial): .step(load: load.number, serial: serial)
            case .stall(let load): .stall(load: load.number)
            case .settle(let load, let serial, let after):
                .settle(load: load.number, serial: serial, after: after)
            case .moment(let load): .moment(load: load.number)
            }
    }

    var value: Deadline {
        switch self {
        case .load(let load): .load(LoadID(number: load))
        case .seek(let load, let serial): .seek(LoadID(number: load), serial: serial)
        case .step(let load, let serial): .step(LoadID(number: load), serial: serial)
        case .stall(let load): .stall(LoadID(number: load))
        case .settle(let load, let serial, let after):
            .settle(LoadID(number: load), serial: serial, after: after)
        case .moment(let load): .moment(LoadID(number: load))
        }
    }
}

/// A change of the queue.
enum TraceEdit: TraceForm {
    case insert(items: [QueueItem], at: QueuePosition)
    case move(ids: [QueueItem.ID], to: QueuePosition)
    case remove(ids: [QueueItem.ID])
    case replace(items: [QueueItem], autoplay: Bool?)
    case setRepeatMode(mode: RepeatMode)
    case shuffle(seed: UInt64?)
    case setEndAction(action: QueueEndAction)
    case setFailurePolicy(policy: FailurePolicy)

    init(_ value: QueueEdit) {
        self =
            switch value {
            case .insert(let items, let at): .insert(items: items, at: at)
            case .move(let ids, let to): .move(ids: ids, to: to)
            case .remove(let ids): .remove(ids: ids)
            case .replace(let items, let autoplay): .replace(items: items, autoplay: autoplay)
            case .setRepeatMode(let mode): .setRepeatMode(mode: mode)
            case .shuffle(let seed): .shuffle(seed: seed)
            case .setEndAction(let action): .setEndAction(action: action)
            case .setFailurePolicy(let policy): .setFailurePolicy(policy: policy)
            }
    }

    var value: QueueEdit {
        switch self {
        case .insert(let items, let at): .insert(items, at)
        case .move(let ids, let to): .move(ids, to)
        case .remove(let ids): .remove(ids)
        case .replace(let items, let autoplay): .replace(items, autoplay: autoplay)
        case .setRepeatMode(let mode): .setRepeatMode(mode)
        case .shuffle(let seed): .shuffle(seed)
        case .setEndAction(let action): .setEndAction(action)
        case .setFailurePolicy(let policy): .setFailurePolicy(policy)
        }
    }
}

/// A target in the queue.
enum TraceTarget: TraceForm {
    case item(id: QueueItem.ID?)
    case next
    case previous

    init(_ value: QueueTarget) {
        self =
            switch value {
            case .item(let id): .item(id: id)
            case .next: .next
            case .previous: .previous
            }
    }

    var value: QueueTarget {
        switch self {
        case .item(let id): .item(id)
        case .next: .next
        case .previous: .previous
        }
    }
}
