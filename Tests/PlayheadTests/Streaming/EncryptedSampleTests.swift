import Foundation
import MediaDecryption
import MediaFormats
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import AdaptiveStreaming
@testable import PlayheadCore
@testable import PlayheadNetwork
@testable import TestBasics
@testable import TestSupport

/// What is encrypted sample by sample is given out as if it had never been.
@Suite struct EncryptedSampleTests {
    typealias Scheme = CommonEncryptionDecryptor.Scheme

    static let keyID = "0102030405060708090a0b0c0d0e0f10"
    static let key = "2b7e151628aed2a6abf7158809cf4f3c"
    private let vector: [UInt8] = Array(0x30..<0x40)

    private func encryptor(_ key: String = key) -> SampleEncryptor {
        SampleEncryptor(key: Self.bytes(key), vector: vector)
    }

    private static func bytes(_ text: String) -> [UInt8] {
        Hexadecimal.bytes("0x" + text, count: 16) ?? []
    }

    private func playlist(_ lines: String) -> [UInt8] {
        Array("#EXTM3U\n#EXT-X-TARGETDURATION:2\n\(lines)\n#EXT-X-ENDLIST\n".utf8)
    }

    private func played(
        _ resources: [String: [UInt8]], _ item: String, keys: [String: String] = [:],
        turn: EngineDriver.Turn = .oldest
    ) throws -> EngineDriver {
        var driver = try EngineDriver(resources, item: item, keys: keys, turn: turn)
        driver.play()
        return driver
    }

    /// Two segments of a sample in fragments, clear and encrypted.
    private func fragments(_ scheme: Scheme, _ keyIDs: [String] = [keyID], _ keys: [String] = [key]) throws
        -> (clear: [String: [UInt8]], encrypted: [String: [UInt8]])
    {
        let map = try Repository.bytes("media/hls-fmp4/main-init.mp4")
        var (clear, encrypted): ([String: [UInt8]], [String: [UInt8]]) = (["init": map], [:])
        for (place, id) in keyIDs.enumerated() {
            encrypted["init\(place)"] = encryptor().initialization(map, scheme, keyID: Self.bytes(id))
        }
        for number in 0..<2 {
            let bytes = try Repository.bytes("media/hls-fmp4/main-\(number).m4s")
            clear["\(number)"] = bytes
            encrypted["\(number)"] = try encryptor(keys[number % keys.count]).segment(
                bytes, after: map, scheme)
        }
        clear["l"] = playlist("#EXT-X-MAP:URI=\"init\"\n#EXTINF:2,\n0\n#EXTINF:2,\n1")
        return (clear, encrypted)
    }

    private func expectSame(_ driver: EngineDriver, _ clear: EngineDriver) {
        #expect(driver.error == nil && clear.error == nil && driver.ended == [.video, .audio])
        #expect(driver.missing.isEmpty && driver.samples.count == 2)
        for output in [PresentationMeter.Output.video, .audio] {
            #expect(!clear.data(output).isEmpty && driver.data(output) == clear.data(output))
            #expect(driver.samples[output]?.allSatisfy { $0.encryption == nil } == true)
        }
    }

    @Test(arguments: [Scheme.cenc, .cens, .cbc1, .cbcs], EngineDriver.Turn.allCases)
    func `fragments of every encryption scheme are decrypted with the keys of the item`(
        _ scheme: Scheme, _ turn: EngineDriver.Turn
    ) throws {
        let (clear, closed) = try fragments(scheme)
        var encrypted = closed
        encrypted["l"] = playlist(
            """
            #EXT-X-MAP:URI="init0"
            #EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI="data:,x",KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"
            #EXTINF:2,
            0
            #EXTINF:2,
            1
            """)
        let driver = try played(encrypted, "l", keys: [Self.keyID.uppercased(): Self.key], turn: turn)
        expectSame(driver, try played(clear, "l"))
    }

