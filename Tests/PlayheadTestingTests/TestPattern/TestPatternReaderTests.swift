import Playhead
import PlayheadTesting
import Testing

/// What a reader says of pictures and sound that are given to it as a player would.
struct TestPatternReaderTests {
    private let medium = TestPattern(item: 4, length: .seconds(2))

    /// Shows a frame where it belongs, or elsewhere.
    private func show(
        _ number: Int, to reader: TestPatternReader, load: Int = 1, at time: Duration? = nil,
        clock: Duration? = nil, isHeld: Bool = false
    ) {
        let time = time ?? .milliseconds(40 * number)
        let luma = FrameCode(item: medium.item, number: number).luma(width: 64, height: 48)
        reader.didPresent(
            PresentedVideoFrame(
                load: load,
                frame: VideoFrame(time: time, format: .gray8, width: 64, height: 48, bytes: luma),
                clockTime: clock ?? time, isHeld: isHeld))
    }

    private func play(_ sound: [Float], to reader: TestPatternReader, at time: Duration = .zero) {
        for start in stride(from: 0, to: sound.count, by: 1024) {
            let samples = Array(sound[start..<min(start + 1024, sound.count)])
            let when = time + .nanoseconds(Int64(start) * 1_000_000_000 / 48_000)
            reader.didPresent(
                PresentedAudioBuffer(
                    buffer: AudioBuffer(time: when, sampleRate: 48_000, channels: 1, samples: samples),
                    clockTime: when))
        }
    }

    private func sound(from sample: Int = 0) -> [Float] {
        var generator = ToneGenerator(SoundCode(item: 4, track: 0), sampleRate: 48_000, from: sample)
        return generator.samples(96_000)
    }

    private func findings(showing numbers: [Int]) -> [TestPatternFinding] {
        let reader = TestPatternReader(medium)
        for number in numbers { show(number, to: reader) }
        return reader.verdict().findings
    }

    @Test func `frames in order are no finding, forward and backward`() {
        #expect(findings(showing: Array(0..<50)).isEmpty)
        #expect(findings(showing: (0..<50).reversed()).isEmpty)
        #expect(findings(showing: [7]).isEmpty && findings(showing: []).isEmpty)
    }

    @Test func `a frame that is missing, doubled or in the wrong place is named`() {
        #expect(findings(showing: [0, 1, 3, 4]) == [.dropped(item: 4, frame: 2)])
        #expect(findings(showing: [9, 8, 6, 5]) == [.dropped(item: 4, frame: 7)])
        #expect(findings(showing: [0, 1, 1, 2]) == [.doubled(item: 4, frame: 1)])
        #expect(findings(showing: [0, 2, 1, 3]) == [.outOfOrder(item: 4, frame: 1)])
    }

    @Test func `held frames are not counted`() {
        let reader = TestPatternReader(medium)
        show(0, to: reader, isHeld: true)
        for number in 0..<10 { show(number, to: reader) }
        show(10, to: reader, isHeld: true)
        for number in 10..<20 { show(number, to: reader) }
        #expect(reader.verdict().isClean && reader.landings.count == 1)
        show(40, to: reader, isHeld: true)
        for number in 40..<50 { show(number, to: reader) }
        #expect(reader.verdict().isClean && reader.landings.map(\.number) == [0, 40])
        show(12, to: reader, isHeld: true)
        show(12, to: reader)
        #expect(reader.verdict().isClean && reader.landings.map(\.number) == [0, 40, 12])
    }

    @Test func `a frame that is missing after a pause is found`() {
        let reader = TestPatternReader(medium)
        for number in 0..<10 { show(number, to: reader) }
        show(10, to: reader, isHeld: true)
        show(11, to: reader)
        #expect(reader.verdict().findings == [.dropped(item: 4, frame: 10)])
    }

    @Test func `frames missing at either end are found in a complete verdict`() {
        let reader = TestPatternReader(medium.withoutAudio)
        for number in 1..<49 { show(number, to: reader) }
        #expect(reader.verdict().isClean)
        let ends = [0, 49].map { TestPatternFinding.dropped(item: 4, frame: $0) }
        #expect(reader.verdict(isComplete: true).findings == ends)
    }

    @Test func `a video frame without a code, or of another item, is found`() {
        let reader = TestPatternReader(TestPattern(item: 5))
        show(0, to: reader)
        let gray = [UInt8](repeating: 128, count: 64 * 48)
        reader.didPresent(
            PresentedVideoFrame(
                frame: VideoFrame(time: .seconds(1), format: .gray8, width: 64, height: 48, bytes: gray)))
        #expect(
            reader.verdict().findings == [.unreadablePicture(at: .zero), .unreadablePicture(at: .seconds(1))])
    }

    @Test(arguments: [-100, -40, -10, 0, 10, 40, 100], [TestPatternReader.Timing.media, .clock])
    func `skew is measured to two milliseconds`(milliseconds: Int, timing: TestPatternReader.Timing) throws {
        let reader = TestPatternReader(medium, timing: timing)
        for number in 0..<50 { show(number, to: reader) }
        play(sound(from: -48 * milliseconds), to: reader)
        let verdict = reader.verdict()
        let skew = try #require(verdict.skew)
        let wanted = Duration.milliseconds(milliseconds)
        #expect(skew.lowerBound > wanted - .milliseconds(2) && skew.upperBound < wanted + .milliseconds(2))
        #expect(verdict.isClean == (abs(milliseconds) < 30), "\(verdict.findings)")
        if !verdict.isClean {
            guard verdict.findings.count == 1, case .skew = verdict.findings[0] else {
                Issue.record("\(verdict.findings)")
                return
            }
        }
    }

    @Test func `late presentation is a skew only by clock time`() {
        let (byMedia, byClock) = (TestPatternReader(medium), TestPatternReader(medium, timing: .clock))
        for reader in [byMedia, byClock] {
            for number in 0..<50 {
                show(number, to: reader, clock: .milliseconds(40 * number - 60))
            }
            play(sound(), to: reader)
        }
        #expect(byMedia.verdict().isClean && !byClock.verdict().isClean)
    }

    @Test func `missing audio is silence`() {
        let reader = TestPatternReader(medium)
        let all = sound()
        play(Array(all[..<48_000]), to: reader)
        play(Array(all[48_960...]), to: reader, at: .milliseconds(1020))
        #expect(
            reader.verdict().findings == [.silence(from: .seconds(1), to: .milliseconds(1020))])
    }

    @Test func `audio without a code is unreadable`() {
        let reader = TestPatternReader(medium)
        play(sound().map { _ in Float.random(in: -0.5...0.5) }, to: reader)
        guard case .unreadableSound? = reader.verdict().findings.first else {
            Issue.record("nothing was found")
            return
        }
    }

    @Test func `a track transition is as long as the time without video frames`() {
        let reader = TestPatternReader([medium])
        for number in 0..<50 { show(number, to: reader) }
        show(0, to: reader, load: 2, clock: .milliseconds(2015), isHeld: true)
        for number in 0..<50 { show(number, to: reader, load: 2, clock: .milliseconds(2015 + 40 * number)) }
        let verdict = reader.verdict()
        #expect(verdict.isClean)
        #expect(
            verdict.transitions == [TrackTransition(load: 2, pictureGap: .milliseconds(15), soundGap: nil)])
    }
}
