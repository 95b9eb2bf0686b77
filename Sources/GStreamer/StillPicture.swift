internal import CGStreamer

/// A reference to a decoded video frame.
@safe package final class StillPicture: @unchecked Sendable {
    // Read only; reference counting is thread-safe in GStreamer.
    fileprivate let sample: OpaquePointer
    /// The rotation and reflection that are necessary for display.
    package let orientation: PictureOrientation

    deinit { unsafe gst_sample_unref(sample) }

    /// The displayed size in square pixels; nil if the caps have none.
    package var displaySize: (width: Int, height: Int)? {
        guard let caps = unsafe gst_sample_get_caps(sample) else { return nil }
        return unsafe CapsValues(lending: caps)?.displaySize(turned: orientation.swapsSides)
    }

    /// Whether it is the same memory as another frame with the same caps, as of an image that is repeated.
    package func isRepetition(of other: StillPicture) -> Bool {
        guard let memory = unsafe Self.memory(of: sample), unsafe memory == Self.memory(of: other.sample)
        else { return false }
        return hasFormat(of: other)
    }

    /// Whether caps and orientation are those of another frame, and so the displayed size.
    package func hasFormat(of other: StillPicture) -> Bool {
        guard orientation == other.orientation, let caps = unsafe gst_sample_get_caps(sample),
            let others = unsafe gst_sample_get_caps(other.sample)
        else { return false }
        return unsafe gst_caps_is_equal(caps, others) != 0
    }

    /// The memory of a frame in one piece (`gst_buffer_peek_memory`).
    private static func memory(of sample: OpaquePointer) -> UnsafeMutablePointer<GstMemory>? {
        guard let buffer = unsafe gst_sample_get_buffer(sample), unsafe gst_buffer_n_memory(buffer) == 1
        else {
            return nil
        }
        return unsafe gst_buffer_peek_memory(buffer, 0)
    }

    /// A frame at time 0.
    init?(
        _ buffer: UnsafeMutablePointer<GstBuffer>, _ caps: UnsafeMutablePointer<GstCaps>,
        _ orientation: PictureOrientation
    ) {
        let made = unsafe playhead_sample_at(buffer, caps, 0, playhead_clock_time_none(), 1)
        guard let made = unsafe made else { return nil }
        unsafe sample = made
        self.orientation = orientation
    }

    /// The frame that a sink presents or holds, with its media time; nil without caps.
    package init?(_ rendering: Rendering) {
        guard let caps = unsafe rendering.caps else { return nil }
        let position = rendering.start.flatMap { rendering.segment?.streamTime($0) } ?? .zero
        let made = unsafe playhead_sample_at(
            rendering.buffer, caps, GstClockTime(clamping: position.gstreamerTime),
            playhead_clock_time_none(), 1)
        guard let made = unsafe made else { return nil }
        unsafe sample = made
        unsafe orientation = PictureOrientation(lastAt: rendering.pad)
    }
}

extension PictureOrientation {
    /// The orientation in the tags that a pad has received last (`gst_pad_get_sticky_event`).
    init(lastAt pad: UnsafeMutablePointer<GstPad>) {
        self = .upright
        var index: guint = 0
        while let event = unsafe gst_pad_get_sticky_event(pad, GST_EVENT_TAG, index) {
            var list: UnsafeMutablePointer<GstTagList>?
            unsafe gst_event_parse_tag(event, &list)
            var text: UnsafeMutablePointer<gchar>?
            if let list = unsafe list,
                unsafe gst_tag_list_get_string(list, GST_TAG_IMAGE_ORIENTATION, &text) != 0,
                let said = unsafe PictureOrientation(rawValue: string(taking: text) ?? "")
            {
                self = said
            }
            unsafe gst_event_unref(event)
            index += 1
        }
    }
}

extension Element {
    /// Pushes a frame into this `appsrc` (`push-sample`).
    package func push(_ picture: StillPicture) { unsafe playhead_push_sample(raw, picture.sample) }

    /// Pushes a frame whose pixels have the shape that fills a window of this size.
    package func push(_ picture: StillPicture, filling window: (width: Int, height: Int)) {
        let (width, height) = picture.orientation.swapsSides ? (window.height, window.width) : window
        let filling = unsafe playhead_sample_filling(
            picture.sample, gint(clamping: width), gint(clamping: height))
        guard let filling = unsafe filling else { return push(picture) }
        unsafe playhead_push_sample(raw, filling)
        unsafe gst_sample_unref(filling)
    }

    /// Announces the orientation before the next frame (`gst_event_new_tag`).
    package func tell(_ orientation: PictureOrientation) {
        unsafe gst_element_send_event(raw, playhead_orientation_event(orientation.rawValue))
    }
}
