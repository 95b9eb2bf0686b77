internal import GStreamer
public import PlayheadCore
internal import PlayheadSystem

extension SubtitleFile {
    /// The subtitle files beside a medium that are named after it: for `film.mkv`, `film.srt` and `film.pt-BR.forced.ass` in the same
    /// folder, and in folders `Subs` and `Subtitles` in it.
    ///
    /// Ordered by name, `film.srt` first. Language and flags follow from the words in between. Only for files, and empty where there are
    /// none. Looks into the folder, and may block as long as that does; the files themselves are not opened.
    public static func beside(_ item: MediaItem) -> [SubtitleFile] {
        guard let path = FileAddress.path(uri: item.uri), !path.folder.bytes.isEmpty else { return [] }
        let (folder, name) = (path.folder, path.name.description)
        let paths = LocalFile.names(in: folder)
        let names = paths.map(\.description)
        // What belongs to `film.2.mkv` does not belong to `film.mkv`.
        let others = names.filter { $0 != name && SubtitleFormat(ending: ending($0)) == nil }.map(stem)
        var found = files(named: paths, in: folder, of: name, butOf: others)
        for subfolder in names.sorted() where ["subs", "subtitles"].contains(subfolder.lowercased()) {
            let place = folder + FilePath(subfolder + "/")
            found += files(named: LocalFile.names(in: place), in: place, of: name, butOf: others)
        }
        return found
    }

    private static func files(
        named paths: [FilePath], in folder: FilePath, of medium: String, butOf others: [String]
    ) -> [SubtitleFile] {
        let own = stem(medium)
        var found: [(words: Int, name: String, file: SubtitleFile)] = []
        for path in paths {
            let name = path.description
            let stem = stem(name)
            if SubtitleFormat(ending: ending(name)) == nil || name == medium { continue }
            guard stem == own || stem.hasPrefix(own + ".") else { continue }
            let isOfAnother = others.contains { other in
                other.count > own.count && (stem == other || stem.hasPrefix(other + "."))
            }
            if isOfAnother { continue }
            let rest =
                stem == medium || stem.hasPrefix(medium + ".")
                ? stem.dropFirst(medium.count) : stem.dropFirst(own.count)
            let words = rest.split(separator: ".").map(String.init)
            let described = SubtitleName(beside: words)
            var file = SubtitleFile(
                uri: FileAddress.uri(path: folder + path), language: described.language,
                title: described.title)
            file.isForced = described.isForced
            file.isForHearingImpaired = described.isForHearingImpaired
            found.append((words.count, name, file))
        }
        return found.sorted { ($0.words == 0 ? 0 : 1, $0.name) < ($1.words == 0 ? 0 : 1, $1.name) }.map(
            \.file)
    }

    private static func ending(_ name: String) -> String {
        name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
    }

    private static func stem(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }
}
