import CGStreamer
import Playhead
import Synchronization

@testable import GStreamer
@testable import MediaFormats
@testable import PlayheadCore

/// A decoder of H.264 that claims to be hardware and fails as it is told: libav in a bin of its own type. Only
/// configurations that name its factory use it, because it has no rank.
struct TestHardware: Sendable {
    /// How the decoder fails.
    enum Plan: Sendable, Hashable {
        case works
        /// The device does not open.
        case failsToStart
        /// The device refuses the stream.
        case refusesCaps
        /// The device reports an error about the stream.
        case failsAtCaps
        /// An error after so many frames have entered, which takes the frames with it that have not come out.
        case fails(after: Int)
        /// No error is posted, only the flow of data ends.
        case failsSilently(after: Int)
        /// The error is posted while the decoder is drained at the end of the stream.
        case failsAtEnd
        /// The first flush is the end of the decoder.
        case failsAfterFlush
    }

    let factory: String
    private let plan: Plan
    private let counts: Counts

    private final class Counts: Sendable {
        let made = Atomic(0)
        let entered = Atomic(0)
    }

    private struct Kind: Sendable {
        let plan: Plan
        let counts: Counts
    }

    /// By the names of the types.
    private static let kinds = Mutex<[String: Kind]>([:])

    /// Registers another factory.
    init(_ plan: Plan) {
        _ = Runtime.startFault
        let counts = Counts()
        (self.counts, self.plan) = (counts, plan)
        let number = Self.kinds.withLock { kinds in
            kinds["PlayheadTestHardware\(kinds.count)"] = Kind(plan: plan, counts: counts)
            return kinds.count - 1
        }
        factory = "playheadtesthardware\(number)"
        unsafe ElementType.register(
            "PlayheadTestHardware\(number)", factory: factory, isBin: true, rank: 0,
            prepare: { klass, _ in
                if let klass = unsafe klass { unsafe TestHardware.prepare(klass) }
            },
            build: { instance, klass in
                guard let instance = unsafe instance, let klass = unsafe klass else { return }
                unsafe TestHardware.build(
                    UnsafeMutableRawPointer(instance).assumingMemoryBound(to: GstElement.self),
                    klass.assumingMemoryBound(to: GstElementClass.self))
            })
    }

    /// The number of elements that were made.
    var made: Int { counts.made.load(ordering: .relaxed) }
    /// The number of frames that have entered.
    var entered: Int { counts.entered.load(ordering: .relaxed) }

    /// Whether it has failed.
    var hasFailed: Bool {
        switch plan {
        case .works: false
        case .fails(let count), .failsSilently(let count): entered > count
        case .failsToStart, .refusesCaps, .failsAtCaps, .failsAtEnd, .failsAfterFlush: made > 0
        }
    }

    /// The table of the player, with this decoder first.
    func table(isTrusted: Bool = true) -> DecoderTable {
        var table = DecoderTable.standard
        table.codecs["video/x-h264"]?.hardware.insert(.init(factory, isTrusted: isTrusted), at: 0)
        return table
    }

    // MARK: The element

    private final class Device: Sendable {
        let kind: Kind
        let entered = Atomic(0)
        let isBroken = Atomic(false)
        init(_ kind: Kind) { self.kind = kind }
    }

    private static let key = "playhead-test-hardware"

    private static func device(of element: UnsafeMutableRawPointer) -> Device? {
        unsafe ElementType.value(for: key, of: element)
    }

    private static func prepare(_ klass: gpointer) {
        let element = unsafe klass.assumingMemoryBound(to: GstElementClass.self)
        unsafe gst_element_class_set_metadata(
            element, "Test decoder", "Codec/Decoder/Video/Hardware", "Decodes H.264", "Playhead")
        unsafe ElementType.addTemplate(
            "sink", GST_PAD_SINK, GST_PAD_ALWAYS, "video/x-h264, stream-format=byte-stream, alignment=au",
            to: element)
        unsafe ElementType.addTemplate("src", GST_PAD_SRC, GST_PAD_ALWAYS, "video/x-raw", to: element)
        unsafe element.pointee.change_state = { element, transition in
            guard let element = unsafe element else { return GST_STATE_CHANGE_FAILURE }
            if transition == GST_STATE_CHANGE_NULL_TO_READY,
                unsafe TestHardware.device(of: element)?.kind.plan == .failsToStart
            {
                unsafe TestHardware.post(element, "no such device")
                return GST_STATE_CHANGE_FAILURE
            }
            return unsafe ElementType.changeState(of: element, transition, isBin: true)
        }
    }

