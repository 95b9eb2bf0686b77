internal import GStreamer
import Playhead
internal import PlayheadSystem

/// The items of a session, with the items of all named playlists.
struct PlaybackItems {
    var media: [MediaItem] = []
    /// The name of each item, as the user gave it.
    var names: [String] = []
    var warnings: [PlayerWarning] = []
    /// The errors of unreadable playlists.
    var faults: [PlayerError] = []

    /// Reads all named playlists and waits for them.
    init(_ options: PlayCommand) {
        for name in options.items {
            if Self.isList(name) {
                add(listAt: name, options)
            } else if Self.isFolder(name), case .success(let list) = Self.read(name, options.network) {
                add(list, options)
            } else {
                add(options.item(MediaItem(pathOrURI: name)), name)
            }
        }
        if let list = options.queue.playlist { add(listAt: list, options) }
    }

    private mutating func add(_ item: MediaItem, _ name: String) {
        media.append(item)
        names.append(name)
    }

    private mutating func add(listAt name: String, _ options: PlayCommand) {
        switch Self.read(name, options.network) {
        case .success(let list): add(list, options)
        case .failure(let error): faults.append(error)
        }
    }

    private mutating func add(_ list: Playlist, _ options: PlayCommand) {
        warnings += list.warnings
        for item in list.items {
            add(options.item(item), item.title ?? FileAddress.path(uri: item.uri)?.description ?? item.uri)
        }
    }

    /// Whether it is a folder. Without media in it, it is reported as a medium that cannot be played.
    private static func isFolder(_ name: String) -> Bool {
        FileAddress.path(uri: MediaItem(pathOrURI: name).uri).map { LocalFile(path: $0) == .directory }
            ?? false
    }

    /// Whether the name and the content are those of a playlist. A file with the extension `m3u8` may be HLS,
    /// so it is played.
    private static func isList(_ name: String) -> Bool {
        let ending = name.split(separator: ".").last?.lowercased() ?? ""
        guard PlaylistFormat(ending: ending) != nil, ending != "m3u8",
            let path = FileAddress.path(uri: MediaItem(pathOrURI: name).uri)
        else { return false }
        return PlaylistFormat.isPlaylist(file: path)
    }

    private static func read(_ name: String, _ fetching: FetchingOptionGroup) -> Result<Playlist, PlayerError>
    {
        let (network, policy) = (fetching.options, fetching.policy)
        let result: Result<Playlist, PlayerError>? = TaskResult.of {
            do throws(PlayerError) {
                return .success(try await Playlist.read(name, network: network, policy: policy))
            } catch {
                return .failure(error)
            }
        }
        return result ?? .failure(PlayerError(.unknown, "The playlist was not read"))
    }
}
