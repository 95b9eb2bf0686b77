internal import CGTK
internal import Playhead

/// Frames as paintables of GTK, converted on the processor.
enum FramePicture {
    /// The frame as it is shown: turned, and with square pixels. Owned by the caller; nil if its pixels cannot
    /// be read.
    @MainActor static func paintable(_ frame: VideoFrame) -> OpaquePointer? {
        guard let texture = unsafe texture(frame) else { return nil }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(texture)) }
        guard PlaneLayout(frame.format) != nil else {
            unsafe g_object_ref(UnsafeMutableRawPointer(texture))
            return unsafe texture
        }
        let size = frame.displaySize
        let (width, height) = (Float(size.width), Float(size.height))
        let snapshot = unsafe gtk_snapshot_new()
        unsafe gtk_snapshot_translate(snapshot, [graphene_point_t(x: width / 2, y: height / 2)])
        unsafe gtk_snapshot_rotate(snapshot, Float(frame.rotation))
        if frame.isMirrored { unsafe gtk_snapshot_scale(snapshot, -1, 1) }
        let (across, down) = frame.rotation % 180 == 0 ? (width, height) : (height, width)
        unsafe gtk_snapshot_append_texture(
            snapshot, texture,
            [
                graphene_rect_t(
                    origin: graphene_point_t(x: -across / 2, y: -down / 2),
                    size: graphene_size_t(width: across, height: down))
            ])
        return unsafe gtk_snapshot_free_to_paintable(
            snapshot, [graphene_size_t(width: width, height: height)])
    }

    /// The stored pixels as a texture. Of a format that is not a common one, what GStreamer makes of it, as it
    /// is shown.
    @MainActor private static func texture(_ frame: VideoFrame) -> OpaquePointer? {
        guard let layout = PlaneLayout(frame.format), frame.planes.count >= layout.pixelBytes.count else {
            guard let jpeg = try? frame.encoded(as: .jpeg(quality: 95)) else { return nil }
            let bytes = unsafe g_bytes_new(jpeg, gsize(jpeg.count))
            defer { unsafe g_bytes_unref(bytes) }
            return unsafe gdk_texture_new_from_bytes(bytes, nil)
        }
        let count = frame.width * frame.height * 4
        guard let pixels = unsafe g_malloc(gsize(count)) else { return nil }
        let target = unsafe UnsafeMutableRawBufferPointer(start: pixels, count: count)
        unsafe RGBAConversion(frame, layout).convert(to: target)
        let bytes = unsafe g_bytes_new_take(pixels, gsize(count))
        defer { unsafe g_bytes_unref(bytes) }
        return unsafe gdk_memory_texture_new(
            gint(frame.width), gint(frame.height), GDK_MEMORY_R8G8B8A8, bytes, gsize(frame.width * 4))
    }
}
