import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import PlayheadCore
@testable import PlayheadPipeline
@testable import TestBasics
@testable import TestSupport

/// What is fetched beside a load, or without one: with the item's headers, and within the network policy.
@Suite(.timeLimit(.minutes(2)))
struct OutsideLoadsTests {
    private static var strict: NetworkPolicy {
        var policy = NetworkPolicy()
        policy.allowsPrivateNetworks = false
        return policy
    }

    private static var keyed: NetworkOptions {
        var options = NetworkOptions()
        options.headers = ["X-Key": "open"]
        options.userAgent = "Mine/1"
        return options
    }

    private static let film = "av-h264-aac.mp4"
    private static let addresses = [
        "subtitles.mkv", "hls-subtitles/master.m3u8", "no-decoder.mp4", "subtitles.srt",
    ]

    private func served<Value>(
        _ folder: URL = Samples.directory, _ work: (MediaServer) async throws -> Value
    ) async throws -> Value {
        let server = try await MediaServer(folder: folder.path)
        let value: Value
        do { value = try await work(server) } catch {
            await server.close()
            throw error
        }
        await server.close()
        return value
    }

    @Test(arguments: ["hls-ts/low.m3u8", "hls-ts/master.m3u8"])
    func `a playlist from a file descriptor is held to the policy`(path: String) async throws {
        try await served { server in
            let folder = try TemporaryFolder()
            let address = server.address(of: "hls-ts") + "/"
            let lines = try Repository.text("media/" + path).split(separator: "\n").map { line in
                line.hasPrefix("#") ? String(line) : address + line
            }
            let list = try folder.write(lines.joined(separator: "\n") + "\n", to: "list.m3u8")
            let file = try #require(FileHandle(forReadingAtPath: list))
            var configuration = PlayerConfiguration.silent
            configuration.networkPolicy = Self.strict
            let player = Player(configuration: configuration)
            player.load(MediaItem(uri: "fd://\(file.fileDescriptor)"), autoplay: true)
            await #expect(throws: PlayerError.self) { try await player.waitForEnd() }
            #expect(player.snapshot.error?.code == .blockedByPolicy)
            await player.close()
            #expect(server.log.requests.isEmpty)
        }
    }

    @Test(arguments: addresses) func `an inspection requests no host that the policy forbids`(path: String)
        async throws
    {
        try await served { server in
            var inspector = MediaInspector()
            inspector.networkPolicy = Self.strict
            for address in [
                server.address(of: path), server.address(of: path).replacing("http:", with: "HTTP:"),
            ] {
                let inspection = await inspector.inspect(MediaItem(uri: address))
                #expect(inspection.error?.code == .blockedByPolicy && inspection.missing.isEmpty)
            }
            #expect(server.log.requests.isEmpty)
        }
    }

