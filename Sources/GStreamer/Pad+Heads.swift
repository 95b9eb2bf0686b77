internal import CGStreamer
internal import Synchronization

extension Pad {
    /// Passes the first bytes of the input, pulled or pushed, to a handler. It is called whenever more bytes
    /// are available, until it returns true or has received `limit` bytes. `length` is the total number of
    /// bytes, if it is known. It runs on a streaming thread, before the bytes pass.
    package func onHead(
        upTo limit: Int, _ handler: @escaping @Sendable (_ head: [UInt8], _ length: Int?) -> Bool
    ) {
        let collector = HeadCollector(limit: limit, handler: handler)
        unsafe gst_pad_add_probe(
            raw, GST_PAD_PROBE_TYPE_BUFFER,
            { pad, info, data in
                if let pad = unsafe pad, let data = unsafe data,
                    let buffer = unsafe info.flatMap({ unsafe playhead_probe_buffer($0) })
                {
                    unsafe Box<HeadCollector>.value(of: data).take(buffer, at: pad)
                }
                return GST_PAD_PROBE_OK
            }, unsafe Box.data(collector), { unsafe releaseBox($0) })
    }

    /// Replaces the first bytes of the input, pulled or pushed, each time that they pass; nil leaves them
    /// unchanged. The closure gets only bytes of the first buffer. It runs on a streaming thread.
    package func rewriteHead(
        upTo limit: Int, _ change: @escaping @Sendable (_ head: [UInt8], _ length: Int?) -> [UInt8]?
    ) {
        let rewriting = HeadRewriting(limit: limit, change: change)
        unsafe gst_pad_add_probe(
            raw, GST_PAD_PROBE_TYPE_BUFFER,
            { pad, info, data in
                if let pad = unsafe pad, let info = unsafe info, let data = unsafe data {
                    unsafe Box<HeadRewriting>.value(of: data).pass(info, at: pad)
                }
                return GST_PAD_PROBE_OK
            }, unsafe Box.data(rewriting), { unsafe releaseBox($0) })
    }
}

/// Replaces the beginning of a stream.
private final class HeadRewriting: Sendable {
    private let limit: Int
    private let change: @Sendable ([UInt8], Int?) -> [UInt8]?
    private let hasBegun = Mutex(false)

    init(limit: Int, change: @escaping @Sendable ([UInt8], Int?) -> [UInt8]?) {
        (self.limit, self.change) = (limit, change)
    }

    func pass(_ info: UnsafeMutablePointer<GstPadProbeInfo>, at pad: UnsafeMutablePointer<GstPad>) {
        guard let buffer = unsafe playhead_probe_buffer(info) else { return }
        let offset = unsafe Int(exactly: playhead_buffer_offset(buffer))
        let isFirst = hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
        guard offset == 0 || offset == nil && isFirst,
            var bytes = unsafe withBytes(of: buffer, { unsafe Array($0) }),
            let head = change(Array(bytes.prefix(limit)), unsafe lengthInBytes(before: pad)),
            head.count == min(bytes.count, limit)
        else { return }
        bytes.replaceSubrange(0..<head.count, with: head)
        guard let made = unsafe gst_buffer_new_memdup(bytes, gsize(bytes.count)) else { return }
        unsafe playhead_probe_replace(info, made)
        if let offset { unsafe playhead_buffer_set_offset(made, guint64(offset)) }
    }
}

/// The total number of bytes (`gst_pad_peer_query_duration`); nil if it is unknown.
private func lengthInBytes(before pad: UnsafeMutablePointer<GstPad>) -> Int? {
    var length: gint64 = -1
    let isKnown = unsafe gst_pad_peer_query_duration(pad, GST_FORMAT_BYTES, &length) != 0 && length > 0
    return isKnown ? Int(length) : nil
}

/// Collects the first bytes of a stream.
private final class HeadCollector: Sendable {
    private let limit: Int
    private let handler: @Sendable ([UInt8], Int?) -> Bool
    /// The bytes so far; nil after the last call of the handler.
    private let head = Mutex<[UInt8]?>([])

    init(limit: Int, handler: @escaping @Sendable ([UInt8], Int?) -> Bool) {
        (self.limit, self.handler) = (limit, handler)
    }

    func take(_ buffer: UnsafeMutablePointer<GstBuffer>, at pad: UnsafeMutablePointer<GstPad>) {
        guard var bytes = head.withLock({ $0 }) else { return }
        let offset = unsafe Int(exactly: playhead_buffer_offset(buffer))
        guard offset ?? bytes.count == bytes.count,
            let more = unsafe withBytes(of: buffer, { unsafe Array($0.prefix(limit - bytes.count)) })
        else { return }
        bytes += more
        let length = unsafe lengthInBytes(before: pad)
        let isDone = handler(bytes, length) || bytes.count >= limit
        head.withLock { $0 = isDone ? nil : bytes }
    }
}
