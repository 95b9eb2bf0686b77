package import Dispatch
internal import Glibc

/// Tells when files with some names come, go or change their mode in some folders (`inotify`).
///
/// A folder need not exist: one that is created in another of the folders is followed from then on.
package final class FolderWatch: @unchecked Sendable {
    // Dispatch guards its sources itself.
    private let source: any DispatchSourceRead

    /// Nil if the system has no more instances.
    ///
    /// - Parameters:
    ///   - names: the names of the files, or their beginnings.
    ///   - onChange: called on the queue.
    package init?(
        _ folders: [String], names: [String], on queue: DispatchQueue,
        onChange: @escaping @Sendable () -> Void
    ) {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        let follow: @Sendable () -> Void = {
            let events = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_ATTRIB)
            // The same folder again changes nothing.
            for folder in folders { unsafe inotify_add_watch(descriptor, folder, events) }
        }
        follow()
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            let found = Self.names(from: descriptor)
            follow()
            if found.contains(where: { name in names.contains { name.hasPrefix($0) } }) { onChange() }
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    deinit { source.cancel() }

    /// The names in the events that wait to be read.
    private static func names(from descriptor: Int32) -> [String] {
        var names: [String] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(descriptor, &bytes, bytes.count)
            guard count > 0 else { return names }
            // A header of 16 bytes, which ends in the length of the name, and the name with zeros behind it.
            var place = 0
            while place + 16 <= count {
                let length = (0..<4).reduce(0) { $0 | Int(bytes[place + 12 + $1]) << (8 * $1) }
                let end = min(place + 16 + length, count)
                names.append(String(decoding: bytes[place + 16..<end].prefix { $0 != 0 }, as: UTF8.self))
                place = end
            }
        }
    }
}
