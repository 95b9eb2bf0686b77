import Foundation
import MediaDecryption
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import PlayheadCore
@testable import PlayheadPipeline
@testable import TestBasics
@testable import TestSupport

/// Files with encrypted tracks. Streams are in `EncryptedSampleTests`.
@Suite(.timeLimit(.minutes(2)))
struct EncryptedFileTests {
    private struct Memory: MediaDataSource {
        let bytes: [UInt8]
        var length: Int? { bytes.count }

        func read(at offset: Int, count: Int) async throws -> [UInt8] {
            Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)])
        }
    }

    /// A file whose tracks are declared as encrypted, with four characters replaced by others.
    private func bytes(_ replaced: [(String, String)] = []) throws -> [UInt8] {
        let encryptor = SampleEncryptor(key: [UInt8](repeating: 1, count: 16), vector: Array(0x30..<0x40))
        var bytes = encryptor.initialization(
            try Repository.bytes("media/av-h264-aac-moov-last.mp4"), .cenc, keyID: Array(0..<16))
        for (old, new) in replaced { bytes = bytes.replacing(Array(old.utf8), with: Array(new.utf8)) }
        return bytes
    }

    private func expect(_ item: MediaItem, _ scheme: String) async throws {
        let player = Player(configuration: .silent)
        player.load(item)
        let error = try await player.waitForError()
        await player.close()
        #expect(error.code == .unsupportedEncryption && error.uri == item.uri)
        #expect(error.message == "The file is encrypted by \(scheme), and encrypted files cannot be played")
        #expect(error.domain == "playhead" && error.domainCode == 0 && error.element == nil)
        #expect(!error.isRecoverable && error.hint?.hasPrefix("take another source") == true)
        let inspection = await MediaInspector().inspect(item)
        #expect(inspection.error == error && !inspection.isPlayable)
        #expect(inspection.missing.allSatisfy { $0.debianPackage == nil })
    }

    @Test(
        arguments: [
            ("cenc", [], "cenc"), ("cbcs", [("cenc", "cbcs")], "cbcs"), ("cbc1", [("cenc", "cbc1")], "cbc1"),
            ("piff", [("cenc", "piff")], "PlayReady (piff)"), ("zzzz", [("cenc", "zzzz")], "zzzz"),
            ("none", [("schm", "free"), ("cenc", "zzzz")], "an unknown scheme"),
            ("itun", [("cenc", "itun"), ("encv", "drmi"), ("enca", "drms")], "FairPlay (itun)"),
            ("drms", [("schm", "free"), ("encv", "drmi"), ("enca", "drms")], "FairPlay (itun)"),
        ] as [(String, [(String, String)], String)])
    func `4.6: the error of an encrypted file names the scheme`(
        name: String, replaced: [(String, String)], scheme: String
    ) async throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "\(name).mp4")
        try Data(try bytes(replaced)).write(to: url)
        try await expect(MediaItem(path: url.path), scheme)
    }

    @Test(
        arguments: [
            ("cbcs", [("cenc", "cbcs")], "cbcs"), ("cbc1", [("cenc", "cbc1")], "cbc1"),
            ("itun", [("cenc", "itun"), ("encv", "drmi"), ("enca", "drms")], "FairPlay (itun)"),
        ] as [(String, [(String, String)], String)])
    func `4.6: an encrypted file on a server, or from a program, has the same error`(
        name: String, replaced: [(String, String)], scheme: String
    ) async throws {
        let folder = try TemporaryFolder()
        let bytes = try bytes(replaced)
        try Data(bytes).write(to: folder.url.appending(path: "a.mp4"))
        let server = try await MediaServer(folder: folder.url.path)
        try await expect(MediaItem(uri: server.address(of: "a.mp4")), scheme)
        await server.close()
        try await expect(MediaItem(source: Memory(bytes: bytes), name: "a.mp4"), scheme)
    }

    @Test func `4.6: beside an encrypted track, the other one is played, with the error at the end`()
        async throws
    {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "half.mp4")
        try Data(try bytes([("enca", "mp4a")])).write(to: url)
        let item = MediaItem(path: url.path)
        let player = Player(configuration: .silent)
        let log = EventLog()
        player.addObserver(log)
        player.load(item, autoplay: true)
        #expect(try await player.waitForEnd() == .truncated)
        let error = player.snapshot.error
        await player.close()
        #expect(error?.code == .unsupportedEncryption && error?.message.contains("cenc") == true)
        let warnings = log.events.compactMap { if case .warning(let warning) = $0 { warning } else { nil } }
        #expect(warnings.map(\.message) == [error?.message])
        let inspection = await MediaInspector().inspect(item)
        #expect(inspection.isPlayable && inspection.tracks.map(\.kind) == [.audio])
        #expect(inspection.missing.map(\.what) == ["a track that is encrypted by cenc"])
    }

    private func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
        id + [0x40 | UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
    }

    @Test(
        arguments: [
            (5, 1, "AES-CTR"), (5, 2, "AES-CBC"), (1, 0, "DES"), (9, 0, "an unknown algorithm (9)"),
        ] as [(UInt8, UInt8, String)])
    func `4.6: the error of an encrypted Matroska file names the cipher`(
        algorithm: UInt8, mode: UInt8, cipher: String
    ) async throws {
        let settings = mode == 0 ? [] : element([0x47, 0xE7], element([0x47, 0xE8], [mode]))
        let encryption = element([0x50, 0x35], element([0x47, 0xE1], [algorithm]) + settings)
        let encoding = element([0x62, 0x40], element([0x50, 0x33], [1]) + encryption)
        let track =
            element([0xD7], [1]) + element([0x73, 0xC5], [1]) + element([0x83], [2])
            + element([0x86], Array("A_FLAC".utf8)) + element([0x6D, 0x80], encoding)
        let block = element([0xA3], [0x81, 0, 0, 0x80] + [UInt8](repeating: 7, count: 64))
        let segment =
            element([0x16, 0x54, 0xAE, 0x6B], element([0xAE], track))
            + element([0x1F, 0x43, 0xB6, 0x75], element([0xE7], [0]) + block)
        let folder = try TemporaryFolder()
        let name = "a.mkv"
        let header = element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("matroska".utf8)))
        try Data(header + element([0x18, 0x53, 0x80, 0x67], segment))
            .write(to: folder.url.appending(path: name))
        try await expect(MediaItem(path: folder.url.appending(path: name).path), cipher)
        let server = try await MediaServer(folder: folder.url.path)
        try await expect(MediaItem(uri: server.address(of: name)), cipher)
        await server.close()
    }

    @Test(
        arguments: [
            (
                "decoder-application/x-cenc, original-media-type=(string)video/x-h264, cipher-mode=(string)cbcs",
                "cbcs", PresentationMeter.Output.video
            ),
            ("decoder-application/x-cenc, original-media-type=(string)audio/mpeg", "cenc", .audio),
            (
                "decoder-application/x-webm-enc, original-media-type=(string)video/x-vp9, "
                    + "encryption-algorithm=(string)AES, cipher-mode=(string)CTR", "AES-CTR", .video
            ),
            ("decoder-video/x-h265", nil, .video),
        ] as [(String, String?, PresentationMeter.Output)])
    func `a demuxer names the scheme and the kind of an encrypted track`(
        caps: String, scheme: String?, kind: PresentationMeter.Output
    ) {
        let request = PluginRequest(describing: "x", caps: caps)
        #expect(request.encryption == scheme && request.stream == kind && request.isForTrack)
    }
}
