internal import CGStreamer
internal import Synchronization

extension Pad {
    /// Hears of the first bytes of what comes in, pulled or pushed, as soon as there are any and again as they grow, until the handler is
    /// content or so many have come; and of how many are to come in all, if that is known. On a streaming thread, before they go on.
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
}

/// Puts the first bytes of a stream together.
private final class HeadCollector: Sendable {
    private let limit: Int
    private let handler: @Sendable ([UInt8], Int?) -> Bool
    /// Nil when no more are wanted.
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
        // gst_pad_peer_query_duration
        var length: gint64 = -1
        let isKnown = unsafe gst_pad_peer_query_duration(pad, GST_FORMAT_BYTES, &length) != 0 && length > 0
        let isDone = handler(bytes, isKnown ? Int(length) : nil) || bytes.count >= limit
        head.withLock { $0 = isDone ? nil : bytes }
    }
}
