internal import CGStreamer

/// Sees, and may change, what passes a pad, on the streaming thread.
protocol PadProbe: AnyObject, Sendable {
    func pass(_ info: UnsafeMutablePointer<GstPadProbeInfo>)
}

extension Pad {
    /// Lets a probe see buffers and the events that go downstream with them, and flushes if it asks for them
    /// (`gst_pad_add_probe`).
    func add(_ probe: any PadProbe, withFlushes: Bool = false) {
        var mask = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
        if withFlushes { mask |= GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue }
        unsafe gst_pad_add_probe(
            raw, GstPadProbeType(rawValue: mask),
            { _, info, data in
                guard let info = unsafe info, let data = unsafe data else { return GST_PAD_PROBE_OK }
                unsafe Box<any PadProbe>.value(of: data).pass(info)
                return GST_PAD_PROBE_OK
            }, unsafe Box.data(probe), { unsafe releaseBox($0) })
    }
}
