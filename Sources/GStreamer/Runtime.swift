internal import CGStreamer
internal import PlayheadSystem
internal import Synchronization

/// The process-wide state of GStreamer. It is started once and never shut down, because other code in the
/// process may use GStreamer.
package enum Runtime {
    /// Starts GStreamer at the first use (`gst_init_check`); nil after success, otherwise the error message.
    package static let startFault: String? = {
        var error: UnsafeMutablePointer<GError>?
        StartupTime.begin()
        FrameworkVersion.setRunning(FrameworkVersion(versionNumbers))
        preferX11()
        let started = unsafe gst_init_check(nil, nil, &error)
        StartupTime.end()
        bridgeLog()
        defer { unsafe g_clear_error(&error) }
        guard started == 0 else {
            ContainerDemuxer.register()
            ImageParser.register()
            FallbackDecoder.register()
            return nil
        }
        return unsafe error.flatMap { unsafe String(cString: $0.pointee.message) }
            ?? "GStreamer did not start"
    }()

    /// Without a Wayland display, the GL library must not search for one: it would print an error.
    private static func preferX11() {
        if Workaround.glWaylandProbe.isNeeded, (LocalFile.environment("WAYLAND_DISPLAY") ?? "").isEmpty {
            unsafe g_setenv("GST_GL_WINDOW", "x11", 0)
        }
    }

    /// The version of GStreamer (`gst_version`), for example `1.22.0`.
    package static var version: String { FrameworkVersion(versionNumbers).description }

    private static var versionNumbers: [Int] {
        var (major, minor, micro, nano): (guint, guint, guint, guint) = (0, 0, 0, 0)
        unsafe gst_version(&major, &minor, &micro, &nano)
        return [Int(major), Int(minor), Int(micro)]
    }

    /// Whether a factory with this name exists (`gst_element_factory_find`).
    package static func hasElement(_ factory: String) -> Bool {
        guard let found = unsafe gst_element_factory_find(factory) else { return false }
        unsafe gst_object_unref(UnsafeMutableRawPointer(found))
        return true
    }
}

/// Passes a Swift value through the untyped user data of C.
final class Box<Value> {
    private let value: Value
    /// Orders the initialization of the value before its use in other threads. The locks of GLib do so too,
    /// but the thread sanitizer cannot see that.
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

    /// Makes user data with a retained box. `releaseBox` releases it.
    static func data(_ value: Value) -> UnsafeMutableRawPointer {
        unsafe Unmanaged.passRetained(Box(value)).toOpaque()
    }
}

/// Releases the box of `Box.data`, for any value type: a `GDestroyNotify`.
func releaseBox(_ data: UnsafeMutableRawPointer?) {
    guard let data = unsafe data else { return }
    unsafe Unmanaged<AnyObject>.fromOpaque(data).release()
}

/// Copies a C string that its owner keeps.
func string(_ pointer: UnsafePointer<CChar>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
}

/// Copies a C string and frees it (`g_free`).
func string(taking pointer: UnsafeMutablePointer<CChar>?) -> String? {
    guard let pointer = unsafe pointer else { return nil }
    defer { unsafe g_free(pointer) }
    return unsafe String(cString: pointer)
}

/// Converts a time of GStreamer in nanoseconds; nil for `GST_CLOCK_TIME_NONE`.
func duration(_ time: GstClockTime) -> Duration? {
    time == playhead_clock_time_none() ? nil : .nanoseconds(Int64(clamping: time))
}

extension Runtime {
    /// The number of processors (`g_get_num_processors`).
    package static var processorCount: Int { max(Int(g_get_num_processors()), 1) }
}
