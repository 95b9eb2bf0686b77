internal import CGStreamer
internal import Dispatch
internal import Glibc
internal import PlayheadSystem
internal import Synchronization

/// Loads the libraries of a plug-in before its use, on a separate thread. GStreamer starts and the source
/// opens at the same time.
///
/// libgstlibav.so of Debian needs 176 libraries. Their loading takes more than half of the time from process
/// start to the first frame. If all are opened at once, each symbol lookup searches all libraries. If
/// dependencies are opened first and one by one, loading takes two thirds of that time. GStreamer loads
/// libraries that fail here.
package enum PluginPreload {
    /// The plug-in with most decoders (package gstreamer1.0-libav).
    package static let libav = "libgstlibav.so"

    /// Begins to load a plug-in, on the first call only.
    package static func begin(_ plugin: String) {
        guard !hasBegun.exchange(true, ordering: .relaxed), usesSystemPlugins else { return }
        // If the process exited during a load, `exit` would destroy objects that library constructors use.
        atexit { PluginPreload.stop() }
        DispatchQueue(label: "playhead.preload", qos: .userInitiated).async(group: underWay) {
            guard let map = LocalFile.text(of: "/proc/self/maps") else { return }
            var walk = Walk(processMap: map)
            walk.open(plugin: plugin)
        }
    }

    /// Waits up to 1 s until all libraries are loaded, if loading has begun. It must be called before
    /// GStreamer loads the plug-in, because that opens all remaining libraries at once.
    package static func wait() { _ = underWay.wait(timeout: .now() + .seconds(1)) }

    private static let underWay = DispatchGroup()
    private static let hasBegun = Atomic(false)
    /// Whether loading continues. The lock is held while a library is being opened.
    private static let goesOn = Mutex(true)

    private static func stop() { goesOn.withLock { $0 = false } }

    /// Whether the environment uses the default plug-in folders of GStreamer.
    private static var usesSystemPlugins: Bool {
        ["GST_PLUGIN_SYSTEM_PATH_1_0", "GST_PLUGIN_SYSTEM_PATH", "GST_PLUGIN_PATH_1_0", "GST_PLUGIN_PATH"]
            .allSatisfy { LocalFile.environment($0) == nil }
    }

    /// Opens libraries after their dependencies.
    private struct Walk {
        /// The folder of the GStreamer library, which also contains the libraries of the plug-ins.
        private var folder = ""
        /// The libraries that are already mapped or were examined.
        private var seen: Set<String> = []

        /// Each line of the process map ends in the path of the mapped file, if there is one.
        init(processMap: String) {
            for line in processMap.utf8.split(separator: UInt8(ascii: "\n")) {
                guard let slash = line.lastIndex(of: UInt8(ascii: "/")) else { continue }
                let name = Substring(line[slash...].dropFirst())
                guard seen.insert(String(name)).inserted, name.hasPrefix("libgstreamer-1.0.so") else {
                    continue
                }
                folder =
                    line.firstIndex(of: UInt8(ascii: "/")).map { String(Substring(line[$0...slash])) } ?? ""
            }
        }

        mutating func open(plugin: String) {
            if !folder.isEmpty { open(folder + "gstreamer-1.0/" + plugin) }
        }

        private mutating func open(_ path: String) {
            guard let file = LibraryFile(path: path) else { return }
            for name in file.needed where seen.insert(name).inserted { open(folder + name) }
            // Libraries are never closed, because plug-ins stay loaded until the process ends.
            PluginPreload.goesOn.withLock { goesOn in
                if goesOn { _ = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL) }
            }
        }
    }
}
