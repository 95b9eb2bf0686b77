import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// What is asked of servers, and what is not.
@Suite(.timeLimit(.minutes(2)))
struct RequestRuleTests {
    @Test(arguments: ["film.mp4", "film", "film.mpd"])
    func `a DASH manifest under any file name is held to the policy`(name: String) async throws {
        let manifest = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- <a remark> that is longer than what tells a playlist -->
            <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT8S" \
            profiles="urn:mpeg:dash:profile:isoff-on-demand:2011" minBufferTime="PT2S"><Period><AdaptationSet>
            <Representation id="1" bandwidth="100000" mimeType="video/mp4" codecs="avc1.4d400b">
            <BaseURL>http://localhost/av-h264-aac.mp4</BaseURL><SegmentBase indexRange="900-999"/></Representation></AdaptationSet></Period></MPD>

            """
        let server = try await MediaServer(
            folder: Samples.directory.path, plan: FaultPlan(documents: [name: manifest]))
        var configuration = PlayerConfiguration.silent
        configuration.networkPolicy.hosts = ["127.0.0.1"]
        let player = try await end(of: server.address(of: name), configuration)
        #expect(player.error?.code == .blockedByPolicy)
        #expect(player.error?.uri == "http://localhost/av-h264-aac.mp4")
        #expect(server.log.requests.allSatisfy { $0.path == name })
        await server.close()
    }

    @Test func `a byte range from a server without ranges reads no further than its end`() async throws {
        let folder = try TemporaryFolder()
        for name in ["ranges.m3u8", "ranges.ts"] {
            var data = try Data(contentsOf: Samples.directory.appending(path: "hls-kinds/\(name)"))
            if name.hasSuffix(".ts") { data.append(Data(count: 60_000_000)) }
            try data.write(to: folder.url.appending(path: name))
        }
        let plan = FaultPlan(rules: [FaultRule("ranges.ts", .ignoresRanges)])
        let server = try await MediaServer(folder: folder.url.path, plan: plan)
        let player = try await end(of: server.address(of: "ranges.m3u8"), .silent)
        #expect(player.endReason == .natural && player.gaps.isEmpty)
        #expect(player.warningCount == 1 && player.lastWarning?.message.contains("127.0.0.1") == true)
        let asked = server.log.requests(for: "ranges.ts")
        #expect(asked.count == 4 && asked.allSatisfy { $0.bytesSent < 20_000_000 })
        await server.close()
    }

    @Test func `an HTTPS playlist does not lead to an HTTP segment without allowsDowngrade`() async throws {
        let folder = Samples.directory.path
        let media = try await MediaServer(folder: folder)
        let parts =
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n\(media.address)hls-ts/low-0.ts\n#EXT-X-ENDLIST\n"
        let safe = try await MediaServer(
            folder: folder, plan: FaultPlan(documents: ["list.m3u8": parts]), certificate: .localhost)
        let variants = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n\(safe.address)list.m3u8\n"
        let clear = try await MediaServer(
            folder: folder, plan: FaultPlan(documents: ["master.m3u8": variants]))
        var configuration = PlayerConfiguration.silent
        configuration.network.tls.verifiesServers = false
        configuration.networkPolicy.allowsDowngrade = false
        let player = try await end(of: clear.address(of: "master.m3u8"), configuration)
        #expect(player.error?.code == .blockedByPolicy && media.log.requests.isEmpty)
        for server in [media, safe, clear] { await server.close() }
    }

    @Test(arguments: [
        "#EXTM3U\n#EXTINF:2,\nsecret.ts\n", "<?xml version=\"1.0\"?>\n<MPD type=\"static\"></MPD>",
    ])
    func `a segment that is a playlist leads to no further request`(nested: String) async throws {
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\npart.ts\n#EXT-X-ENDLIST\n"
        let server = try await MediaServer(
            folder: Samples.directory.path,
            plan: FaultPlan(documents: ["list.m3u8": list, "part.ts": nested]))
        var configuration = PlayerConfiguration.silent
        configuration.networkPolicy.hosts = ["127.0.0.1"]
        let player = try await end(of: server.address(of: "list.m3u8"), configuration)
        #expect(player.error?.code == .malformed && player.error?.uri?.hasSuffix("part.ts") == true)
        #expect(server.log.requests.map(\.path) == ["list.m3u8", "part.ts", "part.ts"])
        await server.close()
    }

    @Test func `HLS streams play under a policy that allows their host`() async throws {
        let server = try await MediaServer(folder: Samples.directory.path)
        var configuration = PlayerConfiguration.silent
        configuration.networkPolicy.hosts = ["127.0.0.1"]
        for path in ["hls-ts/low.m3u8", "hls-kinds/ranges.m3u8", "hls-subtitles/master.m3u8"] {
            let player = try await end(of: server.address(of: path), configuration)
            #expect(player.endReason == .natural && player.error == nil && player.gaps.isEmpty)
        }
        await server.close()
    }

    private func end(of uri: String, _ configuration: PlayerConfiguration) async throws -> PlayerSnapshot {
        return try await MediaItem(uri: uri).plays(with: configuration)
    }
}
