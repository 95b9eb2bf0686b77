/// What the threads of this process do whose work nobody tells of: those of pipelines, decoders and network connections.
package enum WorkingThreads {
    /// Whether one of them runs, or waits for a processor or a disk. Threads of dispatch queues, and those that bear the name of the
    /// process, do not count, but for what maps libraries that others wait for.
    package static var isAnyAtWork: Bool {
        if PluginPreload.isUnderWay { return true }
        let process = LocalFile.text(of: "/proc/self/comm")?.split(separator: "\n").first
        return threads.contains {
            isAtWork($0) { name in name != process && !queues.contains(where: name.hasSuffix) }
        }
    }

    /// Which threads of these names run, or wait for a processor or a disk.
    package static func atWork(named names: Set<Substring>) -> Set<FilePath> {
        Set(threads.filter { isAtWork($0, names.contains) })
    }

    private static var threads: [FilePath] { LocalFile.names(in: "/proc/self/task") }

    private static func isAtWork(_ thread: FilePath, _ counts: (Substring) -> Bool) -> Bool {
        guard let line = LocalFile.text(of: "/proc/self/task/\(thread)/stat"),
            let start = line.firstIndex(of: "("), let end = line.lastIndex(of: ")"),
            counts(line[line.index(after: start)..<end])
        else { return false }
        return line[end...].dropFirst(2).first.map(working.contains) ?? false
    }

    /// Running or ready to run, and waiting for a disk (`man 5 proc`).
    private static let working: Set<Character> = ["R", "D"]

    /// How the names end that libdispatch gives to its threads.
    private static let queues = ["qos", "overcommit"]
}
