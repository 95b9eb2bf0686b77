internal import Synchronization

/// What the threads of this process do whose work nobody tells of: those of pipelines, decoders and network connections.
package enum WorkingThreads {
    private struct Look {
        let begin: ContinuousClock.Instant
        let isAnyAtWork: Bool
    }

    private static let last = Mutex<Look?>(nil)

    /// Whether one of them runs, or waits for a processor or a disk, at a moment since an instant: a look at all of them takes long, and
    /// one will do for all who ask. Threads of dispatch queues, and those that bear the name of the process, do not count, but for what
    /// maps libraries that others wait for.
    package static func isAnyAtWork(since instant: ContinuousClock.Instant = .now) -> Bool {
        last.withLock { last in
            if let last, last.begin >= instant { return last.isAnyAtWork }
            let look = Look(begin: .now, isAnyAtWork: isAnyAtWorkNow)
            last = look
            return look.isAnyAtWork
        }
    }

    private static var isAnyAtWorkNow: Bool {
        if PluginPreload.isUnderWay { return true }
        let process = name(of: "/proc/self/comm")
        return threads.contains {
            isAtWork($0) { name in name != process && !queues.contains(where: name.hasSuffix) }
        }
    }

    /// Which threads of these names run, or wait for a processor or a disk.
    package static func atWork(named names: Set<String>) -> Set<FilePath> {
        Set(threads.filter { isAtWork($0, names.contains) })
    }

    /// What the thread is called that asks.
    package static var nameOfCurrent: String? { name(of: "/proc/thread-self/comm") }

    private static func name(of file: FilePath) -> String? {
        LocalFile.bytes(of: file, atMost: longestLook).map {
            String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
    }

    private static var threads: [FilePath] { LocalFile.names(in: "/proc/self/task") }

    /// Looks at many threads again and again: at bytes, and at the names of those alone that are at work.
    private static func isAtWork(_ thread: FilePath, _ counts: (String) -> Bool) -> Bool {
        // `number (name) state …`, where the name may hold anything (`man 5 proc`).
        let file = "/proc/self/task/" + thread + "/stat"
        guard let line = LocalFile.bytes(of: file, atMost: longestLook),
            let start = line.firstIndex(of: UInt8(ascii: "(")),
            let end = line.lastIndex(of: UInt8(ascii: ")")),
            end + 2 < line.count, working.contains(line[end + 2])
        else { return false }
        return counts(String(decoding: line[(start + 1)..<end], as: UTF8.self))
    }

    /// Number, name and state of a thread are not longer; what follows is numbers.
    private static let longestLook = 64

    /// Running or ready to run, and waiting for a disk.
    private static let working = [UInt8(ascii: "R"), UInt8(ascii: "D")]

    /// How the names end that libdispatch gives to its threads.
    private static let queues = ["qos", "overcommit"]
}

/// Looks again and again whether anybody is at work who may be waited for. Two looks in a row have to find nobody: at the first one, what has
/// just been done may wait for a thread that does not count. Others of this process may be at work for ever: so many looks are enough.
package struct RestLook: Sendable {
    private var looksLeft: Int
    private var wasAtRest = false

    package init(most looks: Int) { looksLeft = looks }

    /// Looks once more: whether nobody is to be waited for any longer.
    package mutating func isOver(isAnyAtWork: Bool = WorkingThreads.isAnyAtWork()) -> Bool {
        defer { (wasAtRest, looksLeft) = (!isAnyAtWork, looksLeft - 1) }
        return wasAtRest && !isAnyAtWork || looksLeft <= 1
    }
}
