import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import PlayheadCore
@testable import PlayheadPipeline
@testable import TestBasics
@testable import TestSupport

/// What stands before a manifest, what it is written in, and what comes in its place.
@Suite(.timeLimit(.minutes(2)))
struct ManifestFormTests {
    enum Form: String, CaseIterable { case longRemark, wide, wideWithoutMark, bigEndian, blank }

    private var configuration: PlayerConfiguration {
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        return configuration
    }

    private func written(_ form: Form) throws -> Data {
        let text = try Repository.text("media/dash/timeline.mpd")
        let wide = text.replacing("utf-8", with: "utf-16")
        let remark = "<!-- \(String(repeating: "A remark. ", count: 2000)) -->"
        return switch form {
        case .longRemark: Data(text.replacing("<MPD", with: "\(remark)\n<MPD", maxReplacements: 1).utf8)
        case .wide: Data([0xFF, 0xFE]) + (wide.data(using: .utf16LittleEndian) ?? Data())
        case .wideWithoutMark: wide.data(using: .utf16LittleEndian) ?? Data()
        case .bigEndian: Data([0xFE, 0xFF]) + (wide.data(using: .utf16BigEndian) ?? Data())
        case .blank: Data((String(repeating: "\n", count: 9000) + text).utf8)
        }
    }

    private func folder(_ data: Data) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let dash = folder.url.appending(path: "dash")
        try FileManager.default.copyItem(at: Samples.directory.appending(path: "dash"), to: dash)
        try data.write(to: dash.appending(path: "film.mpd"))
        return folder
    }

    @Test(arguments: Form.allCases)
    func `DASH manifests in every encoding are read, from a server and from a file`(_ form: Form) async throws
    {
        let folder = try folder(written(form))
        let server = try await MediaServer(folder: folder.path)
        let played = try await server.plays("dash/film.mpd", with: configuration)
        #expect(played.endReason == .natural, "\(String(describing: played.error))")
        let inspection = await MediaInspector().inspect(MediaItem(path: folder.path + "/dash/film.mpd"))
        #expect(inspection.isPlayable && inspection.metadata.container == "DASH")
    }

    static let wrong = [
        ("<!DOCTYPE MPD SYSTEM \"x.dtd\"><MPD/>", "DOCTYPE"),
        (
            "<?xml version=\"1.0\"?><!-- a --><!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"x\"><html></html>",
            "web page"
        ),
        ("\u{FEFF}<!doctype HTML><body>Log in</body>", "web page"), ("<html><body/></html>", "web page"),
        ("<rss version=\"2.0\"><channel/></rss>", "<rss>"), ("<MPD><Period>", "Line 1"),
    ]

    @Test(arguments: wrong)
    func `a document that is no manifest is an error that names its type`(_ text: String, _ words: String)
        async throws
    {
        let folder = try folder(Data(text.utf8))
        let server = try await MediaServer(folder: folder.path)
        let remote = try await server.plays("dash/film.mpd", with: configuration)
        let local = await MediaInspector().inspect(MediaItem(path: folder.path + "/dash/film.mpd")).error
        for error in [remote.error, local] {
            #expect(error?.code == .invalidPlaylist, "\(String(describing: error))")
            #expect(error?.message.contains(words) == true, "\(String(describing: error))")
        }
    }

    @Test func `a content type identifies a manifest behind a long comment`() async throws {
        let folder = try folder(written(.longRemark))
        try FileManager.default.copyItem(
            atPath: folder.path + "/dash/film.mpd", toPath: folder.path + "/dash/film")
        let server = try await MediaServer(
            folder: folder.path, plan: FaultPlan(rules: [FaultRule("film", .type("application/dash+xml"))]))
        let played = try await server.plays("dash/film", with: configuration)
        #expect(played.endReason == .natural, "\(String(describing: played.error)) \(played)")
    }
}
