internal import CGStreamer
internal import Synchronization

/// A place of a loudspeaker, as far as effects need it.
package enum SoundPlace: Sendable, Equatable {
    case left, right, middle, lowFrequency
}

/// What changes or measures the samples that pass a pad. All functions are called on the streaming thread.
package protocol SampleProcessor: AnyObject, Sendable {
    /// The format of subsequent samples.
    func begin(rate: Int, places: [SoundPlace])
    /// Changes the next samples, of which the first has the time `start`. It calls `access` with what reads or changes
    /// interleaved samples from -1 to 1, and tells whether it has changed them; or leaves them as they are.
    func process(at start: Duration?, _ access: ((inout MutableSpan<Float>) -> Bool) -> Void)
}

extension Pad {
    /// Passes the samples of all buffers through a processor, whatever their format. The pad must carry interleaved audio.
    package func process(with processor: any SampleProcessor) { add(SampleProbe(processor)) }
}

/// Converts the samples of a pad to floating-point numbers and back.
@safe private final class SampleProbe: PadProbe, @unchecked Sendable {
    private let processor: any SampleProcessor
    // Only the streaming thread uses it.
    private var info = unsafe GstAudioInfo()

    init(_ processor: any SampleProcessor) { self.processor = processor }

    func pass(_ probe: UnsafeMutablePointer<GstPadProbeInfo>) {
        let type = unsafe playhead_probe_type(probe).rawValue
        if type & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 { return unsafe change(probe) }
        guard let event = unsafe playhead_probe_event(probe),
            unsafe playhead_event_type(event) == GST_EVENT_CAPS
        else { return }
        guard unsafe playhead_event_sample_format(event, &info) != 0 else {
            unsafe gst_audio_info_init(&info)
            return
        }
        unsafe processor.begin(rate: Int(info.rate), places: info.places)
    }

    private func change(_ probe: UnsafeMutablePointer<GstPadProbeInfo>) {
        guard let format = unsafe info.finfo, unsafe info.bpf > 0,
            let buffer = unsafe playhead_probe_buffer(probe)
        else { return }
        let start = unsafe duration(playhead_buffer_pts(buffer))
        processor.process(at: start) { unsafe change(probe, format, $0) }
    }

    private func change(
        _ probe: UnsafeMutablePointer<GstPadProbeInfo>, _ format: UnsafePointer<GstAudioFormatInfo>,
        _ body: (inout MutableSpan<Float>) -> Bool
    ) {
        guard let buffer = unsafe playhead_probe_writable(probe) else { return }
        var map = unsafe GstMapInfo()
        let flags = GstMapFlags(rawValue: GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue)
        guard unsafe gst_buffer_map(buffer, &map, flags) != 0 else { return }
        defer { unsafe gst_buffer_unmap(buffer, &map) }
        let count = unsafe Int(map.size) / Int(info.bpf) * Int(info.channels)
        guard count > 0, let data = unsafe map.data else { return }
        if unsafe format.pointee.format == playhead_native_float() {
            unsafe UnsafeMutableRawPointer(data).withMemoryRebound(to: Float.self, capacity: count) {
                floats in
                var samples = unsafe MutableSpan(_unsafeStart: floats, count: count)
                _ = body(&samples)
            }
        } else if unsafe format.pointee.flags.rawValue & GST_AUDIO_FORMAT_FLAG_FLOAT.rawValue != 0 {
            unsafe convert(data, count, format, body, from: { Float($0) }, to: { Double($0) })
        } else {
            // Packing cuts off the bits that the format does not have.
            let depth = unsafe format.pointee.depth
            let half = depth < 32 ? Double(Int32(1) << (31 - depth)) : 0
            unsafe convert(
                data, count, format, body, from: { (value: Int32) in Float(value) / 2_147_483_648 }
            ) {
                Int32(clamping: Int64((Double($0) * 2_147_483_648 + half).rounded(.down)))
            }
        }
    }

    private func convert<Sample: BitwiseCopyable>(
        _ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ format: UnsafePointer<GstAudioFormatInfo>,
        _ body: (inout MutableSpan<Float>) -> Bool, from: (Sample) -> Float, to: (Float) -> Sample
    ) {
        guard let unpack = unsafe format.pointee.unpack_func, let pack = unsafe format.pointee.pack_func
        else {
            return
        }
        unsafe withUnsafeTemporaryAllocation(of: Sample.self, capacity: count) { values in
            unsafe unpack(format, GST_AUDIO_PACK_FLAG_TRUNCATE_RANGE, values.baseAddress, data, gint(count))
            var floats = unsafe values.map(from)
            var samples = floats.mutableSpan
            // Samples may have more bits than these numbers.
            guard body(&samples) else { return }
            for index in 0..<count { unsafe values[index] = to(floats[index]) }
            unsafe pack(format, GST_AUDIO_PACK_FLAG_TRUNCATE_RANGE, values.baseAddress, data, gint(count))
        }
    }
}

extension GstAudioInfo {
    /// The places of its channels. The only channel of mono audio is in the middle.
    fileprivate var places: [SoundPlace] {
        let count = unsafe Int(channels)
        guard count > 1 else { return Array(repeating: .middle, count: count) }
        return unsafe withUnsafeBytes(of: position) { bytes in
            let positions = unsafe bytes.bindMemory(to: GstAudioChannelPosition.self)
            return (0..<count).map { channel in
                channel < positions.count ? unsafe SoundPlace(positions[channel]) : .middle
            }
        }
    }
}

extension SoundPlace {
    fileprivate init(_ position: GstAudioChannelPosition) {
        switch position {
        case GST_AUDIO_CHANNEL_POSITION_FRONT_LEFT, GST_AUDIO_CHANNEL_POSITION_REAR_LEFT,
            GST_AUDIO_CHANNEL_POSITION_SIDE_LEFT, GST_AUDIO_CHANNEL_POSITION_FRONT_LEFT_OF_CENTER,
            GST_AUDIO_CHANNEL_POSITION_TOP_FRONT_LEFT, GST_AUDIO_CHANNEL_POSITION_TOP_REAR_LEFT,
            GST_AUDIO_CHANNEL_POSITION_TOP_SIDE_LEFT, GST_AUDIO_CHANNEL_POSITION_BOTTOM_FRONT_LEFT,
            GST_AUDIO_CHANNEL_POSITION_WIDE_LEFT, GST_AUDIO_CHANNEL_POSITION_SURROUND_LEFT:
            self = .left
        case GST_AUDIO_CHANNEL_POSITION_FRONT_RIGHT, GST_AUDIO_CHANNEL_POSITION_REAR_RIGHT,
            GST_AUDIO_CHANNEL_POSITION_SIDE_RIGHT, GST_AUDIO_CHANNEL_POSITION_FRONT_RIGHT_OF_CENTER,
            GST_AUDIO_CHANNEL_POSITION_TOP_FRONT_RIGHT, GST_AUDIO_CHANNEL_POSITION_TOP_REAR_RIGHT,
            GST_AUDIO_CHANNEL_POSITION_TOP_SIDE_RIGHT, GST_AUDIO_CHANNEL_POSITION_BOTTOM_FRONT_RIGHT,
            GST_AUDIO_CHANNEL_POSITION_WIDE_RIGHT, GST_AUDIO_CHANNEL_POSITION_SURROUND_RIGHT:
            self = .right
        case GST_AUDIO_CHANNEL_POSITION_LFE1, GST_AUDIO_CHANNEL_POSITION_LFE2: self = .lowFrequency
        default: self = .middle
        }
    }
}