    @Test(arguments: EngineDriver.Turn.allCases)
    func `fragments are decrypted with a fetched key for each segment`(_ turn: EngineDriver.Turn)
        throws
    {
        let other = "000102030405060708090a0b0c0d0eff"
        let (clear, closed) = try fragments(.cbcs, [Self.keyID], [Self.key, other])
        var encrypted = closed
        (encrypted["k"], encrypted["k2"]) = (Self.bytes(Self.key), Self.bytes(other))
        encrypted["l"] = playlist(
            """
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k"
            #EXT-X-MAP:URI="init0"
            #EXTINF:2,
            0
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k2"
            #EXTINF:2,
            1
            """)
        expectSame(try played(encrypted, "l", turn: turn), try played(clear, "l"))
    }

    @Test(arguments: EngineDriver.Turn.allCases)
    func `the key changes with the initialization section`(_ turn: EngineDriver.Turn) throws {
        let (id, other) = ("11111111111111111111111111111111", "000102030405060708090a0b0c0d0eff")
        let (clear, closed) = try fragments(.cenc, [Self.keyID, id], [Self.key, other])
        var encrypted = closed
        encrypted["l"] = playlist(
            """
            #EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI="data:,x",KEYFORMAT="org.w3.clearkey"
            #EXT-X-MAP:URI="init0"
            #EXTINF:2,
            0
            #EXT-X-MAP:URI="init1"
            #EXTINF:2,
            1
            """)
        let driver = try played(encrypted, "l", keys: [Self.keyID: Self.key, id: other], turn: turn)
        expectSame(driver, try played(clear, "l"))
        // Without the second key, what the first one opens is played.
        let half = try played(encrypted, "l", keys: [Self.keyID: Self.key], turn: turn)
        #expect(half.error?.code == .unsupportedEncryption && half.error?.message.contains(id) == true)
        #expect(half.data(.video).count == driver.data(.video).count / 2)
    }

