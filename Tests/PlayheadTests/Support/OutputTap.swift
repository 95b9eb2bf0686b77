import CGStreamer
import Playhead
import Synchronization
import Testing

@testable import GStreamer
@testable import PlayheadCore
@testable import PlayheadPipeline

/// Copies what reaches an output of a real player, as it would be seen or heard.
final class OutputTap: Sendable {
    /// A frame or a run of samples.
    struct Arrival: Sendable {
        /// On the media timeline.
        var start: Duration?
        var bytes: [UInt8]
    }

    private struct Record: Sendable {
        var segment: Segment?
        var arrivals: [Arrival] = []
    }

    private let record = Mutex(Record())

    /// Taps the current load, which has to be ready.
    init(_ output: PresentationMeter.Output, of player: Player) throws {
        let pipeline = try player.pipeline
        let pad = try #require(pipeline.branches.first { $0.kind == output }?.sink.pad("sink"))
        let mask = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
        unsafe gst_pad_add_probe(
            pad.raw, GstPadProbeType(rawValue: mask),
            { _, info, data in
                if let info = unsafe info, let data = unsafe data {
                    unsafe Box<OutputTap>.value(of: data).take(info)
                }
                return GST_PAD_PROBE_OK
            }, unsafe Box.data(self), { unsafe releaseBox($0) })
    }

    /// What has arrived since the tap was made, or since ``forget()``.
    var arrivals: [Arrival] { record.withLock(\.arrivals) }
    func forget() { record.withLock { $0.arrivals = [] } }

    private func take(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
        switch unsafe Pad.Passage(lending: info) {
        case .segment(let segment): record.withLock { $0.segment = segment }
        case .buffer(let start, _):
            guard let buffer = unsafe playhead_probe_buffer(info) else { return }
            let bytes = unsafe withBytes(of: buffer) { unsafe Array($0) } ?? []
            record.withLock { record in
                let start = start.flatMap { record.segment?.streamTime($0) }
                record.arrivals.append(Arrival(start: start, bytes: bytes))
            }
        default: break
        }
    }
}
