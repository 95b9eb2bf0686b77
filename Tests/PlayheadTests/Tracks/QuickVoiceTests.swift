import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Synchronization
import Testing

@testable import TestBasics

/// Voices of a playlist that are asked for one after another while the network is slow: with real time, because on a virtual clock
/// everything has come before it is due.
@Suite(.timeLimit(.minutes(2)))
struct QuickVoiceTests {
    /// The playlist of the sample with this name, five times as long: on a busy machine positions are heard of late.
    private static func long(_ name: String) throws -> String {
        let lines = try String(contentsOf: Samples.directory.appending(path: name), encoding: .utf8)
            .split(separator: "\n")
        let first = try #require(lines.firstIndex { $0.hasPrefix("#EXTINF") })
        let once = Array(lines[first...].filter { $0 != "#EXT-X-ENDLIST" })
        let again = Array(repeating: ["#EXT-X-DISCONTINUITY"] + once, count: 4)
        return (lines[..<first] + once + again.joined() + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
    }

    /// Plays from a slow server, chooses voices at positions in milliseconds, and answers which is presented eight seconds later, and what
    /// was when before.
    private func play(_ rules: [FaultRule], choosing choices: [(at: Int, voice: String)]) async throws
        -> (voice: String?, story: [String])
    {
        let names = ["video", "en", "de"].map { "hls-tracks/\($0).m3u8" }
        let documents = try names.map { ($0, try Self.long($0)) }
        let plan = FaultPlan(rules: rules, documents: Dictionary(uniqueKeysWithValues: documents))
        let server = try await MediaServer(folder: Samples.directory.path, plan: plan)
        let player = Player(configuration: .silent)
        let story = Mutex<[String]>([])
        let observation = player.observe { [weak player] event in
            guard let player, case .tracksChanged(let tracks) = event else { return }
            story.withLock { $0.append("\(player.position): \(tracks.applied.audio?.rawValue ?? "none")") }
        }
        player.load(MediaItem(uri: server.address(of: "hls-tracks/master.m3u8")), autoplay: true)
        for choice in choices {
            try await player.waitUntil(position: .milliseconds(choice.at))
            player.select(try #require(player.tracks[id: Track.ID(rawValue: choice.voice)]))
        }
        try await player.waitUntil(position: player.position + .seconds(8), within: .seconds(60))
        let presented = player.tracks.applied.audio?.rawValue
        await player.close()
        await server.close()
        observation.cancel()
        return (presented, story.withLock { $0 })
    }

    @Test func `4.8: a second audio track is requested while the playlist of the first is loading`()
        async throws
    {
        let presented = try await play(
            [FaultRule("de.m3u8", .latency(.milliseconds(300)))],
            choosing: [(at: 1000, voice: "audio-2"), (at: 1100, voice: "audio-1")])
        #expect(presented.voice == "audio-1", "\(presented.story)")
    }

    @Test func `4.8: a second audio track is requested while the segments of the first are loading`()
        async throws
    {
        let presented = try await play(
            [
                FaultRule("de.m3u8", .latency(.milliseconds(300))),
                FaultRule("de-0.ts", .latency(.seconds(1))), FaultRule("de-1.ts", .latency(.seconds(1))),
            ],
            choosing: [
                (at: 500, voice: "audio-2"), (at: 600, voice: "audio-1"), (at: 1900, voice: "audio-2"),
            ])
        #expect(presented.voice == "audio-2", "\(presented.story)")
    }
}
