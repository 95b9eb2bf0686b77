import CGStreamer
import Synchronization

@testable import GStreamer

/// Keeps threads of GStreamer from what they are there for, in a process of its own.
enum LateThread {
    private struct Place {
        var message: String
        var length: Duration
        var isReached = false
    }

    private static let place = Mutex<Place?>(nil)

    /// Whether one has come to the place.
    static var isBusy: Bool { place.withLock { $0?.isReached == true } }

    /// Each thread that logs this message, of this category, is kept there for so long: as one that gets no processor it counts as running.
    static func keepBusy(at message: String, of category: String, for length: Duration) {
        place.withLock { $0 = Place(message: message, length: length) }
        unsafe gst_debug_add_log_function(
            { _, _, _, _, _, _, message, _ in
                let text = unsafe message.flatMap { unsafe string(gst_debug_message_get($0)) }
                let length = LateThread.place.withLock { place -> Duration? in
                    guard let text, text == place?.message else { return nil }
                    place?.isReached = true
                    return place?.length
                }
                guard let length else { return }
                let end = ContinuousClock.now + length
                while ContinuousClock.now < end {}
            }, nil, nil)
        unsafe gst_debug_set_threshold_for_name(category, GST_LEVEL_DEBUG)
    }
}
