internal import CGStreamer

/// Maps the bytes of a buffer (`gst_buffer_map`); nil if they cannot be read.
func withBytes<Result>(
    of buffer: UnsafeMutablePointer<GstBuffer>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result? {
    var map = unsafe GstMapInfo()
    guard unsafe gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return nil }
    defer { unsafe gst_buffer_unmap(buffer, &map) }
    return unsafe body(UnsafeBufferPointer(start: map.data, count: Int(map.size)))
}
