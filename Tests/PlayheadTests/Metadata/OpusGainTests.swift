import GStreamer
import PlayheadCore
import Testing

@testable import PlayheadPipeline

@Suite struct OpusGainTests {
    private func metadata(_ comments: String...) -> MediaMetadata {
        var tags = TagValues()
        tags.extendedComments = comments
        var metadata = MediaMetadata()
        metadata.fill(from: tags)
        return metadata
    }

    @Test func `the gains of Opus are those of ReplayGain, 5 dB more`() {
        let gains = metadata("R128_TRACK_GAIN=-512", "r128_album_gain=256")
        #expect(gains.trackGain == 3 && gains.albumGain == 6)
    }

    @Test func `what is no number of 16 bits is no gain`() {
        for comment in [
            "R128_TRACK_GAIN=", "R128_TRACK_GAIN=1.5", "R128_TRACK_GAIN=40000", "R128_TRACK_GAINS=1",
        ] {
            #expect(metadata(comment).trackGain == nil)
        }
    }
}
