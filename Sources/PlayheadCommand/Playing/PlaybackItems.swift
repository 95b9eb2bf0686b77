import Dispatch
internal import GStreamer
import Playhead
internal import PlayheadSystem
import Synchronization

/// What a session plays: the items that the user named, and the items of the playlists among them.
struct PlaybackItems {
    var media: [MediaItem] = []
    /// The name of each item, as the user knows it.
    var names: [String] = []
    var warnings: [PlayerWarning] = []
    /// Why playlists could not be read.
    var faults: [PlayerError] = []

    /// Reads the playlists among the named items, and waits until they are read.
    init(_ options: PlayCommand) {
        for name in options.items {
            if Self.isList(name) {
                add(listAt: name, options)
            } else {
                add(options.item(MediaItem(pathOrURI: name)), name)
            }
        }
        if let list = options.playlist { add(listAt: list, options) }
    }

    private mutating func add(_ item: MediaItem, _ name: String) {
        media.append(item)
        names.append(name)
    }

    private mutating func add(listAt name: String, _ options: PlayCommand) {
        switch Self.read(name, options.network.fetching) {
        case .success(let list):
            warnings += list.warnings
            for item in list.items {
                add(
                    options.item(item), item.title ?? FileAddress.path(uri: item.uri)?.description ?? item.uri
                )
            }
        case .failure(let error): faults.append(error)
        }
    }

    /// A playlist by its name and its contents. What ends in `m3u8` may be HLS, and is played.
    private static func isList(_ name: String) -> Bool {
        let ending = name.split(separator: ".").last?.lowercased() ?? ""
        guard PlaylistFormat(ending: ending) != nil, ending != "m3u8",
            let path = FileAddress.path(uri: MediaItem(pathOrURI: name).uri)
        else { return false }
        return PlaylistFormat.isPlaylist(file: path)
    }

    private static func read(_ name: String, _ fetching: FetchingOptionGroup) -> Result<Playlist, PlayerError>
    {
        let slot = ResultSlot()
        let (network, policy) = (fetching.options, fetching.policy)
        Task.detached {
            let result: Result<Playlist, PlayerError>
            do throws(PlayerError) {
                result = .success(try await Playlist.read(name, network: network, policy: policy))
            } catch {
                result = .failure(error)
            }
            slot.set(result)
        }
        return slot.wait()
    }

    /// Carries the result of a task to a thread that waits for it.
    private final class ResultSlot: Sendable {
        private let result = Mutex<Result<Playlist, PlayerError>?>(nil)
        private let isSet = DispatchSemaphore(value: 0)

        func set(_ result: Result<Playlist, PlayerError>) {
            self.result.withLock { $0 = result }
            isSet.signal()
        }

        func wait() -> Result<Playlist, PlayerError> {
            isSet.wait()
            return result.withLock { $0 } ?? .failure(PlayerError(.unknown, "The playlist was not read"))
        }
    }
}
