import Playhead

extension PlayerEvent {
    /// The event as a JSON object, without the fields of a report.
    var json: String {
        var object = JSONObject()
        object.add("event", jsonName)
        addFields(to: &object)
        return object.closed
    }

    /// The name of the event in JSON.
    var jsonName: String {
        switch self {
        case .queueChanged: "queueChanged"
        case .itemChanged: "itemChanged"
        case .durationChanged: "durationChanged"
        case .ready: "ready"
        case .stateChanged: "stateChanged"
        case .statusChanged: "statusChanged"
        case .positionChanged: "positionChanged"
        case .subtitleChanged: "subtitleChanged"
        case .tracksChanged: "tracksChanged"
        case .metadataChanged: "metadataChanged"
        case .videoSizeChanged: "videoSizeChanged"
        case .streamTypeChanged: "streamTypeChanged"
        case .seekableRangeChanged: "seekableRangeChanged"
        case .variantChanged: "variantChanged"
        case .bandwidthChanged: "bandwidthChanged"
        case .chapterChanged: "chapterChanged"
        case .subtitleDelayChanged: "subtitleDelayChanged"
        case .audioDelayChanged: "audioDelayChanged"
        case .mutedChanged: "mutedChanged"
        case .volumeChanged: "volumeChanged"
        case .audioEffectsChanged: "audioEffectsChanged"
        case .speedChanged: "speedChanged"
        case .aspectModeChanged: "aspectModeChanged"
        case .audioDeviceChanged: "audioDeviceChanged"
        case .warning: "warning"
        case .gap: "gap"
        case .error: "error"
        case .finished: "finished"
        case .bufferingChanged: "bufferingChanged"
        case .stalled: "stalled"
        case .resumed: "resumed"
        }
    }

    func addFields(to line: inout JSONObject) {
        switch self {
        case .queueChanged(let change): change.addFields(to: &line)
        case .itemChanged(let change):
            line.add("uri", orNull: change.item?.uri)
            line.add("reason", change.reason.rawValue)
        case .durationChanged(let duration): line.add("duration", orNull: duration)
        case .ready: break
        case .stateChanged(let change):
            line.add("from", change.from.name)
            line.add("to", change.to.name)
            line.add("reason", change.reason.rawValue)
        case .statusChanged(let from, let to):
            line.add("from", from.rawValue)
            line.add("to", to.rawValue)
        case .positionChanged(let position): line.add("position", position)
        case .subtitleChanged(let cue): cue.addFields(to: &line)
        case .tracksChanged(let tracks): tracks.addFields(to: &line)
        case .metadataChanged(let metadata): metadata.addFields(to: &line)
        case .videoSizeChanged(let size):
            line.add("width", orNull: size?.width)
            line.add("height", orNull: size?.height)
        case .streamTypeChanged(let type): line.add("streamType", type.rawValue)
        case .seekableRangeChanged(let range):
            line.add("start", orNull: range?.lowerBound)
            line.add("end", orNull: range?.upperBound)
        case .variantChanged(let variant): variant.addFields(to: &line)
        case .bandwidthChanged(let bandwidth):
            line.add("bandwidth", orNull: bandwidth.flatMap { Int(exactly: $0.rounded()) })
        case .chapterChanged(let chapter): chapter.addFields(to: &line)
        case .subtitleDelayChanged(let delay): line.add("subtitleDelay", delay)
        case .audioDelayChanged(let delay): line.add("audioDelay", delay)
        case .mutedChanged(let muted): line.add("isMuted", muted)
        case .volumeChanged(let volume): line.add("volume", volume)
        case .audioEffectsChanged(let effects): effects.addFields(to: &line)
        case .speedChanged(let asked, let effective):
            line.add("speed", asked)
            line.add("effectiveSpeed", effective)
        case .aspectModeChanged(let mode): line.add("aspectMode", mode.rawValue)
        case .audioDeviceChanged(let status):
            line.add("requested", orNull: status.requested?.rawValue)
            line.add("active", orNull: status.active?.rawValue)
            line.add("lost", orNull: status.lost?.rawValue)
            if let format = status.format { line.add("format", json: format.json) }
        case .warning(let warning):
            line.add("message", warning.message)
            if let hint = warning.hint { line.add("hint", hint) }
            if let code = warning.code { line.add("code", code.rawValue) }
        case .gap(let gap): gap.addFields(to: &line)
        case .error(let error): error.addFields(to: &line)
        case .finished(let reason):
            line.add("reason", reason.rawValue)
        case .bufferingChanged(let buffering):
            line.add("percent", buffering?.percent ?? 100)
            line.add("reason", orNull: buffering?.reason.rawValue)
        case .stalled: break
        case .resumed(let length): line.add("after", length)
        }
    }
}

extension PlayerError {
    func addFields(to line: inout JSONObject) {
        line.add("code", code.rawValue)
        line.add("message", message)
        line.add("uri", orNull: uri)
        if let element { line.add("element", element) }
        line.add("domain", domain)
        line.add("domainCode", domainCode)
        line.add("isRecoverable", isRecoverable)
        if let hint { line.add("hint", hint) }
    }
}
