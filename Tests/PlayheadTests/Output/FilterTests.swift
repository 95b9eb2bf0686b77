import Foundation
import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import GStreamer
@testable import PlayheadCore
@testable import PlayheadPipeline
@testable import TestBasics
@testable import TestSupport

/// Filters of the configuration: what is presented and read has passed them, and its times stay.
@Suite(.timeLimit(.minutes(2)))
struct FilterTests {
    /// The presented frames and buffers.
    private final class Tap: PresentationTap {
        let frames = Mutex<[PresentedVideoFrame]>([])
        let buffers = Mutex<[PresentedAudioBuffer]>([])

        func didPresent(_ frame: PresentedVideoFrame) {
            if !frame.isHeld { frames.withLock { $0.append(frame) } }
        }
        func didPresent(_ buffer: PresentedAudioBuffer) {
            if !buffer.isHeld { buffers.withLock { $0.append(buffer) } }
        }
    }

    private func item(_ name: String = "av-h264-aac.mp4") -> MediaItem {
        MediaItem(path: Repository.path("media/\(name)"))
    }

    private func configuration(video: String? = nil, audio: String? = nil) -> PlayerConfiguration {
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        (configuration.videoFilter, configuration.audioFilter) = (video, audio)
        return configuration
    }

    /// The greatest distance of a chroma sample from gray.
    private func chroma(of frame: VideoFrame) -> Int {
        frame.packedBytes.dropFirst(frame.width * frame.height).reduce(0) { max($0, abs(Int($1) - 128)) }
    }

    private func frames(_ configuration: PlayerConfiguration) async throws -> [VideoFrame] {
        var frames: [VideoFrame] = []
        for try await frame in MediaReader(item(), configuration: configuration).videoFrames(format: .i420) {
            frames.append(frame)
        }
        return frames
    }

    @Test func `a video filter changes the pixels of each frame, and no times`() async throws {
        let plain = try await frames(configuration())
        let gray = try await frames(configuration(video: "videobalance saturation=0"))
        #expect(plain.count == 100 && plain.map(\.time) == gray.map(\.time))
        #expect(plain.map(\.duration) == gray.map(\.duration))
        #expect(plain.contains { chroma(of: $0) > 20 })
        #expect(gray.allSatisfy { chroma(of: $0) <= 1 })
    }

    @Test func `an audio filter changes each sample, and not their number`() async throws {
        var counts: [Int] = []
        for filter in [nil, "volume volume=0"] {
            var (count, peak) = (0, Float(0))
            let reader = MediaReader(item(), configuration: configuration(audio: filter))
            for try await buffer in reader.audioBuffers() {
                count += buffer.frames
                peak = buffer.samples.reduce(peak) { max($0, $1.magnitude) }
            }
            #expect(filter == nil ? peak > 0.2 : peak == 0)
            counts.append(count)
        }
        #expect(counts[0] > 0 && counts[0] == counts[1])
    }

    @Test func `a filter may change the size`() async throws {
        let small = try await frames(
            configuration(video: "videoscale ! video/x-raw,width=160,height=90 ! identity"))
        #expect(small.count == 100 && small.allSatisfy { $0.width == 160 && $0.height == 90 })
    }

    @Test func `filters hold over all items of a queue`() async throws {
        let tap = Tap()
        var configuration = configuration(video: "videobalance saturation=0", audio: "volume volume=0")
        configuration.presentationTap = tap
        let player = Player(configuration: configuration)
        let last = item("av-vp9-opus.webm")
        player.queue.replace(with: [QueueItem(item()), QueueItem(last)], autoplay: true)
        try await player.wait { $0.item == last && $0.endReason != nil }
        await player.close()
        let frames = tap.frames.withLock { $0 }
        #expect(frames.count == 200 && Set(frames.map(\.load)).count == 2)
        #expect(frames.allSatisfy { chroma(of: $0.frame) <= 1 })
        let buffers = tap.buffers.withLock { $0 }
        #expect(Set(buffers.map(\.load)).count == 2)
        #expect(buffers.allSatisfy { $0.buffer.samples.allSatisfy { $0 == 0 } })
    }

    @Test func `seeks and steps are exact behind a filter`() async throws {
        let player = Player(configuration: configuration(video: "videoflip method=rotate-180"))
        player.load(item())
        try await player.waitUntil(.ready)
        for number in [38, 3, 77] {
            let target = Duration.milliseconds(40 * number)
            #expect(await player.seek(to: target) == .completed(at: target))
            #expect(player.currentFrame()?.time == target)
        }
        _ = await player.step(by: 1)
        #expect(player.currentFrame()?.time == .milliseconds(40 * 78))
        _ = await player.step(by: -2)
        #expect(player.currentFrame()?.time == .milliseconds(40 * 76))
        await player.close()
    }

    @Test(arguments: [
        ("no-such-element", "needs the element no-such-element, which is not installed"),
        ("videobalance no-such-property=1", "is no valid description"),
        ("videobalance !", "is no valid description"),
        ("videoscale ! video/x-raw,width=160", "is no valid description: it ends with caps"),
        ("", "is no valid description"),
        ("fakesink", "has no free output"),
        ("videotestsrc", "has no free input"),
        ("volume", "does not take raw video"),
        ("capsfilter caps=\"video/x-raw,width=7\"", "does not take raw video"),
        ("identity error-after=20", "failed"),
    ]) func `a filter that cannot be used is one typed error`(filter: String, words: String) async throws {
        let end = try await item().plays(with: configuration(video: filter))
        let error = try #require(end.error)
        #expect(error.code == .filterFailed && error.uri == item().uri && error.hint != nil)
        #expect(error.message.contains("The video filter \(words)"), "\(error.message)")
        #expect(!error.isRecoverable)
        await #expect(throws: PlayerError.self) { try await frames(configuration(video: filter)) }
    }

    @Test func `the package of a missing element is named`() {
        let error = PlayerError.filter(.audio, .missing(["audioamplify"]))
        #expect(error.hint == "install the Debian package gstreamer1.0-plugins-good")
    }
}
