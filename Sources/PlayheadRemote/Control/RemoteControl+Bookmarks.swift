internal import Playhead
internal import Synchronization

/// A position of an item that the user keeps.
public struct Bookmark: Sendable, Hashable {
    /// The position in the media time of the item.
    public var position: Duration
    /// The name; nil without one.
    public var name: String?

    /// Makes a bookmark.
    public init(at position: Duration, name: String? = nil) {
        (self.position, self.name) = (position, name)
    }
}

/// Where a program keeps the bookmarks of its user. The members are called on any thread, and may read and write files.
public protocol BookmarkStorage: Sendable {
    /// The bookmarks of the item with a URI, by their positions.
    func bookmarks(of uri: String) -> [Bookmark]
    /// Replaces the bookmarks of the item with a URI; returns false if they cannot be kept.
    func keep(_ bookmarks: [Bookmark], of uri: String) -> Bool
}

extension RemoteControl {
    /// The bookmarks of the current item of a snapshot. They are read once for each item.
    func bookmarks(of snapshot: PlayerSnapshot) -> [Bookmark] {
        guard let storage = host.bookmarks, let item = snapshot.item else { return [] }
        let known = memory.withLock(\.bookmarks)
        if let known, known.item == snapshot.itemNumber { return known.list }
        let list = storage.bookmarks(of: item.uri)
        memory.withLock { $0.bookmarks = (snapshot.itemNumber, list) }
        return list
    }

    func performBookmark(_ command: RemoteCommand) throws(RemoteFault) {
        guard host.bookmarks != nil else { throw .notOffered }
        let snapshot = player.snapshot
        guard snapshot.item != nil else { throw .noContent }
        var list = bookmarks(of: snapshot)
        switch command {
        case .addBookmark(let name):
            list.removeAll { $0.position == snapshot.position }
            list.append(Bookmark(at: snapshot.position, name: name))
            list.sort { $0.position < $1.position }
            try keep(list, snapshot)
        case .removeBookmark(let index):
            guard list.indices.contains(index) else { throw .noSuchBookmark }
            list.remove(at: index)
            try keep(list, snapshot)
        case .goToBookmark(let index):
            guard list.indices.contains(index) else { throw .noSuchBookmark }
            try perform(.seek(to: list[index].position))
        default:
            // After the last one comes the first one.
            guard let next = list.first(where: { $0.position > snapshot.position }) ?? list.first else {
                throw .noSuchBookmark
            }
            try perform(.seek(to: next.position))
        }
    }

    private func keep(_ list: [Bookmark], _ snapshot: PlayerSnapshot) throws(RemoteFault) {
        guard let item = snapshot.item, host.bookmarks?.keep(list, of: item.uri) == true else {
            throw .notSaved
        }
        memory.withLock { $0.bookmarks = (snapshot.itemNumber, list) }
        announce(.bookmarksChanged(list))
    }
}
