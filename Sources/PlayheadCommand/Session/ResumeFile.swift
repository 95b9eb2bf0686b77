import Glibc
import Playhead

/// Where each item was left, in a file of the user's (XDG Base Directory Specification: `$XDG_STATE_HOME`). The latest come last; what cannot be
/// read or written is as if it were not there.
struct ResumeFile {
    private let path: String?
    private var entries: [(uri: String, position: Duration)] = []

    /// Reads it.
    init(path: String? = Self.usualPath) {
        self.path = path
        guard let path, let file = unsafe fopen(path, "re") else { return }
        defer { unsafe fclose(file) }
        var (line, room): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
        defer { unsafe free(line) }
        while unsafe getline(&line, &room, file) > 0, let text = unsafe line {
            let words = unsafe String(cString: text).split(separator: "\n").first?.split(
                separator: " ", maxSplits: 1)
            guard let words, words.count == 2, let seconds = Double(words[0]), seconds.isFinite, seconds > 0
            else { continue }
            entries.append((String(words[1]), .milliseconds(Int64(min(seconds, 1e9) * 1000))))
        }
    }

    /// Where an item was left; nil for one that is to begin at its beginning.
    func position(of uri: String) -> Duration? { entries.last { $0.uri == uri }?.position }

    /// Keeps where an item was left, or that it was played to its end.
    mutating func keep(_ position: Duration, of duration: Duration?, for uri: String, isFinished: Bool) {
        entries.removeAll { $0.uri == uri }
        let isWorth = position >= Self.worth && duration.map { $0 - position >= Self.worth } ?? true
        // What is read from a descriptor is another medium each time.
        if !isFinished, isWorth, !uri.hasPrefix("fd:") { entries.append((uri, position)) }
        if entries.count > Self.most { entries.removeFirst(entries.count - Self.most) }
        write()
    }

    private func write() {
        guard let path, Self.makeFolders(to: path) else { return }
        let draft = path + ".\(getpid())"
        guard let file = unsafe fopen(draft, "we") else { return }
        for entry in entries {
            let milliseconds = Int64(entry.position / .milliseconds(1))
            unsafe fputs("\(Double(milliseconds) / 1000) \(entry.uri)\n", file)
        }
        let isWritten = unsafe ferror(file) == 0
        if unsafe fclose(file) == 0, isWritten {
            unsafe rename(draft, path)
        } else {
            unsafe unlink(draft)
        }
    }

    private static func makeFolders(to path: String) -> Bool {
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += "/" + part
            unsafe mkdir(folder, 0o700)
        }
        return unsafe access(folder, W_OK) == 0
    }

    private static let worth: Duration = .seconds(5)
    private static let most = 1000

    /// None where there is no home.
    static var usualPath: String? {
        let state = variable("XDG_STATE_HOME") ?? variable("HOME").map { $0 + "/.local/state" }
        return state.map { $0 + "/playhead/positions" }
    }

    /// An absolute path, as the specification asks.
    private static func variable(_ name: String) -> String? {
        let value = unsafe getenv(name).map { unsafe String(cString: $0) }
        return value.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
