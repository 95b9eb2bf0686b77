internal import CGStreamer

/// Decoded audio samples as floating-point numbers.
package struct AudioSamples: Sendable, Equatable {
    /// The sample rate in hertz.
    package var rate: Int
    package var channels: Int
    /// Interleaved samples from -1 to 1.
    package var samples: [Float]
    /// The time of the first sample in the time of the segment.
    var start: Duration?
}

extension AudioSamples {
    /// Reads the samples of a buffer inside a segment (`gst_audio_buffer_clip`, `gst_audio_buffer_map`). It
    /// is nil if there are none, or if they cannot be read.
    init?(
        lending buffer: UnsafeMutablePointer<GstBuffer>, _ caps: UnsafeMutablePointer<GstCaps>,
        in segment: Segment?
    ) {
        var info = unsafe GstAudioInfo()
        guard unsafe playhead_sample_format(&info, caps) != 0,
            let kept = unsafe gst_buffer_ref(buffer)
        else { return nil }
        let part: UnsafeMutablePointer<GstBuffer>?
        if var range = segment?.raw {
            unsafe part = gst_audio_buffer_clip(kept, &range, info.rate, info.bpf)
        } else {
            unsafe part = kept
        }
        guard let part = unsafe part else { return nil }
        defer { unsafe gst_buffer_unref(part) }
        guard let samples = unsafe Self.read(part, as: &info) else { return nil }
        rate = unsafe Int(info.rate)
        channels = unsafe Int(info.channels)
        self.samples = samples
        start = unsafe duration(playhead_buffer_pts(part))
    }

    private static func read(_ buffer: UnsafeMutablePointer<GstBuffer>, as info: inout GstAudioInfo)
        -> [Float]?
    {
        var mapped = unsafe GstAudioBuffer()
        // The mapped structure contains pointers into itself, so it must not be moved.
        return unsafe withUnsafeMutablePointer(to: &mapped) { mapped -> [Float]? in
            guard unsafe gst_audio_buffer_map(mapped, &info, buffer, GST_MAP_READ) != 0 else { return nil }
            defer { unsafe gst_audio_buffer_unmap(mapped) }
            guard let format = unsafe info.finfo, let planes = unsafe mapped.pointee.planes else {
                return nil
            }
            let (frames, channels) = unsafe (Int(mapped.pointee.n_samples), Int(info.channels))
            let count = unsafe Int(mapped.pointee.n_planes)
            guard count > 0 else { return nil }
            if count == 1 {
                return unsafe planes[0].flatMap { unsafe floats($0, frames * channels, format) }
            }
            var samples = [Float](repeating: 0, count: frames * count)
            for channel in 0..<count {
                guard let plane = unsafe planes[channel], let run = unsafe floats(plane, frames, format)
                else { return nil }
                for frame in 0..<frames { samples[frame * count + channel] = run[frame] }
            }
            return samples
        }
    }

    /// Converts samples of any format through one of the two unpack formats: 32-bit integers and `Double`.
    private static func floats(
        _ plane: UnsafeMutableRawPointer, _ count: Int, _ format: UnsafePointer<GstAudioFormatInfo>
    ) -> [Float]? {
        guard let unpack = unsafe format.pointee.unpack_func else { return nil }
        if unsafe format.pointee.flags.rawValue & GST_AUDIO_FORMAT_FLAG_FLOAT.rawValue != 0 {
            return unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { values in
                unsafe unpack(
                    format, GST_AUDIO_PACK_FLAG_TRUNCATE_RANGE, values.baseAddress, plane, gint(count))
                return unsafe values.map { Float($0) }
            }
        }
        return unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { values in
            unsafe unpack(
                format, GST_AUDIO_PACK_FLAG_TRUNCATE_RANGE, values.baseAddress, plane, gint(count))
            return unsafe values.map { Float($0) / 2_147_483_648 }
        }
    }
}
