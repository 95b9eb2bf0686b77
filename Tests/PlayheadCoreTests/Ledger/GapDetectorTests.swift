import Synchronization
import Testing

@testable import PlayheadCore

/// What counts as a gap in what comes to the outputs (docs/presentation-report.md).
struct GapDetectorTests {
    private let meter = PresentationMeter()
    private let found = Found()

    private final class Found: Sendable {
        let gaps = Mutex<[MediaGap]>([])
    }

    init() { listen(isInParts: false) }

    private func listen(isInParts: Bool) {
        meter.onGap(isInParts: isInParts) { [found] gap in found.gaps.withLock { $0.append(gap) } }
    }

    private var gaps: [MediaGap] { found.gaps.withLock { $0 } }

    /// Plays buffers of a length from one time to another.
    private func play(
        _ output: PresentationMeter.Output, from start: Int, to end: Int, length: Int = 40
    ) {
        for time in stride(from: start, to: end, by: length) {
            meter.present(
                Duration.milliseconds(time)..<Duration.milliseconds(min(time + length, end)), on: output)
        }
    }

    @Test func `a range without video and audio is one gap`() {
        for output in PresentationMeter.Output.allCases {
            play(output, from: 0, to: 2000)
            play(output, from: 4000, to: 8000)
        }
        #expect(gaps == [MediaGap(from: .seconds(2), to: .seconds(4), cause: .unknown)])
        #expect(
            meter.stream(of: .video).playedRanges == [.zero ..< .seconds(2), .seconds(4) ..< .seconds(8)])
        #expect(meter.stream(of: .audio).intervals.map(\.interval) == [.zero ..< .seconds(8)])
    }

    @Test func `a late start after a missing segment is a gap`() {
        play(.video, from: 400, to: 1000)
        #expect(gaps.isEmpty)
        meter.jump(to: .seconds(5), on: .video)
        meter.noteMissing(
            cause: .missingSegment(uri: "a.ts", status: 404), interval: .seconds(4) ..< .seconds(6))
        play(.video, from: 6000, to: 7000)
        let gap = MediaGap(
            from: .seconds(5), to: .seconds(6), cause: .missingSegment(uri: "a.ts", status: 404))
        #expect(gaps == [gap])
    }

    @Test(arguments: [[PresentationMeter.Output.audio, .video], [.video, .audio]])
    func `a segmented stream without audio and video at its start has a gap`(
        _ outputs: [PresentationMeter.Output]
    ) {
        listen(isInParts: true)
        play(outputs[0], from: 2000, to: 4000)
        #expect(gaps.isEmpty)
        play(outputs[1], from: 2000, to: 4000)
        #expect(gaps == [MediaGap(from: .zero, to: .seconds(2), cause: .unknown)])
        #expect(meter.finish(promised: .seconds(4)).isEmpty)
    }

    @Test(arguments: PresentationMeter.Output.allCases)
    func `a segmented stream with one output and a late start has a gap, known at the end`(
        _ output: PresentationMeter.Output
    ) {
        listen(isInParts: true)
        play(output, from: 2000, to: 4000)
        #expect(gaps.isEmpty)
        let gap = MediaGap(from: .zero, to: .seconds(2), cause: .unknown)
        #expect(meter.finish(promised: .seconds(4)) == [gap])
    }

    @Test func `video after audio and a late start of a file are no gap`() {
        for output in PresentationMeter.Output.allCases { play(output, from: 2000, to: 4000) }
        #expect(gaps.isEmpty && meter.finish(promised: .seconds(4)).isEmpty)
        let other = Self()
        other.listen(isInParts: true)
        other.play(.audio, from: 0, to: 4000)
        other.play(.video, from: 2000, to: 4000)
        #expect(other.gaps.isEmpty && other.meter.finish(promised: .seconds(4)).isEmpty)
    }

    @Test func `missing audio segments are gaps, except where a seek passed over them`() {
        listen(isInParts: true)
        let cause = MediaGap.Cause.missingSegment(uri: "a.ts", status: 404)
        play(.video, from: 0, to: 1000)
        meter.noteMissing(kind: .audio, cause: cause, interval: .zero ..< .seconds(2))
        for output in PresentationMeter.Output.allCases { meter.jump(to: .seconds(3), on: output) }
        meter.noteMissing(kind: .audio, cause: cause, interval: .seconds(2) ..< .seconds(4))
        play(.video, from: 3000, to: 4000)
        let gap = MediaGap(kind: .audio, from: .seconds(3), to: .seconds(4), cause: cause)
        #expect(meter.finish(promised: .seconds(4)) == [gap])
    }

    @Test func `a long video frame and an audio pause beside video are no gap`() {
        for second in [0, 1, 7, 8] { play(.video, from: second * 1000, to: second * 1000 + 40) }
        play(.audio, from: 0, to: 3000)
        play(.audio, from: 6000, to: 9000)
        #expect(gaps.isEmpty)
    }

    @Test func `a long video frame without audio is no gap in a file`() {
        play(.video, from: 0, to: 1000)
        play(.video, from: 9000, to: 10000)
        #expect(gaps.isEmpty)
    }

    @Test func `a long video frame without audio is a gap in a segmented stream`() {
        listen(isInParts: true)
        play(.video, from: 0, to: 2000)
        play(.video, from: 4000, to: 6000)
        #expect(gaps == [MediaGap(from: .seconds(2), to: .seconds(4), cause: .unknown)])
    }

    @Test func `an audio pause without video is a gap`() {
        play(.audio, from: 0, to: 2000)
        play(.audio, from: 2500, to: 4000)
        #expect(
            gaps == [MediaGap(from: .seconds(2), to: .milliseconds(2500), cause: .unknown)])
    }

    @Test func `rounding is no gap`() {
        for time in stride(from: 0, to: 4000, by: 25) {
            meter.present(
                Duration.milliseconds(time)..<Duration.milliseconds(time + 21), on: .audio)
        }
        #expect(gaps.isEmpty)
    }

    @Test func `a seek is no gap, in either direction`() {
        for output in PresentationMeter.Output.allCases {
            play(output, from: 0, to: 1000)
            meter.jump(to: .seconds(5), on: output)
            play(output, from: 5000, to: 6000)
            meter.jump(to: .seconds(2), on: output)
            play(output, from: 2000, to: 3000)
        }
        #expect(gaps.isEmpty && meter.stream(of: .video).duplicates.isEmpty)
        #expect(meter.stream(of: .video).intervals.count == 3)
        #expect(meter.stream(of: .audio).played == .seconds(3))
    }

    @Test func `a gap after a reported break is damaged`() {
        play(.video, from: 0, to: 4000)
        play(.audio, from: 0, to: 1000)
        meter.noteBreak(on: .audio)
        play(.audio, from: 1500, to: 3000)
        let gap = MediaGap(kind: .audio, from: .seconds(1), to: .milliseconds(1500), cause: .damaged)
        #expect(gaps == [gap])
    }

    @Test func `a reported break without a gap is no gap`() {
        play(.audio, from: 0, to: 1000)
        meter.noteBreak(on: .audio)
        play(.audio, from: 1000, to: 3000)
        #expect(gaps.isEmpty)
    }

    @Test func `a missing segment is the cause of one gap of audio and video`() {
        meter.noteMissing(
            cause: .missingSegment(uri: "http://h/2.ts", status: 404), interval: .seconds(2) ..< .seconds(4))
        for output in PresentationMeter.Output.allCases {
            play(output, from: 0, to: 2000)
            play(output, from: 4000, to: 8000)
        }
        let cause = MediaGap.Cause.missingSegment(uri: "http://h/2.ts", status: 404)
        #expect(gaps == [MediaGap(from: .seconds(2), to: .seconds(4), cause: cause)])
    }

    @Test func `a missing segment that arrives later is no gap`() {
        meter.noteMissing(
            kind: .video, cause: .missingSegment(uri: "http://h/2.ts", status: nil),
            interval: .seconds(2) ..< .seconds(4))
        play(.video, from: 0, to: 8000)
        #expect(gaps.isEmpty)
        #expect(meter.finish(promised: .seconds(8)).isEmpty)
    }

    @Test(arguments: [Track.Kind.video, nil])
    func `missing video at the end is a gap beside audio`(_ kind: Track.Kind?) {
        let cause = MediaGap.Cause.missingSegment(uri: "http://h/3.m4s", status: 404)
        meter.noteMissing(kind: kind, cause: cause, interval: .seconds(6) ..< .seconds(8))
        play(.video, from: 0, to: 6000)
        play(.audio, from: 0, to: 8000)
        let gap = MediaGap(kind: .video, from: .seconds(6), to: .seconds(8), cause: cause)
        #expect(meter.finish(promised: .seconds(8)) == [gap])
    }

    @Test func `a missing segment at the end is a gap at the end of the medium`() {
        meter.noteMissing(
            cause: .missingSegment(uri: "http://h/3.ts", status: 503), interval: .seconds(6) ..< .seconds(9))
        for output in PresentationMeter.Output.allCases { play(output, from: 0, to: 6000) }
        let cause = MediaGap.Cause.missingSegment(uri: "http://h/3.ts", status: 503)
        #expect(
            meter.finish(promised: .seconds(8))
                == [MediaGap(from: .seconds(6), to: .seconds(8), cause: cause)])
    }

    @Test func `a range that is presented twice without a seek is a duplicate`() {
        play(.audio, from: 0, to: 2000)
        play(.audio, from: 1000, to: 3000)
        let repeats = meter.stream(of: .audio).duplicates
        #expect(repeats.first?.lowerBound == .seconds(1))
        #expect(repeats.last?.upperBound == .seconds(2) - .milliseconds(40))
        #expect(meter.stream(of: .audio).playedRanges == [.zero ..< .seconds(3)])
    }

    @Test func `backward playback has no gaps`() {
        meter.jump(to: .seconds(4), on: .audio, speed: -1)
        for second in [3, 1, 2, 0] { play(.audio, from: second * 1000, to: second * 1000 + 500) }
        #expect(gaps.isEmpty)
        #expect(meter.stream(of: .audio).intervals.map(\.speed) == [-1])
    }
}
