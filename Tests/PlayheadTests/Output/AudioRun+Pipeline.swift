import GStreamer
import PlayheadTesting
import Synchronization
import Testing

extension AudioRun {
    /// All sound that elements give out, which `gst_parse_launch` describes.
    static func all(from source: String) async throws -> [AudioRun] {
        let found = Mutex<[AudioRun]>([])
        let pipeline = try Element.pipeline(described: source + " ! fakesink name=sink sync=false")
        let sink = try #require(pipeline.child(named: "sink"))
        sink.onHandoff { rendering in
            guard !rendering.isHeld, let run = AudioRun(rendering) else { return }
            found.withLock { $0.append(run) }
        }
        try await TestPatternRun.run(pipeline)
        return found.withLock { $0 }
    }
}
