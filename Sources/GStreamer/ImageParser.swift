internal import CGStreamer
package import MediaFormats
internal import Synchronization

/// The parser element for image files, `playheadimageparse`, in front of the decoders of images.
///
/// It collects a whole file and passes its first image on in one buffer, at time 0. It refuses files that are
/// damaged, and images that need too much memory. Images that come with times, from a demuxer, pass
/// unchanged.
@safe package final class ImageParser: @unchecked Sendable {
    // The element owns the pads and this value; the pointers never change.
    private let element: UnsafeMutablePointer<GstElement>
    private let source: UnsafeMutablePointer<GstPad>

    private enum Mode { case undecided, collecting, passing }

    private struct State {
        var mode = Mode.undecided
        var bytes: [UInt8] = []
        var caps: String?
        var image: ImageFile?
    }

    private let state = Mutex(State())

    private init(element: UnsafeMutablePointer<GstElement>, source: UnsafeMutablePointer<GstPad>) {
        unsafe (self.element, self.source) = (element, source)
    }

    /// The file that was read; nil before its end, and for images from a demuxer.
    package var image: ImageFile? { state.withLock(\.image) }

    private func chain(_ buffer: UnsafeMutablePointer<GstBuffer>) -> GstFlowReturn {
        if state.withLock({ $0.mode == .passing }) { return unsafe gst_pad_push(source, buffer) }
        defer { unsafe gst_buffer_unref(buffer) }
        let isTooLong = state.withLock { state in
            unsafe withBytes(of: buffer) { unsafe state.bytes.append(contentsOf: $0) }
            return state.bytes.count > ImageFile.mostBytes
        }
        guard isTooLong else { return GST_FLOW_OK }
        reset()
        post(GST_STREAM_ERROR_DECODE, "The image file is larger than \(ImageFile.mostBytes >> 20) MiB")
        return GST_FLOW_ERROR
    }

    private func handle(_ event: UnsafeMutablePointer<GstEvent>) -> gboolean {
        let mode = state.withLock(\.mode)
        switch unsafe playhead_event_type(event) {
        case GST_EVENT_CAPS where mode != .passing:
            var caps: UnsafeMutablePointer<GstCaps>?
            unsafe gst_event_parse_caps(event, &caps)
            let text = unsafe caps.flatMap { unsafe string(taking: gst_caps_to_string($0)) }
            state.withLock { $0.caps = text }
        case GST_EVENT_SEGMENT where mode != .passing:
            let isTime = unsafe Segment(lending: event)?.isTime ?? false
            state.withLock { $0.mode = isTime ? .passing : .collecting }
            if isTime {
                pushCaps(state.withLock(\.caps))
                return unsafe gst_pad_push_event(source, event)
            }
        case GST_EVENT_EOS where mode != .passing: finish()
        case GST_EVENT_TAG where mode != .passing: break
        case GST_EVENT_FLUSH_STOP:
            state.withLock { $0.bytes = [] }
            return unsafe gst_pad_push_event(source, event)
        default: return unsafe gst_pad_push_event(source, event)
        }
        unsafe gst_event_unref(event)
        return 1
    }

    /// All bytes have arrived: passes the image on.
    private func finish() {
        let (bytes, caps) = state.withLock { state in
            defer { state.bytes = [] }
            return (state.bytes, state.caps)
        }
        do throws(ImageFile.Fault) {
            let image = try ImageFile(bytes)
            state.withLock {
                $0.image = image
                $0.image?.content = nil
            }
            push(image.content ?? bytes, image, image.caps ?? caps)
        } catch {
            switch error {
            case .cutOff: post(GST_STREAM_ERROR_DEMUX, "The image is cut off")
            case .damaged: post(GST_STREAM_ERROR_DEMUX, "The image is damaged")
            case .tooLarge(let width, let height):
                post(GST_STREAM_ERROR_DECODE, "The image is too large: \(width) x \(height) pixels")
            case .unsupported(let what): post(GST_STREAM_ERROR_NOT_IMPLEMENTED, "It is \(what)")
            }
        }
    }

    private func push(_ bytes: [UInt8], _ image: ImageFile, _ caps: String?) {
        pushCaps(caps)
        var segment = ContainerDemuxer.newSegment()
        unsafe gst_pad_push_event(source, gst_event_new_segment(&segment))
        if let tags = unsafe gst_tag_list_new_empty() {
            let direction = Self.orientations[image.orientation - 1].rawValue
            unsafe playhead_tag_list_add(tags, GST_TAG_IMAGE_ORIENTATION, direction)
            if let format = image.format?.rawValue {
                unsafe playhead_tag_list_add(tags, GST_TAG_CONTAINER_FORMAT, format)
                unsafe playhead_tag_list_add(tags, GST_TAG_VIDEO_CODEC, format)
            }
            unsafe gst_pad_push_event(source, gst_event_new_tag(tags))
        }
        let none = playhead_clock_time_none()
        let buffer = unsafe bytes.withUnsafeBytes {
            unsafe playhead_sample_buffer($0.baseAddress, gsize($0.count), 0, none, none, 0, 1)
        }
        if let buffer = unsafe buffer { unsafe gst_pad_push(source, buffer) }
        unsafe gst_pad_push_event(source, gst_event_new_eos())
    }

    private func pushCaps(_ text: String?) {
        guard let text, let caps = unsafe gst_caps_from_string(text) else { return }
        defer { unsafe gst_caps_unref(caps) }
        unsafe gst_pad_push_event(source, gst_event_new_caps(caps))
    }

    /// By the values of EXIF, 1 to 8.
    private static let orientations: [PictureOrientation] = [
        .upright, .mirrored, .upsideDown, .mirroredUpsideDown, .mirroredCounterclockwise, .clockwise,
        .mirroredClockwise, .counterclockwise,
    ]

    private func reset() { state.withLock { $0 = State() } }

    private func post(_ code: GstStreamError, _ text: String) {
        unsafe playhead_post_error(element, gst_stream_error_quark(), gint(code.rawValue), text, nil)
    }
}