    @Test func `a DASH stream is decrypted with the keys of the item, and refused by scheme without them`()
        throws
    {
        let (clear, closed) = try fragments(.cenc)
        var encrypted = closed
        let manifest = """
            <MPD type="static" mediaPresentationDuration="PT4S"><Period><AdaptationSet mimeType="video/mp4">
            <ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cenc"/>
            <SegmentTemplate duration="2" startNumber="0" media="$Number$" initialization="init0"/>
            <Representation id="v" bandwidth="9"/></AdaptationSet></Period></MPD>
            """
        encrypted["m"] = Array(manifest.utf8)
        let driver = try played(encrypted, "m", keys: [Self.keyID: Self.key])
        expectSame(driver, try played(clear, "l"))
        let refused = try played(encrypted, "m")
        #expect(
            refused.error?.code == .unsupportedEncryption && refused.error?.message.contains("cenc") == true)
        #expect(refused.requests == ["http://h/m"])
        // The manifest does not say which key it needs: the container does.
        let wrong = try played(encrypted, "m", keys: ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": Self.key])
        #expect(
            wrong.error?.code == .unsupportedEncryption && wrong.error?.message.contains(Self.keyID) == true)
        #expect(wrong.samples.isEmpty)
    }

    @Test func `an encrypted stream without a key tag is refused by its container`() throws {
        var encrypted = try fragments(.cbcs).encrypted
        encrypted["l"] = playlist("#EXT-X-MAP:URI=\"init0\"\n#EXTINF:2,\n0")
        let driver = try played(encrypted, "l")
        #expect(
            driver.error?.code == .unsupportedEncryption && driver.error?.message.contains("cbcs") == true)
    }

    @Test(arguments: EngineDriver.Turn.allCases)
    func `transport streams are decrypted with a given vector or the sequence number`(
        _ turn: EngineDriver.Turn
    )
        throws
    {
        let source = try (0..<2).map { try Repository.bytes("media/hls-ts/low-\($0).ts") }
        var numbered = encryptor()
        numbered.vector = [UInt8](repeating: 0, count: 15) + [1]
        let digits = vector.map { String($0, radix: 16) }.joined()
        var resources = [
            "k": Self.bytes(Self.key), "0": try encryptor().transportStream(source[0]),
            "1": try numbered.transportStream(source[1]), "c0": source[0], "c1": source[1],
        ]
        resources["l"] = playlist(
            """
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k",IV=0x\(digits)
            #EXTINF:2,
            0
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k",KEYFORMAT="identity"
            #EXTINF:2,
            1
            """)
        resources["c"] = playlist("#EXTINF:2,\nc0\n#EXTINF:2,\nc1")
        let (driver, clear) = (try played(resources, "l", turn: turn), try played(resources, "c"))
        #expect(driver.error == nil && driver.ended == [.video, .audio])
        #expect(driver.requests.filter { $0.hasSuffix("/k") }.count == 1)
        #expect(driver.data(.audio) == clear.data(.audio) && driver.data(.audio).count > 150)
        #expect(driver.data(.video) == clear.data(.video) && driver.data(.video).count == 100)
    }

    @Test func `packed audio is decrypted`() throws {
        let source = try Repository.bytes("media/hls-ts/low-0.ts")
        let digits = vector.map { String($0, radix: 16) }.joined()
        let resources = [
            "k": Self.bytes(Self.key), "0": try encryptor().packedAudio(source),
            "c0": try encryptor().packedAudio(source, isEncrypted: false),
            "l": playlist("#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\",IV=0x\(digits)\n#EXTINF:2,\n0"),
            "c": playlist("#EXTINF:2,\nc0"),
        ]
        let (driver, clear) = (try played(resources, "l"), try played(resources, "c"))
        #expect(driver.error == nil && driver.ended == [.audio] && resources["0"] != resources["c0"])
        #expect(!clear.data(.audio).isEmpty && driver.data(.audio) == clear.data(.audio))
    }

    @Test(arguments: EngineDriver.Turn.allCases)
    func `a segment is decrypted when its key arrives later`(_ turn: EngineDriver.Turn) throws {
        let text = Array("WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n".utf8)
        let padding = 16 - text.count % 16
        var encrypted = text + [UInt8](repeating: UInt8(padding), count: padding)
        try encryptor().encryptWhole(&encrypted)
        let digits = vector.map { String($0, radix: 16) }.joined()
        var resources = [
            "k": Self.bytes(Self.key), "v": try Repository.bytes("media/hls-ts/low-0.ts"), "t": encrypted,
            "l": playlist("#EXTINF:2,\nv"),
            "s": playlist("#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x\(digits)\n#EXTINF:2,\nt"),
        ]
        resources["m"] = Array(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="t",NAME="English",DEFAULT=YES,URI="s"
            #EXT-X-STREAM-INF:BANDWIDTH=9,SUBTITLES="t"
            l
            """.utf8)
        let driver = try played(resources, "m", turn: turn)
        #expect(driver.error == nil && driver.cues.map(\.text) == ["One"])
        // A wrong one is told, whenever it comes.
        resources["k"] = Self.bytes(Self.keyID)
        resources["l"] = resources["s"]
        let wrong = try played(resources, "l", turn: turn)
        #expect(wrong.error != nil || !wrong.missing.isEmpty)
    }

    @Test(arguments: ["SAMPLE-AES", "SAMPLE-AES-CTR"])
    func `a DRM system without keys is refused by name before any segment is requested`(_ method: String)
        throws
    {
        let lines =
            "#EXT-X-KEY:METHOD=\(method),URI=\"skd://x\",KEYFORMAT=\"com.apple.streamingkeydelivery\"\n#EXTINF:2,\n0"
        let driver = try played(["l": playlist(lines)], "l")
        #expect(driver.error?.code == .unsupportedEncryption && driver.requests == ["http://h/l"])
        #expect(driver.error?.message.contains("\(method) for FairPlay") == true)
    }

    // MARK: Keys

    @Test(arguments: [
        ("", key), ("0102", key), (keyID, "2b"), (keyID + "00", key), (keyID, String(key.dropLast()) + "g"),
        ("0x02030405060708090a0b0c0d0e0f10", key), (keyID, "ü" + key.dropLast()),
    ])
    func `an invalid key is an error without the key in its message`(_ id: String, _ key: String) throws {
        let error = try #require(throws: PlayerError.self) { try DecryptionKeys([id: key]) }
        #expect(error.code == .unsupportedEncryption && !error.message.contains(Self.key))
    }

    @Test func `a key ID has one key in either case`() throws {
        let (id, key) = ("0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a", Self.key)
        #expect(throws: PlayerError.self) { try DecryptionKeys([id: key, id.uppercased(): key]) }
        let keys = try DecryptionKeys([id.uppercased(): key.uppercased()])
        #expect(keys[Self.bytes(id)] == Self.bytes(key) && keys[[]] == nil)
        #expect(keys.mayOpen(nil) && !keys.mayOpen(Self.bytes(key)) && !DecryptionKeys().mayOpen(nil))
    }

    @Test func `the keys of an item are neither encoded nor printed`() throws {
        var item = MediaItem(uri: "http://h/a")
        item.title = "A"
        item.decryptionKeys = [Self.keyID: Self.key]
        let data = try JSONEncoder().encode(item)
        #expect(!String(decoding: data, as: UTF8.self).contains(Self.key) && !"\(item)".contains(Self.key))
        #expect("\(item)".contains(Self.keyID))
        var read = try JSONDecoder().decode(MediaItem.self, from: data)
        #expect(read.title == "A" && read.decryptionKeys.isEmpty && read != item)
        read.decryptionKeys = item.decryptionKeys
        #expect(read == item)
    }

    // MARK: Playback

    private func item(_ server: MediaServer, _ path: String, _ keys: [String: String]) -> MediaItem {
        var item = MediaItem(uri: server.address(of: path))
        item.decryptionKeys = keys
        return item
    }

    /// A film that FFmpeg has encrypted: with vectors and subsamples of its own for each sample.
    private func film(in folder: TemporaryFolder) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/ffmpeg")
        process.arguments = [
            "-v", "error", "-i", Repository.path("media/av-h264-aac.mp4"), "-c", "copy", "-encryption_scheme",
            "cenc-aes-ctr", "-encryption_key", Self.key, "-encryption_kid", Self.keyID, "-movflags",
            "faststart",
            folder.path + "/film.mp4",
        ]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "needs FFmpeg"),
        .timeLimit(.minutes(2)))
    func `a file under common encryption plays to its end with its key`() async throws {
        let folder = try TemporaryFolder()
        try film(in: folder)
        let manifest = """
            <MPD type="static" mediaPresentationDuration="PT4S"><Period><AdaptationSet mimeType="video/mp4">
            <ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cenc" cenc:default_KID="\(Self.keyID)"/>
            <Representation id="v" bandwidth="9"><BaseURL>film.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>
            """
        try folder.write(manifest, to: "film.mpd")
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        let server = try await MediaServer(folder: folder.path)
        let player = try await item(server, "film.mpd", [Self.keyID: Self.key]).plays(with: configuration)
        #expect(player.error == nil && player.endReason == .natural, "\(String(describing: player.error))")
        #expect(player.played > .seconds(3.9) && player.tracks.map(\.kind).contains(.video))
        #expect(player.tracks.map(\.encryption).contains("cenc"))
        let refused = try await item(server, "film.mpd", [:]).plays(with: configuration)
        #expect(
            refused.error?.code == .unsupportedEncryption
                && server.log.requests.count { $0.path == "film.mpd" } == 2)
        let bad = try await item(server, "film.mpd", [Self.keyID: "x"]).plays(with: configuration)
        #expect(bad.error?.code == .unsupportedEncryption && bad.error?.uri == server.address(of: "film.mpd"))
        await server.close()
    }

    @Test(.timeLimit(.minutes(2))) func `a transport stream under SAMPLE-AES plays to its end`() async throws
    {
        let folder = try TemporaryFolder()
        for number in 0..<4 {
            let bytes = try encryptor().transportStream(Repository.bytes("media/hls-ts/low-\(number).ts"))
            try Data(bytes).write(to: folder.url.appending(path: "\(number).ts"))
        }
        try Data(Self.bytes(Self.key)).write(to: folder.url.appending(path: "k"))
        let digits = vector.map { String($0, radix: 16) }.joined()
        let segments = (0..<4).map { "#EXTINF:2,\n\($0).ts\n" }.joined()
        try folder.write(
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\",IV=0x\(digits)\n\(segments)#EXT-X-ENDLIST\n",
            to: "l.m3u8")
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        let server = try await MediaServer(folder: folder.path)
        let player = try await item(server, "l.m3u8", [:]).plays(with: configuration)
        #expect(player.error == nil && player.endReason == .natural && player.gaps.isEmpty)
        #expect(player.duration == .seconds(8) && player.tracks.count == 2)
        await server.close()
    }
}
