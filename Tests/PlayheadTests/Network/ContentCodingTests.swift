import Foundation
import Playhead
import PlayheadServer
import Testing

@testable import TestBasics
@testable import TestSupport

/// Servers that pack playlists and texts for the way, asked or not.
@Suite(.timeLimit(.minutes(2)))
struct ContentCodingTests {
    private static let isPacked = Fault.headers(["Content-Encoding": "gzip"])

    /// A folder of the samples, with some of its files packed.
    private static func folder(_ name: String, packing suffixes: String...) async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let source = Samples.directory.appending(path: name)
        for file in try FileManager.default.contentsOfDirectory(atPath: source.path) {
            try folder.write(Data(contentsOf: source.appending(path: file)), to: "\(name)/\(file)")
            if suffixes.contains(where: file.hasSuffix) { try await folder.pack("\(name)/\(file)") }
        }
        return folder
    }

    @Test func `gzip-coded playlists and subtitles are decoded`() async throws {
        let folder = try await Self.folder("hls-subtitles", packing: ".m3u8", ".vtt")
        for file in try FileManager.default.contentsOfDirectory(
            atPath: Samples.directory.appending(path: "hls-ts").path)
        {
            try folder.write(
                Data(contentsOf: Samples.directory.appending(path: "hls-ts/\(file)")), to: "hls-ts/\(file)")
        }
        for name in ["low", "high"] { try await folder.pack("hls-ts/\(name).m3u8") }
        let plan = FaultPlan(rules: [FaultRule("*.m3u8", Self.isPacked), FaultRule("*.vtt", Self.isPacked)])
        let server = try await MediaServer(folder: folder.path, plan: plan)
        let plain = try await MediaServer(folder: Samples.directory.path)
        let path = "hls-subtitles/master.m3u8"
        let texts = try await MediaItem(uri: server.address(of: path)).subtitles()
        #expect(try await texts == MediaItem(uri: plain.address(of: path)).subtitles())
        #expect(texts.first?.cues.isEmpty == false)
        await plain.close()
        let player = try await server.plays(path, with: .silent)
        #expect(player.endReason == .natural && player.error == nil && player.warningCount == 0)
        #expect(player.gaps.isEmpty && player.position >= .seconds(7))
        for request in server.log.requests {
            let asked = request.header("Accept-Encoding")
            let isText = request.path.hasSuffix(".m3u8") || request.path.hasSuffix(".vtt")
            #expect(asked == (isText ? "gzip" : nil), "\(request)")
        }
    }

    @Test(arguments: [nil, ["127.0.0.1"]])
    func `a gzip-coded playlist without a file extension is recognized`(hosts: [String]?) async throws {
        let folder = try await Self.folder("hls-ts", packing: "low.m3u8")
        try FileManager.default.moveItem(
            at: folder.url.appending(path: "hls-ts/low.m3u8"), to: folder.url.appending(path: "hls-ts/film"))
        let plan = FaultPlan(rules: [FaultRule("film", Self.isPacked)])
        let server = try await MediaServer(folder: folder.path, plan: plan)
        var configuration = PlayerConfiguration.silent
        configuration.networkPolicy.hosts = hosts
        let player = try await server.plays("hls-ts/film", with: configuration)
        #expect(
            player.endReason == .natural && player.error == nil && player.gaps.isEmpty,
            "\(player.status) \(player.position) \(String(describing: player.error)) \(player.gaps)")
    }

    /// In a process of its own, whose memory nobody else takes.
    @Test(.inTurn, arguments: ["low.m3u8", "film"])
    func `a gzip-coded playlist is decoded up to the maximum playlist size`(name: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write(Data("#EXTM3U\n".utf8) + Data(repeating: 10, count: 200_000_000), to: name)
        try await folder.pack(name)
        await #expect(processExitsWith: .success) { [name, path = folder.path as String] in
            let plan = FaultPlan(rules: [FaultRule("*", Self.isPacked)])
            let server = try await MediaServer(folder: path, plan: plan)
            var configuration = PlayerConfiguration.virtual(VirtualClock())
            configuration.networkPolicy.maximumPlaylistSize = 1_000_000
            let before = try Self.peakMemory()
            let player = try await server.plays(name, with: configuration)
            #expect(player.error?.code == .blockedByPolicy)
            #expect(player.error?.message == "The playlist is longer than 1000000 bytes")
            #expect(try Self.peakMemory() - before < 100_000)
            // What is not called a playlist is asked for once more as one.
            #expect(server.log.requests.count == (name == "film" ? 2 : 1))
        }
    }

    @Test func `a cut, malformed or unknown content coding is an error`() async throws {
        let folder = try await Self.folder("hls-ts", packing: "low.m3u8", "high.m3u8")
        let path = folder.url.appending(path: "hls-ts/low.m3u8")
        try Data(contentsOf: path).dropLast(20).write(to: path)
        try folder.write("#EXTM3U\n", to: "plain.m3u8")
        let plan = FaultPlan(rules: [
            FaultRule("hls-ts/*.m3u8", Self.isPacked), FaultRule("plain.m3u8", Self.isPacked),
            FaultRule("hls-ts/high.m3u8", .headers(["Content-Encoding": "br"])),
        ])
        var codes: [PlayerError.Code?] = []
        for name in ["hls-ts/low.m3u8", "plain.m3u8", "hls-ts/high.m3u8"] {
            let server = try await MediaServer(folder: folder.path, plan: plan)
            var configuration = PlayerConfiguration.virtual(VirtualClock())
            configuration.networkRecovery.retries = 1
            let player = try await server.plays(name, with: configuration)
            codes.append(player.error?.code)
            #expect(player.error?.uri?.hasSuffix(name) == true && server.log.requests.count == 2)
        }
        #expect(codes == [.connectionLost, .malformed, .malformed])
    }

    @Test func `gzip-coded subtitle files and M3U lists are decoded`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            Data(contentsOf: Samples.directory.appending(path: "subtitles.srt")), to: "texts.srt")
        try folder.write("#EXTM3U\none.mp3\ntwo.mp3\n", to: "list.m3u")
        for name in ["texts.srt", "list.m3u"] { try await folder.pack(name) }
        let plan = FaultPlan(rules: [FaultRule("*", Self.isPacked)])
        let server = try await MediaServer(folder: folder.path, plan: plan)
        let cues = try await SubtitleFile(uri: server.address(of: "texts.srt")).cues()
        let file = SubtitleFile(path: Samples.directory.appending(path: "subtitles.srt").path)
        #expect(try await cues == file.cues() && !cues.isEmpty)
        let list = try await Playlist.read(server.address(of: "list.m3u"))
        #expect(list.items.map(\.uri) == ["one.mp3", "two.mp3"].map { server.address(of: $0) })
        #expect(server.log.requests.allSatisfy { $0.header("Accept-Encoding") == "gzip" })
        await server.close()
    }

    /// The most memory that the process has ever had, in kB.
    private static func peakMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(separator: " ").dropLast().last.flatMap { Int($0) } ?? 0
    }
}
