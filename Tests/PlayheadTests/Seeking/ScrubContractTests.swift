import Foundation
import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import CoreTestSupport
@testable import PlayheadCore
@testable import TestBasics
@testable import TestSupport

/// Seeks on real media: which picture is shown, and what scrubbing comes to (contract 2.3, 4.2).
@Suite(.timeLimit(.minutes(2)))
struct ScrubContractTests {
    /// A real player, and what counts what it presents.
    private final class Stage: Sendable {
        private let meter = Mutex<PresentationMeter?>(nil)

        func player() -> Player {
            let pipelines = Player.realPipelines()
            return Player(configuration: .silent, time: SystemTime()) { request, meter, configuration, post in
                self.meter.withLock { $0 = meter }
                return pipelines(request, meter, configuration, post)
            }
        }

        /// Where the picture ends that was presented last.
        var end: Duration? { meter.withLock { $0?.end } }
    }

    private static let frame: Duration = .milliseconds(40)
    private static let duration: Duration = .seconds(4)

    /// When the picture ends that contains a position.
    private func end(at position: Duration) -> Duration { Self.frame * (Int(position / Self.frame) + 1) }

    private func isShown(_ position: Duration, _ stage: Stage) -> Bool {
        guard let end = stage.end else { return false }
        let difference = end - self.end(at: position)
        return difference < .milliseconds(1) && difference > .milliseconds(-1)
    }

    @Test(arguments: ["video-only", "av-h264-aac"])
    func `4.2: an exact seek shows the frame that contains the target`(_ sample: String) async throws {
        let stage = Stage()
        let player = stage.player()
        player.load(try Samples.named(sample).item)
        try await player.waitUntil(.ready)
        var targets = stride(from: 20, to: 3980, by: 163).map { Duration.milliseconds($0) }
        targets.append(contentsOf: [.milliseconds(1001), .milliseconds(2039), .milliseconds(3960)])
        for target in targets.shuffled() {
            #expect(await player.seek(to: target) == .completed(at: target))
            // Sound comes in pieces of its own.
            if sample == "video-only" { #expect(isShown(target, stage), "\(target)") }
            #expect(player.position == target)
        }
        await player.close()
    }

    @Test func `4.2: a seek between distant video frames shows the earlier one`() async throws {
        let stage = Stage()
        let player = stage.player()
        let file = Samples.directory.appending(path: "references/h264-uneven.mp4")
        player.load(MediaItem(path: file.path(percentEncoded: false)))
        try await player.waitUntil(.ready)
        // From 2 s on, every second picture is left out; the others last for 80 ms and claim to last for 40.
        for target in [Duration.milliseconds(2530), .milliseconds(3190), .milliseconds(2305)] {
            #expect(await player.seek(to: target) == .completed(at: target))
            let next = Duration.milliseconds(80 * (Int(target / .milliseconds(80)) + 1))
            #expect(stage.end == next, "\(target)")
        }
        await player.close()
    }

    @Test(arguments: [false, true])
    func `2.3, 4.2: scrubbing ends exactly at the last target, and every caller is answered`(_ plays: Bool)
        async throws
    {
        let stage = Stage()
        let player = stage.player()
        let log = EventLog()
        player.addObserver(log)
        player.load(try Samples.named("video-only").item)
        try await player.waitUntil(.ready)
        let last = Duration.milliseconds(1230)
        let results = await withTaskGroup { group in
            for step in 0..<60 {
                // Each one is asked for before the next, and all of them sooner than they can be carried out.
                let target = step == 59 ? last : .milliseconds(300 + 997 * step % 3500)
                group.addTask { await player.seek(to: target) }
                try? await player.wait(for: "the target") { $0.position == target }
                if plays, step == 58 { player.play() }
            }
            return await group.reduce(into: [SeekResult]()) { $0.append($1) }
        }
        #expect(results.count == 60)
        #expect(results.filter { $0 == .completed(at: last) }.count == 1)
        let others = results.filter { if case .completed = $0 { false } else { $0 != .superseded } }
        #expect(others.isEmpty)
        if plays {
            // On a busy machine it may have ended before the last target was asked for: what is sought from there is paused.
            if log.events.contains(.finished(.natural)) { player.play() }
            try await player.wait(for: "playback") {
                $0.position > last && ($0.state.isPlaying || $0.endReason == .natural)
            }
        } else {
            #expect(player.position == last)
            #expect(isShown(last, stage))
            #expect(player.state == .paused(buffering: false))
        }
        await player.close()
        #expect(log.errors.isEmpty)
        #expect(EventAudit.faults(in: log.events).isEmpty)
    }

    @Test(arguments: [SeekTolerance.before, .after, .near])
    func `4.2: playback from a keyframe presents every frame and all audio`(_ tolerance: SeekTolerance)
        async throws
    {
        let harness = Harness(.real)
        let player = harness.player
        player.load(try harness.film())
        try await player.waitUntil(.ready)
        guard case .completed(let landed) = await player.seek(to: .milliseconds(2600), tolerance: tolerance)
        else {
            Issue.record("It did not land")
            return
        }
        let before = player.snapshot.played
        player.play()
        #expect(try await harness.playsToEnd() == .natural)
        // Whatever is between the keyframe and the end has reached the outputs.
        let rest = Self.duration - landed
        let played = player.snapshot.played - before
        #expect(played > rest - .milliseconds(100) && played < rest + .milliseconds(100))
        await harness.closes()
    }
}
