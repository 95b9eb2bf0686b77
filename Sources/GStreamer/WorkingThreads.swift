/// What the threads of this process do whose work nobody tells of: those of pipelines, decoders and network connections.
package enum WorkingThreads {
    /// Whether one of them runs, or waits for a processor or a disk. Threads of dispatch queues, and those that bear the name of the
    /// process, do not count, but for what maps libraries that others wait for.
    package static var isAnyAtWork: Bool {
        if PluginPreload.isUnderWay { return true }
        let process = LocalFile.text(of: "/proc/self/comm")?.split(separator: "\n").first
        return isAnyAtWork { name in name != process && !queues.contains(where: name.hasSuffix) }
    }

    /// Whether a thread of this name runs, or waits for a processor or a disk.
    package static func isAnyAtWork(named name: String) -> Bool { isAnyAtWork { $0 == name } }

    private static func isAnyAtWork(_ counts: (Substring) -> Bool) -> Bool {
        LocalFile.names(in: "/proc/self/task").contains { thread in
            guard let line = LocalFile.text(of: "/proc/self/task/\(thread)/stat"),
                let start = line.firstIndex(of: "("), let end = line.lastIndex(of: ")"),
                counts(line[line.index(after: start)..<end])
            else { return false }
            return line[end...].dropFirst(2).first.map(working.contains) ?? false
        }
    }

    /// Running or ready to run, and waiting for a disk (`man 5 proc`).
    private static let working: Set<Character> = ["R", "D"]

    /// How the names end that libdispatch gives to its threads.
    private static let queues = ["qos", "overcommit"]
}
