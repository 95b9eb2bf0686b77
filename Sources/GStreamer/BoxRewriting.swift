internal import CGStreamer
internal import Synchronization

extension Pad {
    /// Replaces the content of an MP4 box before the demuxer reads it; nil leaves it unchanged. Boxes up to
    /// `limit` bytes are held until they are complete, and longer ones pass unchanged. It runs on a streaming
    /// thread.
    package func rewriteBox(
        _ type: String, upTo limit: Int, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]?
    ) {
        let rewriting = BoxRewriting(type: Array(type.utf8), limit: limit, change: change)
        let mask = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
        unsafe gst_pad_add_probe(
            raw, GstPadProbeType(rawValue: mask),
            { pad, info, data in
                guard let pad = unsafe pad, let info = unsafe info, let data = unsafe data else {
                    return GST_PAD_PROBE_OK
                }
                return unsafe Box<BoxRewriting>.value(of: data).pass(info, at: pad)
            }, unsafe Box.data(rewriting), { unsafe releaseBox($0) })
    }
}

/// Finds a box in the bytes that a demuxer pulls or receives.
private final class BoxRewriting: Sendable {
    private let change: @Sendable ([UInt8]) -> [UInt8]?
    private let hunt: Mutex<BoxHunt>

    init(type: [UInt8], limit: Int, change: @escaping @Sendable ([UInt8]) -> [UInt8]?) {
        self.change = change
        hunt = Mutex(BoxHunt(type: type, limit: limit))
    }

    func pass(_ info: UnsafeMutablePointer<GstPadProbeInfo>, at pad: UnsafeMutablePointer<GstPad>)
        -> GstPadProbeReturn
    {
        let type = unsafe playhead_probe_type(info).rawValue
        guard type & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 else {
            guard let event = unsafe playhead_probe_event(info),
                unsafe playhead_event_type(event) == GST_EVENT_EOS
            else { return GST_PAD_PROBE_OK }
            // If the box is incomplete at the end, the demuxer gets the available bytes.
            let rest = hunt.withLock { $0.giveUp() }
            if let rest, let buffer = unsafe Self.buffer(rest) { unsafe gst_pad_chain(pad, buffer) }
            return GST_PAD_PROBE_OK
        }
        guard let buffer = unsafe playhead_probe_buffer(info), hunt.withLock({ !$0.isDone }) else {
            return GST_PAD_PROBE_OK
        }
        let offset = unsafe Int(exactly: playhead_buffer_offset(buffer))
        if type & GST_PAD_PROBE_TYPE_PULL.rawValue != 0 {
            // A demuxer in pull mode reads the header first, and then the whole box.
            guard
                let bytes = hunt.withLock({ hunt in
                    unsafe withBytes(of: buffer) { unsafe hunt.takeWhole($0) } ?? nil
                }),
                let changed = change(bytes)
            else { return GST_PAD_PROBE_OK }
            unsafe replace(info, by: BoxHunt.Piece(bytes: changed, offset: offset))
            return GST_PAD_PROBE_OK
        }
        guard let bytes = unsafe withBytes(of: buffer, { unsafe Array($0) }) else { return GST_PAD_PROBE_OK }
        switch hunt.withLock({ $0.take(bytes, at: offset) }) {
        case .pass: return GST_PAD_PROBE_OK
        case .hold: return GST_PAD_PROBE_DROP
        case .give(let piece): unsafe replace(info, by: piece)
        case .found(var piece, let box):
            if let changed = change(Array(piece.bytes[box])), changed.count == box.count {
                piece.bytes.replaceSubrange(box, with: changed)
            }
            unsafe replace(info, by: piece)
        }
        return GST_PAD_PROBE_OK
    }

    private func replace(_ info: UnsafeMutablePointer<GstPadProbeInfo>, by piece: BoxHunt.Piece) {
        guard let made = unsafe Self.buffer(BoxHunt.Piece(bytes: piece.bytes, offset: nil)) else { return }
        unsafe playhead_probe_replace(info, made)
        if let offset = piece.offset { unsafe playhead_buffer_set_offset(made, guint64(offset)) }
    }

    private static func buffer(_ piece: BoxHunt.Piece) -> UnsafeMutablePointer<GstBuffer>? {
        guard let made = unsafe gst_buffer_new_memdup(piece.bytes, gsize(piece.bytes.count)) else {
            return nil
        }
        if let offset = piece.offset { unsafe playhead_buffer_set_offset(made, guint64(offset)) }
        return unsafe made
    }
}
