import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Synchronization
import Testing

/// Voices of a playlist that are asked for one after another while the network is slow: with real time, because on a virtual clock
/// everything has come before it is due.
@Suite(.timeLimit(.minutes(2)))
struct QuickVoiceTests {
    /// Plays from a slow server, chooses voices at positions in milliseconds, and answers which was presented at seven seconds, and what
    /// was when before.
    private func play(_ rules: [FaultRule], choosing choices: [(at: Int, voice: String)]) async throws
        -> (voice: String?, story: [String])
    {
        let server = try await MediaServer(folder: Samples.directory.path, plan: FaultPlan(rules: rules))
        let player = Player(configuration: .silent)
        let story = Mutex<[String]>([])
        let observation = player.observe { [weak player] event in
            guard let player, case .tracksChanged(let tracks) = event else { return }
            story.withLock { $0.append("\(player.position): \(tracks.applied.audio?.rawValue ?? "none")") }
        }
        player.load(MediaItem(uri: server.address(of: "hls-tracks/master.m3u8")), autoplay: true)
        for choice in choices {
            try await player.reaches(position: .milliseconds(choice.at))
            player.select(try #require(player.tracks[id: Track.ID(rawValue: choice.voice)]))
        }
        try await player.reaches(position: .seconds(7))
        let presented = player.tracks.applied.audio?.rawValue
        try await player.finishes()
        await player.close()
        await server.close()
        observation.cancel()
        return (presented, story.withLock { $0 })
    }

    @Test func `4.8: the second voice is asked for while the playlist of the first is on its way`()
        async throws
    {
        let presented = try await play(
            [FaultRule("de.m3u8", .latency(.milliseconds(300)))],
            choosing: [(at: 1000, voice: "audio-2"), (at: 1100, voice: "audio-1")])
        #expect(presented.voice == "audio-1", "\(presented.story)")
    }

    @Test func `4.8: the second voice is asked for while the sound of the first is on its way`() async throws
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
