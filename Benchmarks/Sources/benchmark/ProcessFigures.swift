import Glibc

/// What the kernel says of this process.
enum ProcessFigures {
    /// Processor time used up to now, in milliseconds (`getrusage`).
    static var cpu: Double {
        let usage = usage
        return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
    }

    /// Processor time used by this thread up to now, in milliseconds (`CLOCK_THREAD_CPUTIME_ID`).
    static var threadCPU: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }

    static var contextSwitches: Double {
        let usage = usage
        return Double(usage.ru_nvcsw + usage.ru_nivcsw)
    }

    static var threads: Double { field("Threads", of: "/proc/self/status") }
    static var residentMegabytes: Double { field("VmRSS", of: "/proc/self/status") / 1024 }
    static var peakMegabytes: Double { field("VmHWM", of: "/proc/self/status") / 1024 }
    static var privateMegabytes: Double { field("Private_Dirty", of: "/proc/self/smaps_rollup") / 1024 }

    /// Open file descriptors, without the one that looks.
    static var descriptors: Double {
        guard let directory = unsafe opendir("/proc/self/fd") else { return .nan }
        defer { unsafe closedir(directory) }
        var count = -3.0
        while unsafe readdir(directory) != nil { count += 1 }
        return count
    }

    private static var usage: rusage {
        var usage = rusage()
        unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage
    }

    private static func milliseconds(_ time: timeval) -> Double {
        Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3
    }

    private static func field(_ name: String, of path: String) -> Double {
        guard let file = unsafe fopen(path, "r") else { return .nan }
        defer { unsafe fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = unsafe fread(&bytes, 1, bytes.count, file)
        for line in String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n") {
            let words = line.split { $0 == ":" || $0 == " " || $0 == "\t" }
            if words.first == name[...], words.count > 1 { return Double(words[1]) ?? .nan }
        }
        return .nan
    }
}
