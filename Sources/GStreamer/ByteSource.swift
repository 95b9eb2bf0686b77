internal import CGStreamer
internal import Synchronization

/// A provider of bytes that a pipeline reads through ``ByteSource``.
package protocol ByteProvider: AnyObject, Sendable {
    /// The total number of bytes; nil while it is unknown.
    var length: Int? { get }
    /// Whether all bytes can be read at any time. Otherwise they are read once, from the first to the last.
    var isSeekable: Bool { get }
    /// The metadata interval of an ICY stream in bytes; nil for other streams.
    var titleInterval: Int? { get }
    /// The tags of the whole stream that are known before reading (`GstTagList`), by their GStreamer names.
    var tags: [String: String] { get }
    /// Blocks until bytes are available. It is called on a streaming thread, one call at a time.
    ///
    /// - Parameter isWhole: Whether fewer than `count` bytes are useless, except at the end.
    func read(at offset: Int, count: Int, isWhole: Bool) -> ByteRead
    /// Ends the current read and all later ones.
    func interrupt()
    /// Permits reads again.
    func resume()
}

/// The result of a read.
package enum ByteRead: Sendable {
    case bytes([ArraySlice<UInt8>])
    /// There are no bytes at this offset, and there will be none.
    case end
    case interrupted
    case failed
}

