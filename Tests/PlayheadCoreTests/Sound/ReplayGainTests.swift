import PlayheadCore
import Testing

@Suite struct ReplayGainTests {
    private func metadata(
        track: Double? = nil, peak: Double? = nil, album: Double? = nil, albumPeak: Double? = nil
    ) -> MediaMetadata {
        var metadata = MediaMetadata()
        (metadata.trackGain, metadata.trackPeak) = (track, peak)
        (metadata.albumGain, metadata.albumPeak) = (album, albumPeak)
        return metadata
    }

    @Test func `the gain is that of the mode, or else the other one`() {
        let both = metadata(track: -6, peak: 0.5, album: -8, albumPeak: 0.5)
        #expect(ReplayGain().gain(of: both) == nil)
        #expect(ReplayGain(.track).gain(of: both) == -6)
        #expect(ReplayGain(.album).gain(of: both) == -8)
        #expect(ReplayGain(.album).gain(of: metadata(track: -3)) == -3)
        #expect(ReplayGain(.track).gain(of: metadata(album: -3)) == -3)
        #expect(ReplayGain(.track).gain(of: metadata()) == nil)
    }

    @Test func `preamplification and the offset of a target are added`() {
        let tags = metadata(track: -6, peak: 0.1)
        #expect(ReplayGain(.track, preamplification: 2).gain(of: tags) == -4)
        #expect(ReplayGain(.track).gain(of: tags, offset: 3) == -3)
        #expect(ReplayGain(.track, preamplification: 99).preamplification == 24)
        #expect(ReplayGain(.track, preamplification: .nan).preamplification == 0)
    }

    @Test func `a peak is not raised above full scale, unless that is wanted`() throws {
        let loud = metadata(track: 9, peak: 0.5)
        let gain = try #require(ReplayGain(.track).gain(of: loud))
        #expect(abs(gain - 6.0206) < 0.001)
        #expect(ReplayGain(.track, preventsClipping: false).gain(of: loud) == 9)
        #expect(ReplayGain(.track).gain(of: metadata(track: 9)) == 0)
    }
}

@Suite struct EqualizerTests {
    @Test func `gains are clamped, and missing ones are 0`() {
        #expect(Equalizer([99, -99, .nan]).gains == [12, -24, 0, 0, 0, 0, 0, 0, 0, 0])
        #expect(Equalizer(Array(repeating: 1, count: 20)).gains.count == 10)
    }

    @Test func `a frequency names the nearest band`() {
        var equalizer = Equalizer()
        for (frequency, gain) in [(20.0, 1.0), (100, 2), (1400, 3), (1420, 4), (20000, 5)] {
            equalizer[frequency] = gain
        }
        #expect(equalizer.gains == [1, 0, 2, 0, 0, 3, 4, 0, 0, 5])
    }

    @Test func `presets have ten gains`() {
        #expect(Equalizer.presets["flat"]?.isFlat == true)
        #expect(Equalizer.presets.values.allSatisfy { $0.gains.count == Equalizer.frequencies.count })
    }
}
