internal import Playhead
internal import PlayheadCore
internal import PlayheadRemote
internal import PlayheadSystem

/// The current item with its place in the queue.
struct CurrentItem: Equatable {
    let id: QueueItem.ID?
    let media: MediaItem?

    init(_ state: RemoteState) {
        (id, media) = (state.snapshot.queue.currentID, state.snapshot.item)
    }

    var value: RemoteValue {
        guard let media else { return .null }
        return .map(media.fields.merging(["id": id.map { .int($0.number) } ?? .null]) { first, _ in first })
    }
}

extension MediaItem {
    /// The address without user and password, and a name that can be shown.
    var fields: [String: RemoteValue] {
        let file = FileAddress.path(uri: uri)?.description
        let address = file == nil ? uri.withoutUser : uri
        let last = (file ?? URIComponents(uri)?.path ?? address).split(separator: "/").last
        return ["uri": .string(address), "title": .string(title ?? last.map(String.init) ?? address)]
    }
}

extension String {
    /// The URI without `user:password@`.
    var withoutUser: String {
        guard let start = range(after: "://") else { return self }
        let authority = self[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard let at = authority.lastIndex(of: "@") else { return self }
        return String(self[..<start] + self[index(after: at)...])
    }

    private func range(after text: String) -> Index? {
        utf8.firstRange(of: text.utf8)?.upperBound
    }
}

extension PlaybackQueue {
    var value: RemoteValue {
        let items = self.items.map { item in
            RemoteValue.map(item.media.fields.merging(["id": .int(item.id.number)]) { first, _ in first })
        }
        let mode: RemoteValue =
            switch repeatMode {
            case .off: "off"
            case .one: "one"
            case .all: "all"
            case .times(let count): .int(count)
            }
        return .map([
            "items": .list(items), "currentID": currentID.map { .int($0.number) } ?? .null,
            "repeatMode": mode, "isShuffled": .bool(isShuffled),
        ])
    }
}

extension TrackList {
    var value: RemoteValue {
        .list(map { $0.value(isChosen: chosen.contains($0), isApplied: applied.contains($0)) })
    }
}

extension Track {
    fileprivate func value(isChosen: Bool, isApplied: Bool) -> RemoteValue {
        var fields: [String: RemoteValue] = [
            "id": .string(id.rawValue), "kind": .string(kind.rawValue), "codec": .optional(codec),
            "language": .optional(language), "title": .optional(title), "isDefault": .bool(isDefault),
            "isForced": .bool(isForced), "isForHearingImpaired": .bool(isForHearingImpaired),
            "isImage": .bool(isImage), "chosen": .bool(isChosen), "applied": .bool(isApplied),
        ]
        if let size { (fields["width"], fields["height"]) = (.int(size.width), .int(size.height)) }
        if let frameRate { fields["frameRate"] = .number(frameRate) }
        if let channels { fields["channels"] = .int(channels) }
        if let sampleRate { fields["sampleRate"] = .int(sampleRate) }
        if let bitrate { fields["bitrate"] = .int(bitrate) }
        if let decoder { fields["decoder"] = .string(decoder.name) }
        return .map(fields)
    }
}

extension Chapter {
    var value: RemoteValue {
        .map(["id": .int(id), "title": .optional(title), "start": .seconds(start), "end": .optional(end)])
    }
}

extension MediaMetadata {
    /// The tags. `artwork` identifies the picture; it changes with it.
    var value: RemoteValue {
        let words = [
            "title": title, "artist": artist, "album": album, "albumArtist": albumArtist, "genre": genre,
            "comment": comment, "date": date, "container": container,
        ]
        var fields = words.compactMapValues { $0.map(RemoteValue.string) }
        if let trackNumber { fields["trackNumber"] = .int(trackNumber) }
        if let artwork {
            let digest = MessageDigest()
            digest.update(artwork.bytes.span)
            fields["artwork"] = .string(digest.finish())
        }
        return .map(fields)
    }
}

extension PlayerError {
    var value: RemoteValue {
        .map(["code": .string(code.rawValue), "message": .string(message), "hint": .optional(hint)])
    }
}

extension PlaybackMetrics {
    var value: RemoteValue {
        .map([
            "decodedVideoFrames": .int(decodedVideoFrames),
            "presentedVideoFrames": .int(presentedVideoFrames),
            "droppedVideoFrames": .int(droppedVideoFrames), "audioUnderruns": .int(audioUnderruns),
            "stallCount": .int(stallCount), "stallTime": .seconds(stallTime), "seekCount": .int(seekCount),
            "fetchedBytes": .int(fetchedBytes), "variantSwitches": .int(variantSwitches),
            "warnings": .int(warnings), "played": .seconds(played),
            "bandwidth": bandwidth.map(RemoteValue.number) ?? .null,
        ])
    }
}
