internal import CGTK

/// The main thread of GLib: the one that runs the default main context, and the only one that may call GTK.
public enum MainThread {
    /// Runs the main queue of Dispatch, and with it the main actor, in the main loop of GLib.
    ///
    /// Call it once, on the main thread, before the main loop runs (`g_application_run`). Without it no task of
    /// the main actor runs while GTK does, and `PlayerModel` and `ProgressTracker` do not change. Later calls
    /// have no effect. A toolkit that runs the main queue itself does not need it; both together do no harm.
    @MainActor public static func attachMainActor() { _ = attachment }

    @MainActor private static let attachment: guint = unsafe g_unix_fd_add(
        _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
        { handle, _, _ in
            // The handle is an eventfd. It is read first: work that arrives while the queue runs sets it again.
            var count: eventfd_t = 0
            _ = unsafe eventfd_read(handle, &count)
            _dispatch_main_queue_callback_4CF(nil)
            return gboolean(1)
        }, nil)

    private final class Work: Sendable {
        let body: @MainActor @Sendable () -> Void
        init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = body }
    }

    /// Calls a function on the main thread, from the main loop of GLib. May be called on any thread.
    ///
    /// It does not need ``attachMainActor()``. Functions are called in the order of the calls from one thread.
    public static func run(_ body: @escaping @MainActor @Sendable () -> Void) {
        let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
        // After redrawing, which has GDK_PRIORITY_REDRAW: frames that come faster than they are drawn would leave no
        // time for it.
        unsafe g_idle_add_full(
            G_PRIORITY_DEFAULT_IDLE,
            { work in
                if let work = unsafe work {
                    let work = unsafe Unmanaged<Work>.fromOpaque(work).takeUnretainedValue()
                    MainActor.assumeIsolated { work.body() }
                }
                return gboolean(0)
            }, work,
            { work in
                if let work = unsafe work { unsafe Unmanaged<Work>.fromOpaque(work).release() }
            })
    }
}
