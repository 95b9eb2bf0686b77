internal import Playhead
internal import PlayheadCore

/// The properties of MPRIS, as views of the state.
enum MPRISProperties {
    /// Those of the interface of the program.
    static func root(_ state: RemoteState, _ host: RemoteHost) -> [String: BusValue] {
        [
            "CanQuit": .bool(host.quit != nil), "CanRaise": .bool(false), "HasTrackList": .bool(true),
            "CanSetFullscreen": .bool(true), "Fullscreen": .bool(state.isFullscreen),
            "Identity": .string("Playhead"), "DesktopEntry": .string("playhead"),
            "SupportedUriSchemes": .strings(["file", "http", "https"]),
            "SupportedMimeTypes": .strings([
                "audio/flac", "audio/mp4", "audio/mpeg", "audio/ogg", "audio/x-wav", "video/mp4",
                "video/webm", "video/x-matroska",
            ]),
        ]
    }

    /// Those of the queue.
    static func trackList(_ state: RemoteState) -> [String: BusValue] {
        ["Tracks": .paths(state.snapshot.queue.items.map(\.id.trackPath)), "CanEditTracks": .bool(true)]
    }

    /// Those of the player, without the position, whose changes are not announced.
    static func player(_ state: RemoteState, artwork: String?) -> [String: BusValue] {
        let snapshot = state.snapshot
        let hasItem = snapshot.item != nil
        return [
            "PlaybackStatus": .string(state.isIdle ? "Stopped" : state.isPaused ? "Paused" : "Playing"),
            "LoopStatus": .string(snapshot.queue.repeatMode.status),
            "Shuffle": .bool(snapshot.queue.isShuffled),
            "Rate": .double(snapshot.speed), "MinimumRate": .double(0.1), "MaximumRate": .double(16),
            "Volume": .double(snapshot.volume), "Metadata": .map(snapshot.track(artwork: artwork)),
            "CanGoNext": .bool(snapshot.queue.nextItem != nil), "CanGoPrevious": .bool(hasItem),
            "CanPlay": .bool(hasItem || !snapshot.queue.isEmpty), "CanPause": .bool(hasItem),
            "CanSeek": .bool(snapshot.isSeekable), "CanControl": .bool(true),
        ]
    }
}

extension RepeatMode {
    fileprivate var status: String {
        switch self {
        case .off: "None"
        case .one: "Track"
        case .all, .times: "Playlist"
        }
    }

    /// The mode of a loop status; nil for another word.
    init?(status: String) {
        switch status {
        case "None": self = .off
        case "Track": self = .one
        case "Playlist": self = .all
        default: return nil
        }
    }
}

extension Duration {
    /// The duration in microseconds, the unit of MPRIS.
    var microseconds: Int64 { Int64((inSeconds * 1e6).rounded()) }
}

extension QueueItem.ID {
    /// The identity on the bus.
    var trackPath: String { "/org/playhead/track/\(number)" }
}

extension PlayerSnapshot {
    /// The identity of the current item.
    var trackPath: String { queue.currentID?.trackPath ?? MPRISInterface.noTrack }

    /// The metadata of items of the queue; those that are not there are left out.
    func tracks(at paths: [String], artwork: String?) -> [[String: BusValue]] {
        paths.compactMap { path in
            guard let entry = queue.items.first(where: { $0.id.trackPath == path }) else { return nil }
            guard entry.id != queue.currentID else { return track(artwork: artwork) }
            return [
                "mpris:trackid": .path(path), "xesam:url": .string(entry.media.uri),
                "xesam:title": .string(entry.media.title ?? entry.media.lastName),
            ]
        }
    }

    fileprivate func track(artwork: String?) -> [String: BusValue] {
        guard let item else { return ["mpris:trackid": .path(MPRISInterface.noTrack)] }
        var track: [String: BusValue] = ["mpris:trackid": .path(trackPath), "xesam:url": .string(item.uri)]
        track["mpris:length"] = duration.map { .int64($0.microseconds) }
        track["mpris:artUrl"] = artwork.map(BusValue.string)
        track["xesam:title"] = .string(metadata.title ?? item.title ?? item.lastName)
        track["xesam:artist"] = metadata.artist.map { .strings([$0]) }
        track["xesam:album"] = metadata.album.map(BusValue.string)
        track["xesam:albumArtist"] = metadata.albumArtist.map { .strings([$0]) }
        track["xesam:genre"] = metadata.genre.map { .strings([$0]) }
        track["xesam:comment"] = metadata.comment.map { .strings([$0]) }
        track["xesam:trackNumber"] = metadata.trackNumber.flatMap(Int32.init(exactly:)).map(BusValue.int32)
        track["xesam:discNumber"] = metadata.discNumber.flatMap(Int32.init(exactly:)).map(BusValue.int32)
        return track
    }
}
