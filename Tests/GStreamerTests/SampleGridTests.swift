import GStreamer
import MediaFormats
import Testing

/// Samples and the nanoseconds in which GStreamer counts.
struct SampleGridTests {
    @Test(arguments: [8000, 11025, 44100, 48000, 96000])
    func `a sample is found at its time, rounded in either direction`(_ rate: Int) {
        let grid = SampleGrid(rate: rate)
        for sample in [0, 1, 2, 1024, 1105, 44099, 66137, 10_000_003, 123_456_789_012, -1, -1105] {
            let time = grid.time(of: sample)
            for offset in [-1, 0, 1] { #expect(grid.sample(at: time + .nanoseconds(offset)) == sample) }
        }
    }

    @Test func `a second has as many samples as the rate`() {
        #expect(SampleGrid(rate: 44100).time(of: 44100 * 3600) == .seconds(3600))
        #expect(SampleGrid(rate: 48000).sample(at: .milliseconds(1500)) == 72_000)
    }
}