extension ImageFile {
    /// Whether the display exchanges width and height.
    package var isTurned: Bool { orientation > 4 }
}

/// The type of the element, its class and its pads.
extension ImageParser {
    package static let factory = "playheadimageparse"

    /// The media types of image files that GStreamer recognises. AVIF and HEIC look like QuickTime.
    private static let accepted =
        [
            "png", "jpeg", "gif", "bmp", "tiff", "webp", "svg", "svg+xml", "x-portable-anymap",
            "x-portable-bitmap", "x-portable-graymap", "x-portable-pixmap", "x-icon", "x-xpixmap",
            "x-sun-raster", "x-exr", "jp2", "avif", "heif",
        ]
        .map { "image/\($0)" }.joined(separator: "; ") + "; video/quicktime, variant=(string)heif"

    /// Registers the element with a rank above other parsers (`gst_element_register`). Called at the start of
    /// GStreamer.
    static func register() {
        unsafe ElementType.register(
            "PlayheadImageParser", factory: factory,
            prepare: { klass, _ in
                if let klass = unsafe klass { unsafe ImageParser.prepare(klass) }
            },
            build: { instance, klass in
                guard let instance = unsafe instance, let klass = unsafe klass else { return }
                unsafe ImageParser.build(
                    UnsafeMutableRawPointer(instance).assumingMemoryBound(to: GstElement.self),
                    klass.assumingMemoryBound(to: GstElementClass.self))
            })
    }

    private static func prepare(_ klass: gpointer) {
        let element = unsafe klass.assumingMemoryBound(to: GstElementClass.self)
        unsafe gst_element_class_set_metadata(
            element, "Image file parser", "Codec/Parser/Image", "Collects image files and checks them",
            "Playhead")
        unsafe ElementType.addTemplate("sink", GST_PAD_SINK, GST_PAD_ALWAYS, accepted, to: element)
        unsafe ElementType.addTemplate("src", GST_PAD_SRC, GST_PAD_ALWAYS, "ANY", to: element)
        unsafe element.pointee.change_state = { element, transition in
            guard let element = unsafe element else { return GST_STATE_CHANGE_FAILURE }
            let result = unsafe ElementType.changeState(of: element, transition)
            if transition == GST_STATE_CHANGE_PAUSED_TO_READY { unsafe ImageParser.of(element)?.reset() }
            return result
        }
    }

    private static func build(
        _ element: UnsafeMutablePointer<GstElement>, _ klass: UnsafeMutablePointer<GstElementClass>
    ) {
        guard let entry = unsafe gst_element_class_get_pad_template(klass, "sink"),
            let exit = unsafe gst_element_class_get_pad_template(klass, "src"),
            let sink = unsafe gst_pad_new_from_template(entry, "sink"),
            let source = unsafe gst_pad_new_from_template(exit, "src")
        else { return }
        let parser = unsafe ImageParser(element: element, source: source)
        unsafe ElementType.setValue(parser, for: key, of: element)
        unsafe gst_pad_set_chain_function_full(
            sink,
            { _, parent, buffer in
                guard let parent = unsafe parent, let buffer = unsafe buffer else { return GST_FLOW_ERROR }
                return unsafe ImageParser.of(parent)?.chain(buffer) ?? GST_FLOW_ERROR
            }, nil, nil)
        unsafe gst_pad_set_event_function_full(
            sink,
            { _, parent, event in
                guard let parent = unsafe parent, let event = unsafe event else { return 0 }
                return unsafe ImageParser.of(parent)?.handle(event) ?? 0
            }, nil, nil)
        unsafe gst_element_add_pad(element, sink)
        unsafe gst_element_add_pad(element, source)
    }

    private static let key = "playhead-image-parser"

    fileprivate static func of(_ element: UnsafeMutableRawPointer) -> ImageParser? {
        unsafe ElementType.value(for: key, of: element)
    }
}

extension Element {
    /// The image parser that this element is; nil for other elements.
    package var imageParser: ImageParser? { unsafe ImageParser.of(raw) }
}
