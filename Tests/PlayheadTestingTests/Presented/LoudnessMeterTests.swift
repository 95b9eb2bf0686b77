import Foundation
import Playhead
import PlayheadTesting
import Testing

/// The signals of EBU Tech 3341 (loudness, true peak) and 3342 (range), made here.
@Suite(.enabled("needs the Debian package libebur128-1") { (try? LoudnessMeter()) != nil })
struct LoudnessMeterTests {
    private func loudness(_ sound: [PresentedAudioBuffer]) throws -> Loudness {
        let meter = try LoudnessMeter()
        for part in sound { meter.didPresent(part) }
        return try #require(meter.loudness)
    }

    /// Tones of 1000 Hz in both channels, each of a level and a length in seconds, one after another.
    private func tones(_ parts: (level: Double, seconds: Int)...) -> [PresentedAudioBuffer] {
        var (start, sound): (Int, [PresentedAudioBuffer]) = (0, [])
        for part in parts {
            let tone = Synthetic.tone(level: part.level)
            sound += Synthetic.sound(start..<start + part.seconds * 48000, tone, tone)
            start += part.seconds * 48000
        }
        return sound
    }

    private func isNear(_ value: Double?, _ wanted: Double, below: Double = 0.1, above: Double = 0.1) -> Bool
    {
        value.map { $0 >= wanted - below && $0 <= wanted + above } ?? false
    }

    @Test(arguments: [-23.0, -33, -20]) func `a stereo tone has the loudness of its level`(level: Double)
        throws
    {
        // Tech 3341, 1 and 2.
        #expect(isNear(try loudness(tones((level, 20))).integrated, level))
    }

    @Test func `a tone in one channel is 3 LU softer than in both`() throws {
        // ITU-R BS.1770-5: 0 dBFS in one front channel is -3.01 LKFS.
        let sound = Synthetic.sound(0..<480_000, Synthetic.tone(997), Synthetic.silence)
        #expect(isNear(try loudness(sound).integrated, -23.01))
    }

    @Test func `passages far below the rest do not count`() throws {
        // Tech 3341, 3.
        #expect(isNear(try loudness(tones((-36, 10), (-23, 30), (-36, 10))).integrated, -23))
    }

    @Test func `the loudness range is the distance between soft and loud passages`() throws {
        // Tech 3342, 1: 10 LU within 1.
        #expect(isNear(try loudness(tones((-20, 20), (-30, 20))).range, 10, below: 1, above: 1))
    }

    @Test(arguments: [0, 45, 60, 67.5]) func `a true peak lies between the samples`(degrees: Double) throws {
        // Tech 3341, 15 to 18: a quarter of the sampling rate at half of full scale.
        let tone = Synthetic.tone(12_000, level: 20 * log10(0.5), phase: degrees * .pi / 180)
        let loudness = try loudness(Synthetic.sound(0..<48_000, tone, tone))
        #expect(isNear(loudness.truePeak, -6, below: 0.4, above: 0.2))
    }

    @Test func `silence and held audio buffers have no loudness`() throws {
        let silent = try loudness(Synthetic.sound(0..<96_000, Synthetic.silence))
        #expect(silent == Loudness(integrated: nil, range: 0, truePeak: nil))
        let meter = try LoudnessMeter()
        for var part in tones((-20, 1)) {
            part.isHeld = true
            meter.didPresent(part)
        }
        #expect(meter.loudness == nil)
    }

    @Test func `a new load starts a new measurement`() throws {
        let meter = try LoudnessMeter()
        for part in tones((-20, 5)) { meter.didPresent(part) }
        for var part in tones((-30, 5)) {
            part.load = 2
            meter.didPresent(part)
        }
        #expect(isNear(meter.loudness?.integrated, -30))
    }

    @Test func `the error for a missing library names its Debian package`() {
        #expect("\(LoudnessError.libraryMissing)".contains("install the Debian package libebur128-1"))
    }
}
