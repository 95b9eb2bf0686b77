internal import CGStreamer
internal import Synchronization

@testable import GStreamer

/// A picture that reached the end of a pipeline: when it is due, the number that is to be seen in it, if any, and what it looks
/// like.
struct Picture: Sendable, Equatable, CustomStringConvertible {
    var time: Duration
    var number: Int?
    var checksum: UInt64

    var description: String { "picture \(number, default: "without a number") at \(time)" }
}

extension Picture {
    /// The picture in a buffer of decoded video, read as `media/README.md` says.
    init?(
        lending buffer: UnsafeMutablePointer<GstBuffer>, caps: UnsafeMutablePointer<GstCaps>,
        segment: Segment
    ) {
        guard let pts = unsafe duration(playhead_buffer_pts(buffer)), let time = segment.streamTime(pts)
        else {
            return nil
        }
        var info = unsafe GstVideoInfo()
        var frame = unsafe GstVideoFrame()
        guard unsafe gst_video_info_from_caps(&info, caps) != 0,
            unsafe gst_video_frame_map(&frame, &info, buffer, GST_MAP_READ) != 0
        else { return nil }
        defer { unsafe gst_video_frame_unmap(&frame) }
        guard let luma = unsafe frame.data.0?.assumingMemoryBound(to: UInt8.self) else { return nil }
        let (width, height) = unsafe (Int(info.width), Int(info.height))
        let stride = unsafe Int(frame.info.stride.0)
        var checksum: UInt64 = 14_695_981_039_346_656_037
        for row in 0..<height {
            for column in 0..<width {
                checksum = (checksum ^ UInt64(unsafe luma[row * stride + column])) &* 1_099_511_628_211
            }
        }
        let cells = (0..<10).map { unsafe Int(luma[height * 9 / 10 * stride + width * (2 * $0 + 1) / 20]) }
        let middle = (cells[0] + cells[9]) / 2
        let isOurs = cells[0] - cells[9] >= 120
        number = isOurs ? (1...8).reduce(0) { $0 << 1 | (cells[$1] > middle ? 1 : 0) } : nil
        self.time = time
        self.checksum = checksum
    }
}

/// Keeps every picture that passes a pad since the last jump.
@safe final class PictureTap: Sendable {
    private struct State: Sendable {
        var segment: Segment?
        var seqnum: Seqnum?
        var pictures: [Picture] = []
    }

    private let state = Mutex(State())

    init(_ pad: Pad) {
        let mask =
            GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
            | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
        unsafe gst_pad_add_probe(
            pad.raw, GstPadProbeType(rawValue: mask),
            { pad, info, data in
                if let pad = unsafe pad, let info = unsafe info, let data = unsafe data {
                    unsafe Box<PictureTap>.value(of: data).see(info, at: pad)
                }
                return GST_PAD_PROBE_OK
            }, unsafe Box.data(self), { unsafe releaseBox($0) })
    }

    var pictures: [Picture] { state.withLock(\.pictures) }

    /// The first picture that a jump has led to; nil while there is none.
    func firstPicture(since jump: Seqnum) -> Picture? {
        state.withLock { state in jump.isAnswered(by: state.seqnum) ? state.pictures.first : nil }
    }

    private func see(_ info: UnsafeMutablePointer<GstPadProbeInfo>, at pad: UnsafeMutablePointer<GstPad>) {
        if unsafe playhead_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue == 0 {
            guard let event = unsafe playhead_probe_event(info) else { return }
            switch unsafe playhead_event_type(event) {
            case GST_EVENT_SEGMENT:
                let segment = unsafe Segment(lending: event)
                state.withLock { $0.segment = segment }
            case GST_EVENT_FLUSH_STOP:
                let seqnum = unsafe Seqnum(raw: gst_event_get_seqnum(event))
                state.withLock { $0 = State(seqnum: seqnum) }
            default: break
            }
            return
        }
        guard let buffer = unsafe playhead_probe_buffer(info), let caps = unsafe gst_pad_get_current_caps(pad)
        else { return }
        defer { unsafe gst_caps_unref(caps) }
        guard let segment = state.withLock({ $0.segment }),
            let picture = unsafe Picture(lending: buffer, caps: caps, segment: segment)
        else { return }
        state.withLock { $0.pictures.append(picture) }
    }
}
