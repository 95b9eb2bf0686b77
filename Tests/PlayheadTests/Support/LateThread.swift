import CGStreamer
import Synchronization

@testable import GStreamer

/// Keeps threads of GStreamer from what they are there for, in a process of its own.
enum LateThread {
    /// Where one is kept: when it logs a message of a category.
    struct Place {
        var message: String
        var category: String
        var length: Duration
    }

    private struct State {
        /// Those that nobody has come to yet.
        var places: [Place] = []
        var hasBegun = false

        /// How long a thread that logs this is kept.
        mutating func take(_ message: String) -> Duration? {
            guard let index = places.firstIndex(where: { $0.message == message }), index == 0 || hasBegun
            else { return nil }
            hasBegun = true
            return places.remove(at: index).length
        }
    }

    private static let state = Mutex(State())

    /// Whether one has come to each place.
    static var isBusy: Bool { state.withLock(\.places.isEmpty) }

    /// At the first of these places, and then at each other one, the first thread that comes there is kept: as one that gets no processor it
    /// counts as running. To be called once.
    static func keepBusy(at places: [Place]) {
        state.withLock { $0.places = places }
        unsafe gst_debug_add_log_function(
            { _, _, _, _, _, _, message, _ in
                let text = unsafe message.flatMap { unsafe string(gst_debug_message_get($0)) }
                guard let text, let length = LateThread.state.withLock({ $0.take(text) }) else { return }
                let end = ContinuousClock.now + length
                while ContinuousClock.now < end {}
            }, nil, nil)
        for category in Set(places.map(\.category)) {
            unsafe gst_debug_set_threshold_for_name(category, GST_LEVEL_DEBUG)
        }
    }
}
