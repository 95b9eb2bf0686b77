import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// Radio as SHOUTcast and Icecast send it: sound with titles between its bytes, over real sockets.
@Suite(.timeLimit(.minutes(2)))
struct RadioTests {
    private static let interval = 8000
    private static let station = [
        "icy-metaint": "\(interval)", "icy-name": "Playhead Radio", "icy-genre": "Tones", "icy-br": "64",
    ]

    /// Sound with a title after each 8,000 bytes; an empty one where it stays the same.
    private func interleaved(_ titles: [String]) throws -> Data {
        let sound = try Data(contentsOf: Samples.directory.appending(path: "tone.mp3"))
        var (stream, told, rest) = (Data(), titles[...], Data())
        for _ in titles { rest += sound }
        let turn = rest.count / Self.interval / titles.count
        for place in 0... {
            stream += rest.prefix(Self.interval)
            rest = rest.dropFirst(Self.interval)
            if rest.isEmpty { break }
            let isNew = place.isMultiple(of: max(turn, 1))
            let words = isNew ? told.popFirst().map { "StreamTitle='\($0)';StreamUrl='';" } ?? "" : ""
            let blocks = (words.utf8.count + 15) / 16
            stream.append(UInt8(blocks))
            stream += Data(words.utf8) + Data(count: blocks * 16 - words.utf8.count)
        }
        return stream
    }

    @Test func `4.5: the titles of a radio station are reported as they are played`() async throws {
        let titles = ["One – A", "Zwei & B", "It's three", "Четыре"]
        let folder = try TemporaryFolder()
        try interleaved(titles).write(to: folder.url.appending(path: "radio.mp3"))
        let plan = FaultPlan(rules: [
            FaultRule("**", .headers(Self.station), .type("audio/mpeg"), .ignoresRanges, .withoutLength)
        ])
        let server = try await MediaServer(folder: folder.url.path, plan: plan)
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        let harness = Harness(.real, configuration)
        harness.player.load(MediaItem(uri: server.address(of: "radio.mp3")), autoplay: true)
        let reason = try await harness.player.waitForEnd()
        #expect(reason == .natural)
        let told = await harness.closes().compactMap { event -> MediaMetadata? in
            if case .metadataChanged(let metadata) = event { metadata } else { nil }
        }
        var heard: [String] = []
        for title in told.compactMap({ $0.title }) where title != heard.last { heard.append(title) }
        #expect(heard == titles)
        // What is told last is that nothing is known any more.
        for metadata in told.dropLast() {
            #expect(metadata.organization == "Playhead Radio" && metadata.genre == "Tones")
        }
        #expect(server.log.requests.allSatisfy { $0.header("Icy-MetaData") == "1" })
        await server.close()
    }
}
