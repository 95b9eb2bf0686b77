import Glibc

extension Process {
    /// Goes on as another program (`execv`), from the first of some folders that has it; they are told as seen from
    /// the folder that this program is in. Returns only if none has it, with the paths that were tried.
    static func become(_ name: String, _ arguments: [String], inFolders folders: [String]) -> [String] {
        let paths = folders.map { ($0 == "." ? folder : folder + "/" + $0) + "/" + name }
        var words = unsafe ([name] + arguments).map { unsafe strdup($0) } + [nil]
        for path in paths { unsafe execv(path, &words) }
        unsafe words.forEach { unsafe free($0) }
        return paths
    }

    /// Where this program lies, whatever link led to it.
    private static var folder: String {
        guard let path = unsafe realpath("/proc/self/exe", nil) else { return "." }
        defer { unsafe free(path) }
        let file = unsafe String(cString: path)
        return String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])
    }
}
