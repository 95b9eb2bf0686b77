internal import CGStreamer

extension AudioRun {
    /// The loudspeakers of its channels as a channel mask; that of mono is the front centre. Channels of which the
    /// medium tells nothing have the usual places (`gst_audio_channel_get_fallback_mask`). Nil if there are none.
    package var channelMask: UInt64? {
        var info = unsafe GstAudioInfo()
        guard unsafe playhead_sample_format(&info, caps) != 0 else { return nil }
        if unsafe info.channels == 1 { return Self.mono }
        if unsafe info.flags.rawValue & GST_AUDIO_FLAG_UNPOSITIONED.rawValue != 0 {
            let usual = unsafe gst_audio_channel_get_fallback_mask(info.channels)
            return usual == 0 ? nil : UInt64(usual)
        }
        var mask: guint64 = 0
        let isKnown = unsafe withUnsafeBytes(of: info.position) { bytes in
            let positions = unsafe bytes.bindMemory(to: GstAudioChannelPosition.self)
            return unsafe gst_audio_channel_positions_to_mask(
                positions.baseAddress, info.channels, 0, &mask) != 0
        }
        return isKnown && mask.nonzeroBitCount == channels ? UInt64(mask) : nil
    }

    /// The front centre.
    private static let mono: UInt64 = 1 << 2

    /// The run with other channels, as floating-point numbers; nil if its samples cannot be read.
    ///
    /// - Parameter mix: makes interleaved samples of the new channels from those of the old ones.
    package func withChannels(_ mask: UInt64, _ mix: ([Float]) -> [Float]) -> AudioRun? {
        guard let sound = unsafe AudioSamples(lending: buffer, caps, in: nil) else { return nil }
        let mixed = mix(sound.samples)
        let count = mask.nonzeroBitCount
        let size = MemoryLayout<Float>.size
        guard let made = unsafe gst_buffer_new_allocate(nil, gsize(mixed.count * size), nil),
            let format = unsafe playhead_audio_caps(gint(rate), gint(count), count > 1 ? guint64(mask) : 0)
        else { return nil }
        unsafe mixed.withUnsafeBytes { unsafe _ = gst_buffer_fill(made, 0, $0.baseAddress, gsize($0.count)) }
        return unsafe AudioRun(
            taking: made, taking: format, rate: rate, bytesPerFrame: count * size, due: due)
    }
}

extension Pad {
    /// Whether it accepts a format that these caps describe (`gst_pad_query_caps`).
    func acceptsAny(of filter: UnsafeMutablePointer<GstCaps>) -> Bool {
        guard let caps = unsafe gst_pad_query_caps(raw, filter) else { return false }
        defer { unsafe gst_caps_unref(caps) }
        return unsafe gst_caps_is_empty(caps) == 0
    }

    /// Whether it accepts sound with these channels.
    package func accepts(channelMask mask: UInt64) -> Bool {
        let count = mask.nonzeroBitCount
        guard let filter = unsafe playhead_audio_caps(0, gint(count), count > 1 ? guint64(mask) : 0) else {
            return false
        }
        defer { unsafe gst_caps_unref(filter) }
        return unsafe acceptsAny(of: filter)
    }
}
