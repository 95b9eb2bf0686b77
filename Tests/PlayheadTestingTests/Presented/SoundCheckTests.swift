import Playhead
import PlayheadTesting
import Testing

/// Silent, clipped and dead sound, at 48,000 samples a second.
struct SoundCheckTests {
    private struct Found: Equatable {
        var kind: PresentationFinding.Kind
        var samples: Range<Int>

        init(_ kind: PresentationFinding.Kind, _ samples: Range<Int>) {
            self.kind = kind
            self.samples = samples
        }

        init(_ finding: PresentationFinding) {
            let bounds = [finding.start, finding.end].map { Int(($0 / .seconds(1) * 48000).rounded()) }
            self.init(finding.kind, bounds[0]..<bounds[1])
        }
    }

    /// What a check finds in sound, to its end.
    private func findings(_ check: some PresentationCheck, in sound: [PresentedAudioBuffer]) -> [Found] {
        var check = check
        return (sound.flatMap { check.listen(to: $0) } + check.finish()).map { Found($0) }
    }

    @Test func `a silence finding starts and ends at the exact sample`() {
        let silent = 60_048..<180_096
        let tone = Synthetic.tone(silentIn: silent)
        let sound = Synthetic.sound(0..<300_000, tone, tone)
        #expect(findings(SilenceCheck(), in: sound) == [Found(.silent, silent)])
        #expect(findings(SilenceCheck(minimumLength: .seconds(2.6)), in: sound).isEmpty)
    }

    @Test func `a silence of 20 ms is found with a minimum length of 10 ms`() {
        let silent = 60_048..<61_008
        let sound = Synthetic.sound(0..<300_000, Synthetic.tone(silentIn: silent))
        let check = SilenceCheck(minimumLength: .milliseconds(10))
        #expect(findings(check, in: sound) == [Found(.silent, silent)])
        #expect(findings(check, in: Synthetic.sound(0..<300_000, Synthetic.tone())).isEmpty)
    }

    @Test func `audio in one channel is no silence`() {
        let sound = Synthetic.sound(0..<150_000, Synthetic.silence, Synthetic.tone())
        #expect(findings(SilenceCheck(), in: sound).isEmpty)
    }

    @Test func `missing audio is silence`() {
        let tone = Synthetic.tone(phase: 1)
        let sound = Synthetic.sound(0..<48_000, tone) + Synthetic.sound(168_012..<200_012, tone)
        #expect(findings(SilenceCheck(), in: sound) == [Found(.silent, 48_000..<168_012)])
    }

    @Test func `a jump and a new load end a silence finding`() {
        let early = Synthetic.sound(0..<100_000, Synthetic.silence)
        let late = Synthetic.sound(960_000..<1_060_000, clock: { $0 - .seconds(17) }, Synthetic.silence)
        let other = Synthetic.sound(1_060_000..<1_160_000, load: 2, Synthetic.silence)
        #expect(
            findings(SilenceCheck(), in: early + late + other) == [
                Found(.silent, 0..<100_000), Found(.silent, 960_000..<1_060_000),
                Found(.silent, 1_060_000..<1_160_000),
            ])
        #expect(findings(SilenceCheck(), in: (early + late).reversed()).isEmpty)
    }

    @Test func `three samples at full scale are clipping`() {
        func sound(_ peaks: Range<Int>...) -> [PresentedAudioBuffer] {
            let tone = Synthetic.tone()
            return Synthetic.sound(
                0..<100_000,
                { number in
                    peaks.contains { $0.contains(number) } ? (number % 2 == 0 ? 1 : 1.2) : tone(number)
                })
        }
        #expect(findings(ClippingCheck(), in: sound(5_000..<5_002)).isEmpty)
        #expect(findings(ClippingCheck(), in: sound(5_000..<5_003)) == [Found(.clipped, 5_000..<5_003)])
        // Across two runs of samples; and again within 100 ms.
        #expect(
            findings(ClippingCheck(), in: sound(4_998..<5_002, 9_000..<9_004, 50_000..<50_004)) == [
                Found(.clipped, 4_998..<9_004), Found(.clipped, 50_000..<50_004),
            ])
    }

    @Test func `a tone at full scale is clipped only if its peaks are cut off`() {
        let full = Synthetic.tone(997, level: -0.1)
        #expect(findings(ClippingCheck(), in: Synthetic.sound(0..<48_000, full)).isEmpty)
        let cut = Synthetic.sound(0..<48_000, { max(min(full($0) * 1.4, 1), -1) })
        let clipped = findings(ClippingCheck(), in: cut)
        #expect(clipped.count == 1 && clipped.allSatisfy { $0.samples.count > 47_500 })
    }

    @Test func `a channel that is silent beside an audible one is dead`() {
        let silent = 60_048..<180_096
        let sound = Synthetic.sound(
            0..<300_000, Synthetic.tone(phase: .pi / 2), Synthetic.tone(silentIn: silent))
        #expect(findings(DeadChannelCheck(), in: sound) == [Found(.deadChannel(1), silent)])
        let both = Synthetic.tone(silentIn: silent)
        #expect(findings(DeadChannelCheck(), in: Synthetic.sound(0..<300_000, both, both)).isEmpty)
        #expect(findings(DeadChannelCheck(), in: Synthetic.sound(0..<300_000, both)).isEmpty)
    }

    @Test func `a channel that is always silent is dead while another one is audible`() {
        let tone = Synthetic.tone(phase: .pi / 2)
        let sound = Synthetic.sound(
            0..<300_000, Synthetic.silence, { (48_000..<192_000).contains($0) ? tone($0) : 0 })
        #expect(findings(DeadChannelCheck(), in: sound) == [Found(.deadChannel(0), 48_000..<192_000)])
    }

    @Test func `the dead channel check covers the first 2 channels, or the chosen ones`() {
        let sound = Synthetic.sound(
            0..<150_000, Synthetic.tone(), Synthetic.tone(), Synthetic.silence, Synthetic.silence)
        #expect(findings(DeadChannelCheck(), in: sound).isEmpty)
        #expect(findings(DeadChannelCheck(channels: [3]), in: sound).map(\.kind) == [.deadChannel(3)])
    }
}
