import Playhead
import PlayheadRemote

/// The bookmarks of the user. The file is read again each time, as other processes may have changed it.
struct BookmarkFile: BookmarkStorage {
    var file = PositionFile(named: "bookmarks")

    func bookmarks(of uri: String) -> [Bookmark] {
        let name = PositionFile.name(of: uri)
        return file.read().filter { $0.uri == name }.map { Bookmark(at: $0.position, name: $0.text) }
            .sorted { $0.position < $1.position }
    }

    func keep(_ bookmarks: [Bookmark], of uri: String) -> Bool {
        guard !PositionFile.isPassing(uri) else { return false }
        let name = PositionFile.name(of: uri)
        let entries = bookmarks.map { bookmark in
            PositionFile.Entry(uri: name, position: bookmark.position, text: bookmark.name?.printable)
        }
        return (try? file.write(file.read().filter { $0.uri != name } + entries)) != nil
    }
}