    @Test(arguments: addresses) func `reading subtitles requests no host that the policy forbids`(
        path: String
    ) async throws {
        try await served { server in
            let address = server.address(of: path)
            await #expect { _ = try await MediaItem(uri: address).subtitles(policy: Self.strict) } throws: {
                ($0 as? PlayerError)?.code == .blockedByPolicy
            }
            await #expect { _ = try await SubtitleFile(uri: address).cues(policy: Self.strict) } throws: {
                ($0 as? PlayerError)?.code == .blockedByPolicy
            }
            await #expect { _ = try await Playlist.read(address, policy: Self.strict) } throws: {
                ($0 as? PlayerError)?.code == .blockedByPolicy
            }
            #expect(server.log.requests.isEmpty)
        }
    }

    @Test func `a local playlist with remote segments is refused under a policy`() async throws {
        let folder = try TemporaryFolder()
        try await served { server in
            let part = server.address(of: "hls-ts/low-0.ts")
            let list = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n\(part)\n#EXT-X-ENDLIST\n"
            for name in ["list.m3u8", "film.mp4"] {
                let path = folder.url.appending(path: name).path
                try list.write(toFile: path, atomically: true, encoding: .utf8)
                var inspector = MediaInspector()
                inspector.networkPolicy = Self.strict
                #expect(await inspector.inspect(MediaItem(path: path)).error?.code == .blockedByPolicy)
                await #expect { _ = try await MediaItem(path: path).subtitles(policy: Self.strict) } throws: {
                    ($0 as? PlayerError)?.code == .blockedByPolicy
                }
                var configuration = PlayerConfiguration.silent
                configuration.networkPolicy = Self.strict
                let player = Player(configuration: configuration)
                player.load(MediaItem(path: path))
                #expect(try await player.waitForError().code == .blockedByPolicy)
                await player.close()
            }
            #expect(server.log.requests.isEmpty)
        }
    }

    @Test(arguments: ["rtsp://127.0.0.1/x", "ftp://127.0.0.1/x", "http://127.0.0.1/x.mpd"])
    func `schemes without policy support are refused under a policy`(uri: String) async {
        var inspector = MediaInspector()
        inspector.networkPolicy = Self.strict
        #expect(await inspector.inspect(MediaItem(uri: uri)).error?.code == .blockedByPolicy)
    }

    @Test func `local files are playable under a policy`() async {
        var inspector = MediaInspector()
        inspector.networkPolicy = Self.strict
        for sample in Samples.all.filter({ $0.isFile && $0.playable }) {
            #expect(await inspector.inspect(sample.item).isPlayable)
        }
    }

    @Test func `every request has the headers and the user agent of the item`() async throws {
        try await served { server in
            var item = MediaItem(uri: server.address(of: "subtitles.mkv"))
            item.network = Self.keyed
            item.subtitleFiles = [SubtitleFile(uri: server.address(of: "subtitles.srt"))]
            #expect(await MediaInspector().inspect(item).isPlayable)
            let texts = try await item.subtitles()
            #expect(texts.count == 2)
            var stream = MediaItem(uri: server.address(of: "hls-subtitles/master.m3u8"))
            stream.network = Self.keyed
            #expect(await MediaInspector().inspect(stream).isPlayable)
            let streamed = try await stream.subtitles()
            #expect(streamed.count == 1)
            var partial = MediaItem(uri: server.address(of: "no-video-decoder.mp4"))
            partial.network = Self.keyed
            #expect(await MediaInspector().inspect(partial).missing.count == 1)
            let player = Player(configuration: .silent)
            player.load(item)
            try await player.wait(for: "the file") { $0.hasTranscript || $0.tracks.count == 4 }
            await player.close()
            let requests = server.log.requests
            #expect(requests.contains { $0.path == "subtitles.srt" } && requests.count > 8)
            for request in requests {
                #expect(
                    request.header("X-Key") == "open" && request.header("User-Agent") == "Mine/1",
                    "\(request)")
            }
        }
    }

    @Test func `an Authorization header is sent to the host of the item alone`() async throws {
        try await served { server in
            var item = MediaItem(path: Samples.directory.appending(path: Self.film).path)
            var options = Self.keyed
            options.headers["Authorization"] = "Bearer secret"
            item.network = options
            let file = SubtitleFile(uri: server.address(of: "subtitles.srt"))
            item.subtitleFiles = [file]
            let beside = try await item.subtitles()
            #expect(beside.count == 1)
            #expect(server.log.requests.map { $0.header("Authorization") } == [nil])
            let alone = try await file.cues(network: options)
            #expect(alone == beside.first?.cues.map { $0.of(nil) })
            #expect(server.log.requests.map { $0.header("Authorization") } == [nil, "Bearer secret"])
        }
    }

    @Test func `a subtitle file is requested again after a reset or status 503`() async throws {
        let plan = FaultPlan(rules: [
            FaultRule("**", requests: .requests(1...1), .reset(at: .bytes(20))),
            FaultRule("**", requests: .requests(2...2), .status(503)),
        ])
        let server = try await MediaServer(folder: Samples.directory.path, plan: plan)
        let cues = try await SubtitleFile(uri: server.address(of: "subtitles.srt")).cues()
        #expect(cues.count > 0 && server.log.requests.count == 3)
        await server.close()
    }

    @Test func `subtitles of a playlist from a file descriptor are held to the policy`() async throws {
        try await served { server in
            let folder = try TemporaryFolder()
            let part = server.address(of: "hls-ts/low-0.ts")
            let list = try folder.write(
                "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n\(part)\n#EXT-X-ENDLIST\n", to: "list")
            let file = try #require(FileHandle(forReadingAtPath: list))
            let item = MediaItem(uri: "fd://\(file.fileDescriptor)")
            await #expect { _ = try await item.subtitles(policy: Self.strict) } throws: {
                ($0 as? PlayerError)?.code == .blockedByPolicy
            }
            #expect(server.log.requests.isEmpty)
        }
    }

    @Test func `a playlist without a file extension is recognized by its content`() async throws {
        let manifest = """
            <?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" \
            mediaPresentationDuration="PT8S" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011" \
            minBufferTime="PT2S"><Period><AdaptationSet><Representation id="1" bandwidth="100000" \
            mimeType="video/mp4" codecs="avc1.4d400b"><BaseURL>av-h264-aac.mp4</BaseURL></Representation>\
            </AdaptationSet></Period></MPD>

            """
        // What is shorter GStreamer takes for a text, where it comes from a network (1.22.0).
        let blank = String(repeating: " ", count: 5000)
        let master = try Repository.text("media/hls-subtitles/master.m3u8")
        let plan = FaultPlan(documents: ["film": manifest + blank, "hls-subtitles/film": master])
        let server = try await MediaServer(folder: Samples.directory.path, plan: plan)
        let named = try await MediaItem(uri: server.address(of: "hls-subtitles/master.m3u8")).subtitles()
        let unnamed = try await MediaItem(uri: server.address(of: "hls-subtitles/film")).subtitles()
        #expect(named == unnamed && named.first?.cues.isEmpty == false)
        #expect(try await MediaItem(uri: server.address(of: "film")).subtitles().isEmpty)
        #expect(server.log.requests.contains { $0.path == Self.film })
        await server.close()
    }

    @Test func `a file is inspected regardless of its extension`() async throws {
        let folder = try TemporaryFolder()
        let film = Samples.directory.appending(path: Self.film)
        let path = try folder.write(Data(contentsOf: film), to: "film.m3u8")
        let inspection = await MediaInspector().inspect(MediaItem(path: path))
        #expect(inspection.isPlayable && inspection.tracks.count == 2)
    }
}