    private static func post(_ element: UnsafeMutablePointer<GstElement>, _ text: String) {
        unsafe playhead_post_error(
            element, gst_resource_error_quark(), gint(GST_RESOURCE_ERROR_FAILED.rawValue), text, nil)
    }

    private static func build(
        _ element: UnsafeMutablePointer<GstElement>, _ klass: UnsafeMutablePointer<GstElementClass>
    ) {
        let type = unsafe UnsafeMutableRawPointer(klass).assumingMemoryBound(to: GTypeClass.self).pointee
            .g_type
        guard let name = unsafe string(g_type_name(type)), let kind = kinds.withLock({ $0[name] }),
            let decoder = Element.make("avdec_h264"),
            unsafe gst_bin_add(playhead_bin(element), decoder.raw) != 0,
            let entry = decoder.pad("sink"),
            let exit = decoder.pad("src"),
            let sinkTemplate = unsafe gst_element_class_get_pad_template(klass, "sink"),
            let sourceTemplate = unsafe gst_element_class_get_pad_template(klass, "src"),
            let sink = unsafe gst_ghost_pad_new_from_template("sink", entry.raw, sinkTemplate),
            let source = unsafe gst_ghost_pad_new_from_template("src", exit.raw, sourceTemplate)
        else { return }
        kind.counts.made.add(1, ordering: .relaxed)
        unsafe ElementType.setValue(Device(kind), for: key, of: element)
        unsafe gst_pad_set_chain_function_full(
            sink,
            { pad, parent, buffer in
                guard let pad = unsafe pad, let parent = unsafe parent, let buffer = unsafe buffer else {
                    return GST_FLOW_ERROR
                }
                return unsafe TestHardware.chain(pad, parent, buffer)
            }, nil, nil)
        unsafe gst_pad_set_event_function_full(
            sink,
            { pad, parent, event in
                guard let pad = unsafe pad, let parent = unsafe parent, let event = unsafe event else {
                    return 0
                }
                return unsafe TestHardware.handle(pad, parent, event)
            }, nil, nil)
        unsafe gst_element_add_pad(element, sink)
        unsafe gst_element_add_pad(element, source)
    }

    private static func chain(
        _ pad: UnsafeMutablePointer<GstPad>, _ parent: UnsafeMutablePointer<GstObject>,
        _ buffer: UnsafeMutablePointer<GstBuffer>
    ) -> GstFlowReturn {
        guard let device = unsafe device(of: parent) else { return GST_FLOW_ERROR }
        let number = device.entered.add(1, ordering: .relaxed).newValue
        device.kind.counts.entered.add(1, ordering: .relaxed)
        var isLost = device.isBroken.load(ordering: .relaxed)
        var isSilent = false
        switch device.kind.plan {
        case .fails(let count): isLost = isLost || number > count
        case .failsSilently(let count):
            isLost = isLost || number > count
            isSilent = true
        default: break
        }
        guard isLost else { return unsafe gst_proxy_pad_chain_default(pad, parent, buffer) }
        unsafe gst_buffer_unref(buffer)
        if !isSilent {
            unsafe post(
                UnsafeMutableRawPointer(parent).assumingMemoryBound(to: GstElement.self), "device lost")
        }
        return GST_FLOW_ERROR
    }

    private static func handle(
        _ pad: UnsafeMutablePointer<GstPad>, _ parent: UnsafeMutablePointer<GstObject>,
        _ event: UnsafeMutablePointer<GstEvent>
    ) -> gboolean {
        guard let device = unsafe device(of: parent) else { return 0 }
        switch (device.kind.plan, unsafe playhead_event_type(event)) {
        case (.refusesCaps, GST_EVENT_CAPS):
            unsafe gst_event_unref(event)
            return 0
        case (.failsAtEnd, GST_EVENT_EOS), (.failsAtCaps, GST_EVENT_CAPS):
            unsafe gst_event_unref(event)
            unsafe post(
                UnsafeMutableRawPointer(parent).assumingMemoryBound(to: GstElement.self), "device lost")
            return 0
        case (.failsAfterFlush, GST_EVENT_FLUSH_STOP): device.isBroken.store(true, ordering: .relaxed)
        default: break
        }
        return unsafe gst_pad_event_default(pad, parent, event)
    }
}
