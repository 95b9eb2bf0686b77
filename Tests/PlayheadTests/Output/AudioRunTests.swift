import GStreamer
import PlayheadTesting
import Synchronization
import Testing

/// Samples on their way to a sound device.
struct SoundRunTests {
    @Test(arguments: ["interleaved", "non-interleaved"])
    func `a run is cut and made silent to the sample`(layout: String) async throws {
        let found = try await AudioRun.all(
            from: "audiotestsrc num-buffers=3 samplesperbuffer=4800 ! audioconvert "
                + "! audio/x-raw,rate=48000,channels=2,layout=\(layout)")
        #expect(found.map(\.frames) == [4800, 4800, 4800] && found[0].duration == .milliseconds(100))
        #expect(found[1].dropping(.milliseconds(25))?.frames == 3600)
        #expect(found[1].dropping(.zero)?.frames == 4800)
        #expect(found[1].dropping(.milliseconds(100)) == nil)
        #expect(found[1].silence(.milliseconds(10))?.frames == 480 && found[1].silence(.zero) == nil)
        #expect(found[0].hasFormat(of: found[2]) && found[0].channels == 2)
    }
}
