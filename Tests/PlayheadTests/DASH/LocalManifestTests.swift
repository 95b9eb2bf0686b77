import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import PlayheadCore
@testable import PlayheadPipeline
@testable import TestBasics
@testable import TestSupport

/// A manifest in a file is played as one that came over HTTP is, and its segments lie beside it or on servers.
@Suite(.timeLimit(.minutes(2)))
struct LocalManifestTests {
    private var configuration: PlayerConfiguration {
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        return configuration
    }

    /// Where nothing may be asked that is not public.
    private var strict: PlayerConfiguration {
        var configuration = configuration
        configuration.networkPolicy.allowsPrivateNetworks = false
        return configuration
    }

    private func manifest(base: String = "", _ periods: [ClosedRange<Int>] = [1...4]) -> String {
        let written = periods.map { numbers in
            """
            <Period duration="PT\(numbers.count * 2)S"><SegmentTemplate duration="2" startNumber="\(numbers.lowerBound)" \
            presentationTimeOffset="\(numbers.lowerBound * 2 - 2)" \
            media="$RepresentationID$-$Number$.m4s" initialization="init-$RepresentationID$.m4s"/>
            <AdaptationSet mimeType="video/mp4"><Representation id="0" bandwidth="120000"/></AdaptationSet>
            <AdaptationSet mimeType="audio/mp4"><Representation id="2" bandwidth="48000"/></AdaptationSet></Period>
            """
        }
        return """
            <MPD type="static" mediaPresentationDuration="PT\(periods.map(\.count).reduce(0, +) * 2)S">
            <BaseURL>\(base)</BaseURL>\(written.joined())</MPD>
            """
    }

