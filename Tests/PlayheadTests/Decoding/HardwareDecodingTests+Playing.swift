import Foundation
import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import MediaFormats
@testable import PlayheadCore
@testable import TestBasics

/// Whole playbacks, and what they have shown and told.
extension HardwareDecodingTests {
    /// The presented frames: each with its pixels as a hash.
    final class Tap: PresentationTap {
        struct Frame: Hashable {
            var load: Int
            var time: Duration
            var pixels: Int
        }

        let frames = Mutex<[Frame]>([])

        func didPresent(_ frame: PresentedVideoFrame) {
            guard !frame.isHeld else { return }
            let pixels = frame.frame.packedBytes.hashValue
            frames.withLock { $0.append(Frame(load: frame.load, time: frame.frame.time, pixels: pixels)) }
        }
    }

    /// What a whole playback has shown and told.
    struct Playback {
        var frames: [Tap.Frame]
        var warnings: [PlayerWarning]
        var decoder: TrackDecoder?
        var snapshot: PlayerSnapshot
        var report: PresentationReport
    }

    func configuration(
        _ hardware: TestHardware?, _ decoding: PlayerConfiguration.Decoding = .automatic,
        isTrusted: Bool = true
    ) -> PlayerConfiguration {
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        configuration.decoding = decoding
        configuration.decoders = hardware?.table(isTrusted: isTrusted) ?? .standard
        return configuration
    }

    func item(_ name: String) -> MediaItem { MediaItem(path: Repository.path("media/\(name)")) }

    func play(
        _ items: [MediaItem], _ configuration: PlayerConfiguration, speed: Double = 1,
        after prepare: @Sendable (Player) async throws -> Void = { _ in }
    ) async throws -> Playback {
        var configuration = configuration
        let (tap, log) = (Tap(), EventLog())
        configuration.presentationTap = tap
        let player = Player(configuration: configuration)
        player.addObserver(log)
        player.speed = speed
        player.queue.replace(with: items.map { QueueItem($0) }, autoplay: false)
        try await player.waitUntil(.ready)
        try await prepare(player)
        player.play()
        try await player.wait { $0.item == items.last && $0.endReason != nil }
        let playback = Playback(
            frames: tap.frames.withLock { $0 },
            warnings: log.events.compactMap { if case .warning(let warning) = $0 { warning } else { nil } },
            decoder: player.tracks[.video].first?.decoder, snapshot: player.snapshot,
            report: player.presentationReport)
        await player.close()
        return playback
    }

    func expectSame(
        _ found: Playback, as expected: Playback, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let places = zip(found.frames, expected.frames).filter { $0 != $1 }
        #expect(
            found.frames.count == expected.frames.count && places.isEmpty,
            "\(found.frames.count) frames of \(expected.frames.count), \(places.count) differ, first \(places.first.map { "\($0)" } ?? "-")",
            sourceLocation: sourceLocation)
        #expect(
            found.snapshot.error == nil && found.snapshot.endReason == .natural,
            sourceLocation: sourceLocation)
        #expect(
            found.report.gaps.isEmpty && found.report.video.duplicates.isEmpty, sourceLocation: sourceLocation
        )
        #expect(
            found.report.video.playedRanges == expected.report.video.playedRanges,
            sourceLocation: sourceLocation)
    }
}
