import Foundation
import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import PlayheadCore
@testable import PlayheadPipeline
@testable import TestBasics

/// Subtitles that are pictures: listed, told to have no text, and drawn into the pictures (`media/make-bitmaps.py` knows the truth).
@Suite(.timeLimit(.minutes(2)))
struct BitmapSubtitleTests {
    private static func item(_ name: String) -> MediaItem {
        MediaItem(path: Samples.directory.appending(path: "bitmaps/\(name)").path)
    }

    private static let kinds = [("pgs.mkv", "PGS"), ("vobsub.mkv", "VobSub"), ("dvb.ts", "DVB subtitles")]

    @Test(arguments: kinds)
    func `4.5: player and inspector list bitmap subtitles, without text`(
        _ name: String, _ codec: String
    ) async throws {
        let player = Player(configuration: .silent)
        player.load(Self.item(name))
        try await player.waitUntil(.ready)
        let tracks = player.tracks[.subtitles]
        let inspection = await MediaInspector().inspect(Self.item(name))
        #expect(tracks.first?.codec == codec && tracks.first?.hasText == false)
        #expect(inspection.tracks.filter { $0.kind == .subtitles }.map(\.id) == tracks.map(\.id))
        #expect(inspection.tracks.filter { $0.kind == .subtitles }.map(\.hasText) == tracks.map(\.hasText))
        await player.close()
        let transcripts = try await Self.item(name).subtitles()
        #expect(transcripts.map(\.track.id) == tracks.map(\.id))
        #expect(transcripts.allSatisfy { $0.cues.isEmpty != $0.track.hasText })
    }

    @Test func `4.5: text subtitles are chosen before bitmap subtitles, with the same ID everywhere`()
        async throws
    {
        let player = Player(configuration: .silent)
        player.load(Self.item("pgs.mkv"), autoplay: true)
        try await player.waitForCue("text")
        #expect(player.tracks.applied.subtitles == Track.ID(.subtitles, 3))
        let transcripts = try await Self.item("pgs.mkv").subtitles()
        #expect(transcripts.last?.cues.map(\.text) == ["text"])
        await player.close()
    }

    @Test(arguments: kinds)
    func `4.4: a bitmap subtitle track that is not drawn is one warning`(
        _ name: String, _ codec: String
    ) async throws {
        var item = Self.item(name)
        item.tracks.subtitles = Track.ID(.subtitles, 1)
        let harness = Harness(.real)
        harness.player.load(item)
        try await harness.player.waitUntil(.ready)
        harness.player.selectNone(.subtitles)
        if let first = harness.player.tracks[.subtitles].first { harness.player.select(first) }
        try await harness.player.wait(for: "the track") {
            $0.tracks.applied.subtitles == Track.ID(.subtitles, 1)
        }
        let warnings = await harness.closes().compactMap { event -> String? in
            if case .warning(let warning) = event { warning.message } else { nil }
        }
        #expect(
            warnings == [
                "The subtitles subtitles-1 (\(codec)) are pictures and have no text: they can only be drawn"
            ])
    }

    /// When a bright box is seen at the bottom and at the top of the pictures, in hundredths of a second of media time.
    private final class Eyes: PresentationTap {
        struct Seen: Sendable, Equatable {
            var time: Int
            var bottom: Bool
            var top: Bool
        }
        private let seen = Mutex<[Seen]>([])

        func didPresent(_ picture: PresentedVideoFrame) {
            let isBright = { (row: Int) in
                picture.luma[row * picture.width..<(row + 1) * picture.width].count { $0 > 180 } > 100
            }
            // The last row of a box, so that the whole of it has to be there.
            let (bottom, top) = (isBright(135) && isBright(163), isBright(11) && isBright(38))
            let time = Int((picture.mediaTime.inSeconds * 100).rounded())
            seen.withLock { $0.append(Seen(time: time, bottom: bottom, top: top)) }
        }

        var all: [Seen] { seen.withLock(\.self) }
    }

    private func drawing(_ eyes: Eyes) -> PlayerConfiguration {
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        configuration.drawsSubtitles = true
        configuration.presentationTap = eyes
        return configuration
    }

    @Test(arguments: kinds)
    func `4.4: bitmap subtitles are drawn while they are due, to a frame`(_ name: String, _ codec: String)
        async throws
    {
        let eyes = Eyes()
        let player = Player(configuration: drawing(eyes))
        var item = Self.item(name)
        item.tracks.subtitles = Track.ID(.subtitles, 1)
        player.load(item, autoplay: true)
        try await player.waitForEnd()
        await player.close()
        let drawn = eyes.all.filter(\.bottom).map(\.time)
        let due = [52...144, 204...292]
        for seen in eyes.all {
            if due.contains(where: { $0.contains(seen.time) }) { #expect(seen.bottom, "\(seen)") }
            let near = due.map { $0.lowerBound - 6...$0.upperBound + 6 }
            if !near.contains(where: { $0.contains(seen.time) }) { #expect(!seen.bottom, "\(seen)") }
        }
        #expect(drawn.count >= 45 && eyes.all.allSatisfy { !$0.top })
    }

    @Test(arguments: kinds)
    func `4.4: a seek into a bitmap subtitle draws it, and a seek behind it does not`(
        _ name: String, _ codec: String
    ) async throws {
        let eyes = Eyes()
        let player = Player(configuration: drawing(eyes))
        var item = Self.item(name)
        item.tracks.subtitles = Track.ID(.subtitles, 1)
        player.load(item)
        try await player.waitUntil(.ready)
        _ = await player.seek(to: .milliseconds(1240))
        #expect(eyes.all.last.map { $0.bottom && !$0.top } == true)
        _ = await player.seek(to: .milliseconds(1720))
        #expect(eyes.all.last.map { !$0.bottom && !$0.top } == true)
        _ = await player.seek(to: .milliseconds(2560))
        #expect(eyes.all.last.map { $0.bottom && !$0.top } == true)
        _ = await player.seek(to: .milliseconds(1240))
        let before = eyes.all.count
        player.play()
        try await player.waitForEnd()
        await player.close()
        let drawn = eyes.all.dropFirst(before).filter(\.bottom).map(\.time)
        #expect(drawn.filter { $0 < 180 }.allSatisfy { $0 >= 124 && $0 <= 154 })
        #expect(drawn.filter { $0 >= 180 }.allSatisfy { $0 >= 196 && $0 <= 304 })
        #expect(drawn.contains(124) || drawn.contains(128) && drawn.contains { 140...150 ~= $0 }, "\(drawn)")
        #expect(drawn.count { $0 >= 180 } >= 23)
    }

    @Test func `4.4: a selection changes the drawn bitmap track, and seeks clear it`() async throws {
        let eyes = Eyes()
        let player = Player(configuration: drawing(eyes))
        let (first, second) = (Track.ID(.subtitles, 1), Track.ID(.subtitles, 2))
        var item = Self.item("pgs.mkv")
        item.tracks.subtitles = first
        let clock = try #require(player.configuration.clock.virtualClock)
        clock.hold()
        player.load(item, autoplay: true)
        try await player.waitUntil(position: .milliseconds(800))
        #expect(eyes.all.last?.bottom == true)
        player.select(try #require(player.tracks[id: second]))
        try await player.waitUntil(position: .milliseconds(1200))
        #expect(eyes.all.last.map { $0.top && !$0.bottom } == true)
        player.selectNone(.subtitles)
        try await player.waitUntil(position: .milliseconds(2400))
        #expect(eyes.all.last.map { !$0.top && !$0.bottom } == true)
        await player.close()
    }
}
