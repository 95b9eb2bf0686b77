internal import GStreamer
public import PlayheadCore
internal import PlayheadSystem

extension SubtitleFile {
    /// Finds the subtitle files beside a medium that have its name. For `film.mkv` these are `film.srt` and
    /// `film.pt-BR.forced.ass`, in the same folder and in its folders `Subs` and `Subtitles`.
    ///
    /// The files are ordered by name, `film.srt` first. The words between name and suffix give language and
    /// flags. The result is empty for an item that is no file. The call reads the folder, and blocks for as
    /// long as that takes. It does not open the subtitle files.
    public static func beside(_ item: MediaItem) -> [SubtitleFile] {
        guard let path = FileAddress.path(uri: item.uri), !path.folder.bytes.isEmpty else { return [] }
        let (folder, name) = (path.folder, path.name.description)
        let paths = LocalFile.names(in: folder)
        let names = paths.map(\.description)
        // A subtitle file of `film.2.mkv` is not one of `film.mkv`.
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
