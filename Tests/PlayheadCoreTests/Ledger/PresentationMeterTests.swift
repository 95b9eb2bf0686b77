import Testing

@testable import PlayheadCore

/// What is counted as presented.
struct PresentationMeterTests {
    private func span(_ start: Double, _ end: Double) -> Range<Duration> {
        Duration.seconds(start)..<Duration.seconds(end)
    }

    @Test func `no presentation has no end and no duration`() {
        let meter = PresentationMeter()
        #expect(meter.end == nil)
        #expect(meter.played == .zero)
    }

    @Test func `presented spans add up, and the last end is the end`() {
        let meter = PresentationMeter()
        for frame in 0..<25 {
            meter.present(
                Duration.milliseconds(40 * frame)..<Duration.milliseconds(40 * frame + 40), on: .video)
        }
        #expect(meter.end == .seconds(1))
        #expect(meter.played == .seconds(1))
    }

    @Test func `a span that is presented twice counts once`() {
        let meter = PresentationMeter()
        meter.present(span(0, 2), on: .audio)
        meter.present(span(5, 6), on: .audio)
        meter.present(span(1, 3), on: .audio)
        meter.present(span(0, 2), on: .audio)
        #expect(meter.played == .seconds(4))
        meter.present(span(2.5, 5.5), on: .audio)
        #expect(meter.played == .seconds(6))
    }

    @Test func `the output with the longer presentation counts`() {
        let meter = PresentationMeter()
        meter.present(span(0, 2), on: .video)
        meter.present(span(0, 3), on: .audio)
        #expect(meter.played == .seconds(3))
        #expect(meter.end == .seconds(3))
    }

    @Test func `rounding between buffers is no gap, and a gap does not count as presented`() {
        let meter = PresentationMeter()
        meter.present(span(0, 1), on: .audio)
        meter.present(span(1.001, 2), on: .audio)
        #expect(meter.played == .seconds(2))
        meter.present(span(3, 4), on: .audio)
        #expect(meter.played == .seconds(3))
    }

    @Test func `a video frame is presented until the next one`() {
        let meter = PresentationMeter()
        meter.present(span(0, 0.04), on: .video)
        meter.present(span(2, 2.04), on: .video)
        #expect(meter.played == .seconds(2.04))
        meter.jump(to: .seconds(4), on: .video)
        meter.present(span(4, 4.04), on: .video)
        #expect(meter.played == .seconds(2.08))
    }

    @Test func `what is missing between two video frames was not presented`() {
        let meter = PresentationMeter()
        for output in PresentationMeter.Output.allCases { meter.present(span(0, 1), on: output) }
        meter.present(span(3, 4), on: .video)
        #expect(meter.played == .seconds(4))
        meter.present(span(3, 4), on: .audio)
        #expect(meter.played == .seconds(2))
    }

    @Test func `a jump moves the end, and keeps the presented time`() {
        let meter = PresentationMeter()
        meter.present(span(0, 5), on: .video)
        meter.jump(to: .seconds(1), on: .video)
        #expect(meter.end == .seconds(1))
        #expect(meter.played == .seconds(5))
        meter.present(span(1, 2), on: .video)
        #expect(meter.end == .seconds(2))
        #expect(meter.played == .seconds(5))
    }

    @Test func `a cleared meter has no presentation`() {
        let meter = PresentationMeter()
        meter.present(span(0, 5), on: .video)
        meter.clear()
        #expect(meter.end == nil)
        #expect(meter.played == .zero)
    }
}
