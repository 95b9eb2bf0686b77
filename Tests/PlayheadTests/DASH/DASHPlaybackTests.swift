import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import PlayheadCore
@testable import TestBasics
@testable import TestSupport

/// DASH is loaded as HLS is: with everything that holds for that.
@Suite(.timeLimit(.minutes(2)))
struct DASHPlaybackTests {
    private static let byIndex = """
        <MPD type="static" mediaPresentationDuration="PT8S"><Period>
        <AdaptationSet mimeType="video/mp4"><Representation id="v" bandwidth="120000" codecs="avc1.4d400c">
        <BaseURL>dash/whole-0.mp4</BaseURL><SegmentBase/></Representation></AdaptationSet>
        <AdaptationSet mimeType="audio/mp4" lang="en"><Representation id="a" bandwidth="48000" codecs="mp4a.40.2">
        <BaseURL>dash/whole-2.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>
        """
    private static let byNumber = """
        <!-- A remark --><MPD type="static" mediaPresentationDuration="PT8S"><BaseURL>dash/</BaseURL><Period>
        <SegmentTemplate duration="2" media="$RepresentationID$-$Number$.m4s" initialization="init-$RepresentationID$.m4s"/>
        <AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="60000"/></AdaptationSet>
        <AdaptationSet mimeType="audio/mp4"><Representation id="2" bandwidth="48000"/></AdaptationSet></Period></MPD>
        """

    private func server(_ rules: [FaultRule] = [], _ documents: [String: String] = [:]) async throws
        -> MediaServer
    {
        try await MediaServer(
            folder: Samples.directory.path, plan: FaultPlan(rules: rules, documents: documents))
    }

    private var configuration: PlayerConfiguration {
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        return configuration
    }

    @Test(arguments: ["dash/timeline.mpd", "dash/ranges.mpd", "index.mpd", "number.mpd", "number"])
    func `a DASH stream plays to its end, with the configured headers in every request`(path: String)
        async throws
    {
        let server = try await server(
            [FaultRule("**", .requires(["X-Key": "open"], status: 403))],
            ["index.mpd": Self.byIndex, "number.mpd": Self.byNumber, "number": Self.byNumber])
        var configuration = configuration
        configuration.network.headers = ["X-Key": "open"]
        let player = try await server.plays(path, with: configuration)
        #expect(
            player.endReason == .natural && player.error == nil && player.gaps.isEmpty,
            "\(String(describing: player.error))")
        #expect(player.duration == .seconds(8) && player.streamType == .onDemand)
        #expect(player.metadata.container == "DASH")
        #expect(player.tracks.map(\.kind).sorted { "\($0)" < "\($1)" } == [.audio, .video])
        #expect(server.log.requests.allSatisfy { $0.status != 403 })
    }

    @Test func `a DASH stream stays within the quality limits`() async throws {
        let server = try await server()
        var configuration = configuration
        configuration.quality.maximumHeight = 90
        let player = try await server.plays("dash/timeline.mpd", with: configuration)
        #expect(player.endReason == .natural && player.variant?.size == VideoSize(width: 160, height: 90))
        #expect(server.log.requests(for: "0-1.m4s").isEmpty && server.log.requests(for: "1-4.m4s").count == 1)
        // The manifest is asked for once.
        #expect(server.log.requests(for: "timeline.mpd").count == 1)
    }

    @Test func `a missing DASH segment is a gap, and the segments after it are played`() async throws {
        let server = try await server([FaultRule("0-2.m4s", .status(404))])
        var configuration = configuration
        configuration.networkRecovery.missingSegment = .skip
        // With one representation alone there is none in its place.
        configuration.quality.variant = 0
        let player = try await server.plays("dash/timeline.mpd", with: configuration)
        #expect(player.endReason == .truncated && player.position == .seconds(8))
        let gap = try #require(player.gaps.first)
        #expect(player.gaps.count == 1 && gap.start == .seconds(2) && gap.end == .seconds(4))
        let address = try #require(server.log.requests(for: "0-2.m4s").first?.path)
        #expect(gap.cause == .missingSegment(uri: server.address(of: address), status: 404))
    }

    @Test
    func `foreign hosts, encryption and unknown types in a DASH manifest are refused before any segment`()
        async throws
    {
        let elsewhere = try await server()
        let foreign = Self.byNumber.replacing("dash/", with: elsewhere.address(of: "dash") + "/").replacing(
            "127.0.0.1", with: "localhost")
        let protected = Self.byNumber.replacing(
            "<Representation", with: "<ContentProtection schemeIdUri=\"x\"/><Representation")
        let other = Self.byNumber.replacing("/mp4", with: "/3gpp")
        let documents = ["elsewhere.mpd": foreign, "protected.mpd": protected, "other.mpd": other]
        var configuration = configuration
        configuration.networkPolicy.hosts = ["127.0.0.1"]
        for (name, code) in [
            ("elsewhere.mpd", PlayerError.Code.blockedByPolicy), ("protected.mpd", .unsupportedEncryption),
            ("other.mpd", .invalidPlaylist),
        ] {
            let server = try await server([], documents)
            let player = try await server.plays(name, with: configuration)
            #expect(player.error?.code == code, "\(String(describing: player.error))")
            #expect(server.log.requests.allSatisfy { $0.path == name })
        }
        #expect(elsewhere.log.requests.isEmpty)
        await elsewhere.close()
    }
}
