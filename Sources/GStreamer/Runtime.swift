internal import CGStreamer
internal import PlayheadSystem
internal import Synchronization

/// GStreamer's process-wide part: started once, never taken down, because other users of it may share the process.
package enum Runtime {
    /// Starts GStreamer (`gst_init_check`), on the first use only; nil when that worked, otherwise what it said.
    package static let startFault: String? = {
        preferX11()
        var error: UnsafeMutablePointer<GError>?
        StartupTime.begin()
        let started = unsafe gst_init_check(nil, nil, &error)
        StartupTime.end()
        bridgeLog()
        defer { unsafe g_clear_error(&error) }
        guard started == 0 else { return nil }
        return unsafe error.flatMap { unsafe String(cString: $0.pointee.message) }
            ?? "GStreamer did not start"
    }()

    /// Without a Wayland display, the GL library is not to look for one: it would say so on standard error.
    private static func preferX11() {
        if (LocalFile.environment("WAYLAND_DISPLAY") ?? "").isEmpty {
            unsafe g_setenv("GST_GL_WINDOW", "x11", 0)
        }
    }

    private static let opened = Mutex<Set<String>>([])

    /// Whether there is an X server that lets this process in. GStreamer's windows end the process where there is none (1.22.0). Asked until it
    /// was so once for what DISPLAY names.
    package static var hasDisplay: Bool {
        guard let name = LocalFile.environment("DISPLAY"), !name.isEmpty else { return false }
        if opened.withLock({ $0.contains(name) }) { return true }
        guard playhead_display_opens() != 0 else { return false }
        opened.withLock { _ = $0.insert(name) }
        return true
    }

    /// The version that is running (`gst_version`), for example `1.22.0`.
    package static var version: String {
        var (major, minor, micro, nano): (guint, guint, guint, guint) = (0, 0, 0, 0)
        unsafe gst_version(&major, &minor, &micro, &nano)
        return "\(major).\(minor).\(micro)"
    }

    /// Whether an element of this factory can be made (`gst_element_factory_find`).
    package static func hasElement(_ factory: String) -> Bool {
        guard let found = unsafe gst_element_factory_find(factory) else { return false }
        unsafe gst_object_unref(UnsafeMutableRawPointer(found))
        return true
    }
}

/// Carries a Swift value through C's untyped user data.
final class Box<Value> {
    private let value: Value
    /// Hands the value over from the thread that made it to the one that reads it. GLib's own locks do so too, but in a
    /// way that the thread sanitizer cannot see.
    private let isMade = Atomic(false)

    init(_ value: Value) {
        self.value = value
        isMade.store(true, ordering: .releasing)
    }

    /// The value behind user data that was made from a retained box.
    static func value(of data: UnsafeMutableRawPointer) -> Value {
        let box = unsafe Unmanaged<Box<Value>>.fromOpaque(data).takeUnretainedValue()
        precondition(box.isMade.load(ordering: .acquiring))
        return box.value
    }

    /// A retained box as user data; `release` undoes it.
    static func data(_ value: Value) -> UnsafeMutableRawPointer {
        unsafe Unmanaged.passRetained(Box(value)).toOpaque()
    }
}

/// Gives back what `Box.data` retained, whatever it holds: a `GDestroyNotify`.
func releaseBox(_ data: UnsafeMutableRawPointer?) {
    guard let data = unsafe data else { return }
    unsafe Unmanaged<AnyObject>.fromOpaque(data).release()
}

/// A C string that somebody else owns, copied.
func string(_ pointer: UnsafePointer<CChar>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
}

/// A C string that we own now: copied and freed (`g_free`).
func string(taking pointer: UnsafeMutablePointer<CChar>?) -> String? {
    guard let pointer = unsafe pointer else { return nil }
    defer { unsafe g_free(pointer) }
    return unsafe String(cString: pointer)
}

/// A time of GStreamer's: nanoseconds, or `GST_CLOCK_TIME_NONE`.
func duration(_ time: GstClockTime) -> Duration? {
    time == playhead_clock_time_none() ? nil : .nanoseconds(Int64(clamping: time))
}

extension Runtime {
    /// How many processors there are (`g_get_num_processors`).
    package static var processorCount: Int { max(Int(g_get_num_processors()), 1) }
}
