import Foundation
import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import GStreamer
@testable import PlayheadCore
@testable import PlayheadPipeline
@testable import TestBasics

/// Pictures that come too late to be shown.
@Suite(.timeLimit(.minutes(2)))
struct LatePictureTests {
    private static let sample = Samples.directory.appending(path: "av-h264-aac.mp4").path

    @Test func `4.7: late video frames are counted and reported, and the end stays natural`()
        async throws
    {
        var configuration = PlayerConfiguration.silent
        let clock = VirtualClock()
        configuration.clock = .virtual(clock)
        let (player, log) = (Player(configuration: configuration), EventLog())
        player.addObserver(log)
        player.load(MediaItem(path: Self.sample))
        try await player.waitUntil(.ready)
        let pipeline = try player.pipeline
        let sink = try #require(pipeline.branches.first { $0.kind == .video }?.sink)
        // As for a window.
        sink.set("qos", true)
        sink.set("max-lateness", int64: 20_000_000)
        clock.hold()
        player.play()
        await clock.advance(by: .seconds(1))
        // From here on everything is due earlier, as if playback had been held up for so long.
        sink.set("ts-offset", int64: -600_000_000)
        clock.release()
        #expect(try await player.waitForEnd(within: .seconds(60)) == .natural)
        let (metrics, ledger) = (try #require(player.metrics), player.presentationReport)
        await player.close()
        #expect(
            metrics.droppedVideoFrames >= 10 && metrics.droppedVideoFrames <= 40,
            "\(metrics.droppedVideoFrames)")
        #expect(
            metrics.decodedVideoFrames < 100 && metrics.decodedVideoFrames >= metrics.presentedVideoFrames)
        #expect(metrics.presentedVideoFrames + metrics.droppedVideoFrames == 100, "\(metrics)")
        let gap = try #require(ledger.gaps.first)
        #expect(ledger.gaps.count == 1 && gap.kind == .video && gap.cause == .late)
        #expect(abs((gap.start - .seconds(1)).inSeconds) < 0.4, "\(gap)")
        // A decoder that leaves out what nothing depends on takes until the next keyframe.
        #expect(gap.end > .seconds(1.4) && gap.end < .seconds(2.5), "\(gap)")
        #expect(ledger.freezes == ledger.gaps)
        #expect(log.events.contains(.gap(gap)))
    }

    private func span(_ milliseconds: Int) -> Range<Duration> {
        Duration.milliseconds(milliseconds)..<Duration.milliseconds(milliseconds + 40)
    }

    @Test func `consecutive dropped frames are one gap, once a later frame is shown`() {
        var search = LateFrameDetector()
        for time in stride(from: 400, to: 800, by: 40) {
            #expect(
                search.pass(span(time), behind: .milliseconds(time)).isEmpty
                    && search.drop(span(time)).isEmpty)
        }
        #expect(search.pass(span(800), behind: .milliseconds(800)).isEmpty)
        #expect(search.pass(span(840), behind: .milliseconds(840)) == [late(400, 800)])
        #expect(search.pass(span(880), behind: .milliseconds(880)).isEmpty && search.close().isEmpty)
        #expect(search.skipped == 0)
    }

    @Test func `two dropped frames, and any in backward playback, are no gap`() {
        var search = LateFrameDetector()
        #expect(search.drop(span(0)).isEmpty && search.drop(span(40)).isEmpty)
        #expect(search.drop(span(1000)).isEmpty && search.jump(speed: -1).isEmpty)
        for time in stride(from: 2000, to: 1000, by: -40) { #expect(search.drop(span(time)).isEmpty) }
        #expect(search.close().isEmpty)
    }

    @Test func `frames that a late decoder skips are late, not damaged`() {
        let meter = PresentationMeter()
        let found = Mutex<[MediaGap]>([])
        meter.onGap(isInParts: false) { gap in found.withLock { $0.append(gap) } }
        for time in stride(from: 0, to: 400, by: 40) { meter.present(span(time), on: .video) }
        meter.noteLateness(.milliseconds(50))
        meter.noteBreak(on: .video)
        for time in stride(from: 800, to: 1000, by: 40) { meter.present(span(time), on: .video) }
        #expect(found.withLock { $0 } == [late(400, 800)])
        #expect(meter.tally.skippedPictures == 10 && meter.tally.latePictures == 0)
        // Behind it is in time again.
        for time in stride(from: 3000, to: 4000, by: 40) { meter.present(span(time), on: .video) }
        meter.noteBreak(on: .video)
        meter.present(span(4400), on: .video)
        #expect(
            found.withLock { $0.last }
                == MediaGap(kind: .video, from: .seconds(4), to: .milliseconds(4400), cause: .damaged))
    }

    @Test func `a gap far longer than the delay of the decoder is damaged`() {
        let meter = PresentationMeter()
        let found = Mutex<[MediaGap]>([])
        meter.onGap(isInParts: false) { gap in found.withLock { $0.append(gap) } }
        for time in stride(from: 0, to: 400, by: 40) { meter.present(span(time), on: .video) }
        meter.noteLateness(.nanoseconds(1))
        meter.noteBreak(on: .video)
        meter.present(span(30_400), on: .video)
        #expect(
            found.withLock { $0 } == [
                MediaGap(kind: .video, from: .milliseconds(400), to: .milliseconds(30_400), cause: .damaged)
            ])
    }

    @Test func `a missing segment is missing, also with a late decoder`() {
        let meter = PresentationMeter()
        let found = Mutex<[MediaGap]>([])
        meter.onGap(isInParts: true) { gap in found.withLock { $0.append(gap) } }
        for time in stride(from: 0, to: 2000, by: 40) { meter.present(span(time), on: .video) }
        meter.noteLateness(.milliseconds(500))
        let cause = MediaGap.Cause.missingSegment(uri: "x", status: 404)
        meter.noteMissing(kind: nil, cause: cause, interval: .seconds(2)..<(.seconds(4)))
        meter.present(span(4000), on: .video)
        #expect(found.withLock { $0 } == [MediaGap(from: .seconds(2), to: .seconds(4), cause: cause)])
    }

    private func late(_ start: Int, _ end: Int) -> MediaGap {
        MediaGap(kind: .video, from: .milliseconds(start), to: .milliseconds(end), cause: .late)
    }
}
