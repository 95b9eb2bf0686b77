import Foundation

/// What the kernel says of this process.
package enum ProcessTable {
    /// The names of its threads, without those of Dispatch, which come and go as work does.
    package static var threads: [String] {
        names(in: "task").compactMap {
            try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)
        }.filter { !$0.contains("qos") }
    }

    /// What its open files are, those that it inherited among them, without the clocks and the bells of Dispatch, and what
    /// it reads of its threads.
    package static var files: Set<String> {
        let files = names(in: "fd").compactMap {
            let name = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
            return name?.replacing(" (deleted)", with: "")
        }
        return Set(files.filter { !$0.hasPrefix("anon_inode:") && !$0.hasPrefix("/proc/") })
    }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)")) ?? []
    }
}
