package import Playhead

extension PlayerEvent {
    /// The event as one line that is the same on every machine. It contains the last component of a URI and
    /// the code of an error.
    package var words: String {
        switch self {
        case .queueChanged(let change): "queue of \(change.new.count) (\(change.reason.rawValue))"
        case .itemChanged(let change):
            change.item.map { $0.words + (change.reason == .load ? "" : " (\(change.reason.rawValue))") }
                .map { "item \($0)" } ?? "no item"
        case .durationChanged(let duration): "duration \(duration?.inWords ?? "unknown")"
        case .ready: "ready"
        case .stateChanged(let change): "state \(change.to.name) (\(change.reason.rawValue))"
        case .statusChanged(_, let status): "status \(status.rawValue)"
        case .positionChanged(let position): "position \(position.inWords)"
        case .subtitleChanged(let cue): cue.map { "cue \(String(reflecting: $0.text))" } ?? "no cue"
        case .tracksChanged(let tracks): tracks.words
        case .metadataChanged(let metadata):
            "metadata \(metadata.title.map(String.init(reflecting:)) ?? "without a title")"
        case .videoSizeChanged(let size): size.map { "size \($0.width) x \($0.height)" } ?? "no size"
        case .streamTypeChanged(let type): "stream \(type.rawValue)"
        case .seekableRangeChanged(let range):
            range.map { "seekable \($0.lowerBound.inWords) to \($0.upperBound.inWords)" } ?? "not seekable"
        case .variantChanged(let variant): variant.map { "variant \($0.index)" } ?? "no variant"
        case .bandwidthChanged(let bandwidth):
            bandwidth.map { "bandwidth \($0) bit/s" } ?? "no bandwidth"
        case .chapterChanged(let chapter): chapter.map { "chapter \($0.id)" } ?? "no chapter"
        case .subtitleDelayChanged(let delay): "subtitle delay \(delay.inWords)"
        case .audioDelayChanged(let delay): "audio delay \(delay.inWords)"
        case .mutedChanged(let muted): muted ? "muted" : "unmuted"
        case .volumeChanged(let volume): "volume \(volume)"
        case .audioEffectsChanged: "audio effects"
        case .speedChanged(let asked, let effective):
            asked == effective ? "speed \(asked)" : "speed \(asked), effective \(effective)"
        case .aspectModeChanged(let mode): "aspect \(mode.rawValue)"
        case .audioDeviceChanged(let status):
            "audio device \(status.active?.rawValue ?? "none")" + (status.lost.map { ", lost \($0)" } ?? "")
        case .warning(let warning): "warning \(String(reflecting: warning.message))"
        case .gap(let gap): "gap \(gap.start.inWords) to \(gap.end.inWords)"
        case .error(let error): "error \(error.code.rawValue)"
        case .finished(let reason): "finished \(reason.rawValue)"
        case .bufferingChanged(let buffering):
            buffering.map { "buffering \($0.percent) % (\($0.reason.rawValue))" } ?? "buffered"
        case .stalled: "stalled"
        case .resumed(let length): "resumed after \(length.inWords)"
        }
    }
}

extension MediaItem {
    fileprivate var words: String {
        let name = uri.split(separator: "/").last.map(String.init) ?? uri
        return [
            name, startPosition.map { "from \($0.inWords)" }, endPosition.map { "to \($0.inWords)" },
        ].compactMap { $0 }.joined(separator: " ")
    }
}

extension TrackList {
    fileprivate var words: String {
        let kinds = Track.Kind.allCases.map { kind in
            let names = self[kind].map { track in
                track.id.rawValue + (chosen.contains(track) ? applied.contains(track) ? "*" : "+" : "")
            }
            return names.joined(separator: " ")
        }
        return (["tracks"] + kinds.filter { !$0.isEmpty }).joined(separator: " ")
    }
}
