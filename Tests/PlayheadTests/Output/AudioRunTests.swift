import GStreamer
import PlayheadTesting
import Synchronization
import Testing

/// Samples on their way to a sound device.
struct SoundRunTests {
    private func runs(_ source: String) async throws -> [AudioRun] {
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

    @Test(arguments: ["interleaved", "non-interleaved"])
    func `a run is cut and made silent to the sample`(layout: String) async throws {
        let found = try await runs(
            "audiotestsrc num-buffers=3 samplesperbuffer=4800 ! audioconvert "
                + "! audio/x-raw,rate=48000,channels=2,layout=\(layout)")
        #expect(found.map(\.frames) == [4800, 4800, 4800] && found[0].duration == .milliseconds(100))
        #expect(found[1].dropping(.milliseconds(25))?.frames == 3600)
        #expect(found[1].dropping(.zero)?.frames == 4800)
        #expect(found[1].dropping(.milliseconds(100)) == nil)
        #expect(found[1].silence(.milliseconds(10))?.frames == 480 && found[1].silence(.zero) == nil)
        #expect(found[0].hasFormat(of: found[2]) && found[0].channels == 2)
    }
}