/// The source element that reads a ``ByteProvider``. It is a `GstBaseSrc` with its own URI scheme. It works
/// in pull mode if the bytes are seekable, and otherwise in push mode.
package enum ByteSource {
    private static let readers = Mutex<(last: Int, known: [Int: any ByteProvider])>((0, [:]))
    fileprivate static let scheme = "playhead-bytes"

    /// Registers a provider and returns its URI, which is valid until `withdraw`. The URI ends like `uri`,
    /// because the end of a name indicates the format.
    package static func publish(_ reader: any ByteProvider, like uri: String) -> String {
        _ = type
        let number = readers.withLock { readers in
            readers.last += 1
            readers.known[readers.last] = reader
            return readers.last
        }
        let path = uri.prefix { $0 != "?" && $0 != "#" }
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let ending = name.split(separator: ".").dropFirst().last.map(String.init) ?? ""
        let isPlain =
            !ending.isEmpty && ending.count <= 8
            && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return "\(scheme)://\(number)/medium\(isPlain ? "." + ending : "")"
    }

    /// Unregisters a provider. Existing elements keep it.
    package static func withdraw(_ address: String) {
        guard let number = number(in: address) else { return }
        readers.withLock { _ = $0.known.removeValue(forKey: number) }
    }

    fileprivate static func reader(at address: String) -> (any ByteProvider)? {
        number(in: address).flatMap { number in readers.withLock { $0.known[number] } }
    }

    private static func number(in address: String) -> Int? {
        guard address.hasPrefix("\(scheme)://") else { return nil }
        return Int(address.dropFirst(scheme.count + 3).prefix { $0 != "/" })
    }

    /// The type of the element, registered at its first use (`g_type_register_static`,
    /// `gst_element_register`).
    private static let type: GType = {
        // The types of GStreamer exist only after its start.
        _ = Runtime.startFault
        var info = unsafe GTypeInfo()
        unsafe info.class_size = guint16(MemoryLayout<GstBaseSrcClass>.size)
        unsafe info.instance_size = guint16(MemoryLayout<GstBaseSrc>.size)
        unsafe info.class_init = { klass, _ in
            if let klass = unsafe klass { unsafe ByteSource.prepare(klass) }
        }
        let type = unsafe g_type_register_static(
            gst_base_src_get_type(), "PlayheadByteSource", &info, GTypeFlags(rawValue: 0))
        var handler = unsafe GInterfaceInfo()
        unsafe handler.interface_init = { interface, _ in
            if let interface = unsafe interface { unsafe ByteSource.prepare(handler: interface) }
        }
        unsafe g_type_add_interface_static(type, gst_uri_handler_get_type(), &handler)
        unsafe gst_element_register(nil, "playheadbytesrc", guint(GST_RANK_PRIMARY.rawValue), type)
        return type
    }()

    private static func prepare(_ klass: gpointer) {
        let element = unsafe klass.assumingMemoryBound(to: GstElementClass.self)
        unsafe gst_element_class_set_metadata(
            element, "Bytes of a player", "Source", "Reads bytes that a player has", "Playhead")
        if let caps = unsafe gst_caps_new_any() {
            defer { unsafe gst_caps_unref(caps) }
            unsafe gst_element_class_add_pad_template(
                element, gst_pad_template_new("src", GST_PAD_SRC, GST_PAD_ALWAYS, caps))
        }
        let base = unsafe klass.assumingMemoryBound(to: GstBaseSrcClass.self)
        unsafe base.pointee.start = { _ in 1 }
        unsafe base.pointee.stop = { _ in 1 }
        unsafe base.pointee.is_seekable = { source in
            unsafe source.flatMap { unsafe ByteSource.reader(of: $0) }?.isSeekable == true ? 1 : 0
        }
        unsafe base.pointee.get_size = { source, size in
            guard let length = unsafe source.flatMap({ unsafe ByteSource.reader(of: $0) })?.length,
                let size = unsafe size
            else { return 0 }
            unsafe size.pointee = guint64(length)
            return 1
        }
        unsafe base.pointee.unlock = { source in
            unsafe source.flatMap { unsafe ByteSource.reader(of: $0) }?.interrupt()
            return 1
        }
        unsafe base.pointee.unlock_stop = { source in
            unsafe source.flatMap { unsafe ByteSource.reader(of: $0) }?.resume()
            return 1
        }
        unsafe base.pointee.create = { source, offset, size, buffer in
            guard let source = unsafe source, let buffer = unsafe buffer else { return GST_FLOW_ERROR }
            return unsafe ByteSource.create(source, Int(exactly: offset) ?? 0, Int(size), buffer)
        }
    }

    private static func prepare(handler: gpointer) {
        let handler = unsafe handler.assumingMemoryBound(to: GstURIHandlerInterface.self)
        unsafe handler.pointee.get_type = { _ in GST_URI_SRC }
        unsafe handler.pointee.get_protocols = { _ in unsafe UnsafePointer(ByteSource.schemes.list) }
        unsafe handler.pointee.get_uri = { element in
            guard let element = unsafe element,
                let held = unsafe ByteSource.Held.of(UnsafeMutableRawPointer(element))
            else {
                return nil
            }
            return unsafe g_strdup(held.address)
        }
        unsafe handler.pointee.set_uri = { element, uri, _ in
            guard let element = unsafe element, let uri = unsafe uri,
                let found = unsafe ByteSource.reader(at: String(cString: uri))
            else { return 0 }
            unsafe ByteSource.Held.set(found, String(cString: uri), on: UnsafeMutableRawPointer(element))
            return 1
        }
    }

    private static func reader(of source: UnsafeMutablePointer<GstBaseSrc>) -> (any ByteProvider)? {
        unsafe Held.of(UnsafeMutableRawPointer(source))?.reader
    }

    private static func create(
        _ source: UnsafeMutablePointer<GstBaseSrc>, _ offset: Int, _ size: Int,
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<GstBuffer>?>
    ) -> GstFlowReturn {
        guard let held = unsafe Held.of(UnsafeMutableRawPointer(source)) else { return GST_FLOW_ERROR }
        let isPulled = unsafe playhead_base_source_is_pulled(source) != 0
        // In push mode the source sends the available bytes in pieces of at least 16 KiB.
        let count = isPulled ? size : max(size, Self.piece)
        switch held.reader.read(at: offset, count: count, isWhole: isPulled) {
        case .interrupted: return GST_FLOW_FLUSHING
        case .end: return GST_FLOW_EOS
        case .failed: return GST_FLOW_ERROR
        case .bytes(let pieces):
            if held.isFirst.exchange(false, ordering: .relaxed) { unsafe introduce(held.reader, source) }
            let total = pieces.reduce(0) { $0 + $1.count }
            let isGiven = unsafe buffer.pointee != nil
            if !isGiven { unsafe buffer.pointee = gst_buffer_new_allocate(nil, gsize(total), nil) }
            guard let made = unsafe buffer.pointee else { return GST_FLOW_ERROR }
            var place = 0
            for piece in pieces {
                unsafe piece.withUnsafeBytes { bytes in
                    _ = unsafe gst_buffer_fill(made, gsize(place), bytes.baseAddress, gsize(bytes.count))
                }
                place += piece.count
            }
            if isGiven { unsafe gst_buffer_resize(made, 0, gssize(total)) }
            unsafe playhead_buffer_set_offset(made, guint64(offset))
            return GST_FLOW_OK
        }
    }

    /// Announces the caps and tags of the stream before its first bytes.
    private static func introduce(_ reader: any ByteProvider, _ source: UnsafeMutablePointer<GstBaseSrc>) {
        if let interval = reader.titleInterval,
            let caps = unsafe gst_caps_from_string("application/x-icy, metadata-interval=(int)\(interval)")
        {
            unsafe gst_base_src_set_caps(source, caps)
            unsafe gst_caps_unref(caps)
        }
        guard !reader.tags.isEmpty, let list = unsafe gst_tag_list_new_empty() else { return }
        for (name, text) in reader.tags {
            unsafe playhead_tag_list_add(list, name, text)
        }
        unsafe gst_pad_push_event(source.pointee.srcpad, gst_event_new_tag(list))
    }

    /// The minimum request in push mode, in bytes.
    private static let piece = 16384

    /// The schemes as a NULL-terminated C array that is never freed.
    @safe private final class Schemes: Sendable {
        nonisolated(unsafe) let list: UnsafeMutablePointer<UnsafePointer<CChar>?>

        init() {
            unsafe list = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: 2)
            unsafe list[0] = UnsafePointer(g_strdup(ByteSource.scheme))
            unsafe list[1] = nil
        }
    }

    private static let schemes = Schemes()

    /// The provider of an element.
    private final class Held: Sendable {
        let reader: any ByteProvider
        let address: String
        let isFirst = Atomic(true)

        init(_ reader: any ByteProvider, _ address: String) {
            (self.reader, self.address) = (reader, address)
        }

        static func set(_ reader: any ByteProvider, _ address: String, on element: UnsafeMutableRawPointer) {
            unsafe g_object_set_data_full(
                element.assumingMemoryBound(to: GObject.self), key, Box.data(Held(reader, address)),
                { unsafe releaseBox($0) })
        }

        static func of(_ element: UnsafeMutableRawPointer) -> Held? {
            unsafe g_object_get_data(element.assumingMemoryBound(to: GObject.self), key).map {
                unsafe Box<Held>.value(of: $0)
            }
        }

        private static let key = "playhead-reader"
    }
}
