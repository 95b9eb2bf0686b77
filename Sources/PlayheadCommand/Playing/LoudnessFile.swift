import Playhead
internal import PlayheadSystem
import Synchronization

/// The loudness of files that were played or measured, stored in a file of the user: on each line the time of the
/// file's last change, its URI, and behind a tab its audio track, its size, and the loudness.
///
/// A file of another size or time is another file. Only local files are kept: nothing tells whether the bytes at
/// another address are still the same.
final class LoudnessFile: LoudnessStorage {
    private let file: StateFile
    /// The files that were asked for, as they were then.
    private let asked = Mutex<[String: LocalFile.Version]>([:])

    init(_ file: StateFile = StateFile(named: "loudness", limit: 10_000)) { self.file = file }

    func loudness(of track: Track.ID, in item: MediaItem) -> Loudness? {
        guard let (name, version) = Self.identity(of: item) else { return nil }
        asked.withLock { $0[name] = version }
        let entries = ((try? file.read()) ?? []).filter { $0.name == name && $0.time == version.changed }
        return entries.lazy.reversed().compactMap(Line.init)
            .first { $0.track == track && $0.size == version.size }?.loudness
    }

    func keep(_ loudness: Loudness, of track: Track.ID, in item: MediaItem) {
        // A file that has changed while it was played was heard in parts of two.
        guard let (name, version) = Self.identity(of: item), asked.withLock({ $0[name] }) == version else {
            return
        }
        let line = Line(track: track, size: version.size, loudness: loudness)
        try? file.change { entries in
            entries.removeAll {
                $0.name == name
                    && ($0.time != version.changed || Line($0).map { $0.track == track } ?? true)
            }
            entries.append(StateFile.Entry(name: name, time: version.changed, text: line.text))
        }
    }

    /// The canonical name of a file, and its version; nil for other items, and for playlists, whose media may change.
    private static func identity(of item: MediaItem) -> (name: String, version: LocalFile.Version)? {
        guard let path = FileAddress.path(uri: item.uri).flatMap(LocalFile.resolved),
            !["m3u8", "mpd"].contains(FileAddress.ending(of: item.uri).lowercased()),
            let version = LocalFile.version(of: path)
        else { return nil }
        return (FileAddress.uri(path: path), version)
    }

    /// What stands behind the URI: `audio-1 1234567 -23.01 6.2 -1.5`, with `-` for a peak that is not known.
    private struct Line {
        var track: Track.ID
        var size: Int
        var loudness: Loudness

        init(track: Track.ID, size: Int, loudness: Loudness) {
            (self.track, self.size, self.loudness) = (track, size, loudness)
        }

        init?(_ entry: StateFile.Entry) {
            let words = (entry.text ?? "").split(separator: " ")
            guard words.count == 5, let size = Int(words[1]), let integrated = Double(words[2]),
                let range = Double(words[3]), integrated.isFinite
            else { return nil }
            self.init(
                track: Track.ID(rawValue: String(words[0])), size: size,
                loudness: Loudness(integrated: integrated, range: range, truePeak: Double(words[4])))
        }

        var text: String {
            let numbers = [loudness.integrated, loudness.range, loudness.truePeak]
            let words = numbers.map { $0.map { (($0 * 100).rounded() / 100).jsonNumber } ?? "-" }
            return ([track.rawValue, String(size)] + words).joined(separator: " ")
        }
    }
}
