internal import CGStreamer
internal import Dispatch
internal import Glibc
internal import PlayheadSystem
internal import Synchronization

/// Maps the libraries behind a plug-in ahead of its use, on a thread of its own, while GStreamer starts and the source
/// is being opened.
///
/// Debian's libgstlibav.so needs 176 libraries, and mapping them is more than half of the way from a new process to
/// its first frame. Opened in one go, each symbol of each library is looked up through all of them; opened one by
/// one, those first that the others need, it takes two thirds of the time. What cannot be opened in this way
/// is left to GStreamer.
package enum PluginPreload {
    /// The plug-in with most of the decoders (package gstreamer1.0-libav).
    package static let libav = "libgstlibav.so"

    /// Begins with a plug-in, on the first call only.
    package static func begin(_ plugin: String) {
        guard !hasBegun.exchange(true, ordering: .relaxed), usesSystemPlugins else { return }
        // An exit while a library is being opened would take down what its constructors use.
        atexit { PluginPreload.stop() }
        DispatchQueue(label: "playhead.preload", qos: .userInitiated).async(group: underWay) {
            guard let map = LocalFile.text(of: "/proc/self/maps") else { return }
            var walk = Walk(processMap: map)
            walk.open(plugin: plugin)
        }
    }

    /// Waits until everything is mapped, if that has begun; to be called before GStreamer loads the plug-in, which would
    /// open what is left in one go. No longer than a second.
    package static func wait() { _ = underWay.wait(timeout: .now() + .seconds(1)) }

    private static let underWay = DispatchGroup()
    private static let hasBegun = Atomic(false)
    /// Whether to go on; held while a library is being opened.
    private static let goesOn = Mutex(true)

    private static func stop() { goesOn.withLock { $0 = false } }

    /// Whether the environment leaves GStreamer's plug-ins where they are installed.
    private static var usesSystemPlugins: Bool {
        ["GST_PLUGIN_SYSTEM_PATH_1_0", "GST_PLUGIN_SYSTEM_PATH", "GST_PLUGIN_PATH_1_0", "GST_PLUGIN_PATH"]
            .allSatisfy { LocalFile.environment($0) == nil }
    }

    /// Opens libraries, each after those that it needs.
    private struct Walk {
        /// Where GStreamer's library is, and beside it those that the plug-ins need.
        private var folder = ""
        /// What is mapped already or was looked at.
        private var seen: Set<String> = []

        /// Each line of the map of a process ends in the path of what is mapped there, if anything.
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
            // Never closed again: plug-ins stay for the life of the process.
            PluginPreload.goesOn.withLock { goesOn in
                if goesOn { _ = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL) }
            }
        }
    }
}
