import Playhead
import PlayheadRemote

/// The bookmarks of the user. The file is read again each time, as other processes may have changed it.
struct BookmarkFile: BookmarkStorage {
    var file = StateFile(named: "bookmarks")

    func bookmarks(of uri: String) -> [Bookmark] {
        let name = StateFile.name(of: uri)
        return ((try? file.read()) ?? []).filter { $0.name == name && $0.time >= .zero }
            .map { Bookmark(at: $0.time, name: $0.text) }
            .sorted { $0.position < $1.position }
    }

    func keep(_ bookmarks: [Bookmark], of uri: String) -> Bool {
        guard !StateFile.isPassing(uri) else { return false }
        let name = StateFile.name(of: uri)
        let entries = bookmarks.map { bookmark in
            StateFile.Entry(name: name, time: bookmark.position, text: bookmark.name?.printable)
        }
        return
            (try? file.change { all in
                all.removeAll { $0.name == name }
                all += entries
            }) != nil
    }
}
