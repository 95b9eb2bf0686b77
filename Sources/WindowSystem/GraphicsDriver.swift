internal import Glibc
internal import PlayheadSystem
internal import Synchronization

/// The driver of OpenGL that draws into windows.
package enum GraphicsDriver {
    private static let isKept = Atomic(false)

    /// Whether the user has told Mesa to compute with the processor.
    static var isSoftware: Bool {
        let wish = LocalFile.environment("LIBGL_ALWAYS_SOFTWARE")?.lowercased() ?? ""
        return ["1", "true", "y", "yes"].contains(wish)
    }

    /// Keeps the loaded driver until the process ends. Called before a window that uses it closes.
    ///
    /// Mesa 22.3 unloads it with the last connection to the X server that uses it, also while another thread still runs
    /// in it: that thread then crashes.
    package static func keepLoaded() {
        guard !isKept.load(ordering: .relaxed), let maps = LocalFile.text(of: "/proc/self/maps") else {
            return
        }
        let paths = Set(
            maps.split(separator: "\n" as Character).compactMap { line in
                line.firstIndex(of: "/").map { String(line[$0...]) }
            })
        for path in paths where path.hasSuffix("_dri.so") || path.contains("/libgallium-") {
            unsafe _ = dlopen(path, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE)
            isKept.store(true, ordering: .relaxed)
        }
    }
}