    /// A folder with a manifest, and the segments beside it.
    private func folder(_ manifest: String, named name: String = "film.mpd") throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(
            at: Samples.directory.appending(path: "dash"), to: folder.url.appending(path: "dash"))
        try folder.write(manifest, to: "dash/\(name)")
        return folder
    }

    private func plays(_ path: String, with configuration: PlayerConfiguration? = nil) async throws
        -> PlayerSnapshot
    {
        return try await MediaItem(path: path).plays(with: configuration ?? self.configuration)
    }

    @Test(arguments: ["timeline.mpd", "ranges.mpd"])
    func `a DASH manifest in a file plays to its end under any network policy`(name: String) async throws {
        let path = Samples.directory.appending(path: "dash/\(name)").path
        let player = try await plays(path, with: strict)
        #expect(
            player.endReason == .natural && player.error == nil && player.gaps.isEmpty,
            "\(String(describing: player.error))")
        #expect(player.duration == .seconds(8) && player.streamType == .onDemand)
        #expect(player.metadata.container == "DASH")
        #expect(player.tracks.map(\.kind).sorted { "\($0)" < "\($1)" } == [.audio, .video])
    }

    @Test func `a DASH manifest in a file is played with all its periods`() async throws {
        let folder = try folder(manifest([1...4, 3...4, 1...2]), named: "a film & more")
        let player = try await plays(folder.path + "/dash/a film & more")
        #expect(
            player.endReason == .natural && player.gaps.isEmpty,
            "\(String(describing: player.error)) \(player.gaps)")
        #expect(player.duration == .seconds(16) && abs(player.played.inSeconds - 16) < 0.1)
    }

    @Test func `a missing segment file is a gap`() async throws {
        let folder = try folder(manifest())
        try FileManager.default.removeItem(atPath: folder.path + "/dash/0-2.m4s")
        let player = try await plays(folder.path + "/dash/film.mpd")
        #expect(player.endReason == .truncated && player.position == .seconds(8))
        let gap = try #require(player.gaps.first)
        #expect(player.gaps.count == 1 && gap.start == .seconds(2) && gap.end == .seconds(4))
        #expect(gap.cause == .missingSegment(uri: "file://\(folder.path)/dash/0-2.m4s", status: nil))
    }

    @Test(arguments: ["884-16297", "45461-59785"])
    func `another representation replaces one whose byte range lies behind the end of its file`(range: String)
        async throws
    {
        let ranges = Samples.directory.appending(path: "dash/ranges.mpd")
        let text = try String(contentsOf: ranges, encoding: .utf8)
        let folder = try folder(
            text.replacing("mediaRange=\"\(range)\"", with: "mediaRange=\"900000-914000\""),
            named: "behind.mpd")
        let player = try await plays(folder.path + "/dash/behind.mpd")
        #expect(player.endReason == .natural && player.gaps.isEmpty, "\(player.error as Any)")
        #expect(player.lastWarning?.message.contains("another variant") == true)
    }

    @Test(arguments: ["self.m3u8", "/etc/passwd"])
    func `a text file in place of a segment is a gap`(segment: String) async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(
            at: Samples.directory.appending(path: "hls-ts"), to: folder.url.appending(path: "hls-ts"))
        let lines = ["low-0.ts", segment, "low-2.ts"].map { "#EXTINF:2,\n\($0)\n" }
        try folder.write(
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n\(lines.joined())#EXT-X-ENDLIST\n", to: "hls-ts/self.m3u8")
        let player = try await plays(folder.path + "/hls-ts/self.m3u8")
        #expect(player.endReason == .truncated && player.gaps.count == 1)
        // A frame of the sound before it reaches into it.
        let gap = try #require(player.gaps.first)
        #expect(gap.start - .seconds(2) < .milliseconds(25) && gap.end == .seconds(4))
    }

    @Test func `fragments with a timescale of 0 are malformed`() async throws {
        let folder = try folder(manifest())
        let file = folder.url.appending(path: "dash/init-0.m4s")
        var data = try Data(contentsOf: file)
        let place = try #require(data.range(of: Data("mdhd".utf8))).upperBound + 12
        data.replaceSubrange(place..<place + 4, with: [0, 0, 0, 0])
        try data.write(to: file)
        let player = try await plays(folder.path + "/dash/film.mpd")
        #expect(player.error?.code == .malformed)
        #expect(player.error?.message.contains("unit of time") == true)
    }

    @Test func `remote segments of a local manifest are held to the network policy`() async throws {
        let server = try await MediaServer(folder: Samples.directory.path)
        let folder = try folder(manifest(base: server.address(of: "dash") + "/"))
        let path = folder.path + "/dash/film.mpd"
        let free = try await plays(path)
        #expect(free.endReason == .natural, "\(String(describing: free.error))")
        let asked = server.log.requests.count
        #expect(asked == 10)
        let player = try await plays(path, with: strict)
        #expect(player.error?.code == .blockedByPolicy && server.log.requests.count == asked)
        await server.close()
    }

    @Test(arguments: ["../", "%2e%2e/", "sub/%2e%2e/%2e%2e/", "file:///", "file://elsewhere/", "/"])
    func `a local manifest under a policy lists only files beside it`(base: String) async throws {
        let folder = try folder(manifest(base: base))
        let player = try await plays(folder.path + "/dash/film.mpd", with: strict)
        #expect(player.error?.code == .blockedByPolicy, "\(String(describing: player.error))")
    }

    @Test func `a manifest from a network opens no file`() async throws {
        let files = "file://\(Samples.directory.path)/dash/"
        let documents = ["film.mpd": manifest(base: files), "film": manifest(base: files)]
        for name in documents.keys {
            let server = try await MediaServer(
                folder: Samples.directory.path, plan: FaultPlan(documents: documents))
            let player = try await server.plays(name, with: configuration)
            #expect(player.error?.code == .blockedByPolicy)
        }
        let redirecting = try await MediaServer(
            folder: Samples.directory.path,
            plan: FaultPlan(rules: [FaultRule("0-1.m4s", .redirect(to: files + "0-1.m4s"))]))
        let folder = try folder(manifest(base: redirecting.address(of: "dash") + "/"))
        #expect(try await plays(folder.path + "/dash/film.mpd").error?.code == .blockedByPolicy)
        await redirecting.close()
    }

    @Test func `a local manifest without a policy lists any file`() async throws {
        let folder = try folder(manifest())
        try folder.write(manifest(base: "../dash/"), to: "lists/film.mpd")
        let player = try await plays(folder.path + "/lists/film.mpd")
        #expect(player.endReason == .natural, "\(String(describing: player.error))")
    }

    @Test func `HLS playlists in files play like DASH manifests in files`() async throws {
        let path = Samples.directory.appending(path: "hls-subtitles/master.m3u8").path
        let player = try await plays(path)
        #expect(
            player.endReason == .natural && player.gaps.isEmpty && player.error == nil,
            "\(String(describing: player.error)) \(player.gaps)")
        #expect(player.tracks.count { $0.kind == .subtitles } == 2 && player.metadata.container == "HLS")
        let folder = try TemporaryFolder()
        for name in ["low.m3u8", "low-0.ts", "low-1.ts", "low-3.ts"] {
            try FileManager.default.copyItem(
                at: Samples.directory.appending(path: "hls-ts/\(name)"), to: folder.url.appending(path: name))
        }
        let cut = try await plays(folder.path + "/low.m3u8", with: strict)
        #expect(cut.endReason == .truncated && cut.position == .seconds(8))
        #expect(cut.gaps.map(\.start) == [.seconds(4)] && cut.gaps.map(\.end) == [.seconds(6)])
        #expect(try await plays(path, with: strict).error?.code == .blockedByPolicy)
    }

    @Test func `a DASH manifest in a file is inspected`() async throws {
        let folder = try folder(manifest([1...4, 3...4]))
        let inspection = await MediaInspector().inspect(MediaItem(path: folder.path + "/dash/film.mpd"))
        #expect(inspection.isPlayable && inspection.tracks.count == 2 && inspection.duration == .seconds(12))
        #expect(try await MediaItem(path: folder.path + "/dash/film.mpd").subtitles().isEmpty)
    }
}
