import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import CoreTestSupport
@testable import TestBasics
@testable import TestSupport

/// Image files as media.
@Suite(.timeLimit(.minutes(2))) struct ImagePlaybackTests {
    private let folder: TemporaryFolder
    private let inspector = MediaInspector(jobs: 2)

    init() throws { folder = try TemporaryFolder() }

    private struct Memory: MediaDataSource {
        let bytes: [UInt8]
        let length: Int?

        func read(at offset: Int, count: Int) async throws -> [UInt8] {
            Array(bytes.dropFirst(offset).prefix(count))
        }
    }

    private var virtual: PlayerConfiguration { .virtual(VirtualClock()) }

    private func item(
        _ bytes: [UInt8] = TestImage.png(), _ ending: String = "png", for duration: ImageDuration? = nil
    ) throws -> MediaItem {
        var item = MediaItem(path: try folder.write(Data(bytes), to: "image-\(UUID().uuidString).\(ending)"))
        item.imageDuration = duration
        return item
    }

    /// Plays an item to its end, and returns the warnings too.
    private func plays(_ item: MediaItem) async throws -> (PlayerSnapshot, [String]) {
        let player = Player(configuration: virtual)
        let log = EventLog()
        player.addObserver(log)
        player.load(item, autoplay: true)
        try await player.waitForEnd()
        let snapshot = player.snapshot
        await player.close()
        let warnings = log.events.compactMap { event -> String? in
            if case .warning(let warning) = event { warning.message } else { nil }
        }
        return (snapshot, warnings)
    }

    @Test(arguments: TestImage.formats.indices)
    func `4.9: an image of any format is one video track, which is shown for its duration`(
        _ index: Int
    ) async throws {
        let sample = TestImage.formats[index]
        let item = try item(sample.bytes, sample.ending, for: .seconds(2.35))
        let player = Player(configuration: virtual)
        let log = EventLog()
        player.addObserver(log)
        player.load(item, autoplay: true)
        #expect(try await player.waitForEnd() == .natural)
        let snapshot = player.snapshot
        await player.close()
        #expect(snapshot.duration == .milliseconds(2350) && snapshot.position == .milliseconds(2350))
        #expect(snapshot.played == .milliseconds(2350) && snapshot.isSeekable && snapshot.error == nil)
        #expect(snapshot.hasVideo && !snapshot.hasAudio && snapshot.warningCount == 0)
        let track = try #require(snapshot.tracks.first)
        #expect(snapshot.tracks.count == 1 && track.kind == .video && track.isImage && track.frameRate == nil)
        #expect(track.codec == sample.format && snapshot.metadata.container == sample.format)
        #expect(snapshot.metadata.bitrate == nil)
        #expect(track.size == VideoSize(width: 32, height: 18) && snapshot.videoSize == track.size)
        #expect(EventAudit.faults(in: log.events).isEmpty)
        let inspection = await inspector.inspect(item)
        #expect(inspection.isPlayable && inspection.isImage && inspection.tracks == Array(snapshot.tracks))
        #expect(
            inspection.duration == nil && !inspection.isSeekable && inspection.metadata == snapshot.metadata)
    }

    @Test func `4.9: an image without a duration is shown for 5 s`() async throws {
        let snapshot = try await item().plays(with: virtual)
        #expect(snapshot.endReason == .natural && snapshot.duration == .seconds(5))
        #expect(snapshot.played == .seconds(5))
    }

    @Test(arguments: TestImage.formats.indices)
    func `4.9: an image plays over HTTP and from bytes of the program as from a file`(_ index: Int)
        async throws
    {
        let sample = TestImage.formats[index]
        let name = URL(filePath: MediaItem(uri: try item(sample.bytes, sample.ending).uri).uri)
            .lastPathComponent
        let server = try await MediaServer(folder: folder.path)
        let items = [
            MediaItem(uri: server.address(of: name)),
            MediaItem(source: Memory(bytes: sample.bytes, length: sample.bytes.count), name: "image"),
            MediaItem(source: Memory(bytes: sample.bytes, length: nil), name: name),
        ]
        for var item in items {
            item.imageDuration = .seconds(1)
            let snapshot = try await item.plays(with: virtual)
            #expect(snapshot.endReason == .natural && snapshot.error == nil, "\(snapshot.error as Any)")
            #expect(snapshot.duration == .seconds(1) && snapshot.played == .seconds(1) && snapshot.isSeekable)
            let inspection = await inspector.inspect(item)
            #expect(inspection.isImage && inspection.duration == nil && inspection.isPlayable)
        }
        await server.close()
    }

    @Test func `4.9: an unlimited image has no duration and no end, and cannot seek`() async throws {
        let clock = VirtualClock()
        clock.hold()
        let player = Player(configuration: .virtual(clock))
        player.load(try item(for: .unlimited), autoplay: true)
        try await player.waitUntil(.started)
        await clock.advance(by: .seconds(3600))
        let snapshot = player.snapshot
        #expect(snapshot.duration == nil && !snapshot.isSeekable && !snapshot.isLive)
        #expect(snapshot.state.isPlaying && snapshot.position >= .seconds(3599))
        guard case .failed(let error) = await player.seek(to: .seconds(1)) else {
            Issue.record("The seek succeeded")
            return
        }
        #expect(error.code == .notSeekable)
        await player.close()
    }

    @Test func `4.9: an unlimited image ends at its end position`() async throws {
        var item = try item(for: .unlimited)
        item.endPosition = .seconds(3)
        let snapshot = try await item.plays(with: virtual)
        #expect(snapshot.endReason == .natural && snapshot.error == nil)
        #expect(abs(snapshot.position / .milliseconds(1) - 3000) < 1)
    }

    @Test func `4.9: seeks, steps and speed of an image are exact`() async throws {
        let player = Player(configuration: virtual)
        player.load(try item())
        try await player.waitUntil(.ready)
        for target in [
            Duration.milliseconds(3217), .milliseconds(40), .milliseconds(4999), .zero, .seconds(2),
        ] {
            #expect(await player.seek(to: target) == .completed(at: target))
            #expect(player.position == target)
        }
        #expect(await player.seek(to: .seconds(9)) == .completed(at: .seconds(5)))
        #expect(await player.seek(to: .seconds(2)) == .completed(at: .seconds(2)))
        #expect(await player.step(by: 1) == .completed(at: .milliseconds(2100)))
        #expect(await player.step(by: -2) == .completed(at: .milliseconds(1900)))
        player.speed = 4
        player.play()
        #expect(try await player.waitForEnd() == .natural)
        #expect(player.position == .seconds(5) && player.snapshot.effectiveSpeed == 4)
        player.speed = -2
        #expect(await player.seek(to: .seconds(1)) == .completed(at: .seconds(1)))
        player.play()
        #expect(try await player.waitForEnd() == .natural)
        #expect(player.position == .zero)
        await player.close()
    }

    @Test func `4.9: an image has the start and the end of its item, and pauses`() async throws {
        var item = try item()
        (item.startPosition, item.endPosition) = (.milliseconds(1230), .milliseconds(3500))
        let clock = VirtualClock()
        clock.hold()
        let player = Player(configuration: .virtual(clock))
        player.load(item, autoplay: true)
        try await player.waitUntil(.started)
        #expect(player.position == .milliseconds(1230))
        await clock.advance(by: .seconds(1))
        player.pause()
        await clock.advance(by: .seconds(100))
        #expect(player.position == .milliseconds(2230))
        player.play()
        try await player.wait { $0.state == .playing(buffering: false) }
        clock.release()
        #expect(try await player.waitForEnd() == .natural)
        #expect(player.position == .milliseconds(3500) && player.snapshot.played == .milliseconds(2270))
        await player.close()
    }

    @Test(arguments: UInt8(1)...8)
    func `4.9: the size of an image is that of its orientation`(_ orientation: UInt8) async throws {
        let item = try item(TestImage.jpeg(orientation: orientation), "jpg")
        let player = Player(configuration: virtual)
        player.load(item)
        try await player.waitUntil(.ready)
        let size = orientation > 4 ? VideoSize(width: 18, height: 32) : VideoSize(width: 32, height: 18)
        #expect(player.snapshot.videoSize == size && player.tracks.first?.size == size)
        await player.close()
        #expect(await inspector.inspect(item).tracks.first?.size == size)
    }

    @Test(arguments: TestImage.animations.indices)
    func `4.9: the first image of an animation is shown, with a warning`(_ index: Int) async throws {
        let sample = TestImage.animations[index]
        let (snapshot, warnings) = try await plays(item(sample.bytes, sample.ending, for: .seconds(1)))
        #expect(snapshot.endReason == .natural && snapshot.error == nil && snapshot.played == .seconds(1))
        #expect(warnings == ["The \(sample.format) is animated: its first image is shown"])
    }

    @Test func `4.9: of a cut JPEG the rest is shown, with a warning`() async throws {
        let (snapshot, warnings) = try await plays(item(TestImage.jpeg.dropLast(6), "jpg"))
        #expect(snapshot.endReason == .natural && snapshot.played == .seconds(5))
        #expect(warnings == ["The JPEG is cut off: the rest is shown"])
    }

    private static let broken: [(String, [UInt8], PlayerError.Code)] = [
        ("cut.png", TestImage.png().dropLast(20), .malformed),
        ("cut.webp", TestImage.webP.dropLast(20), .malformed),
        ("cut.gif", TestImage.gif(frames: 1).dropLast(60), .malformed),
        ("cut.bmp", TestImage.bmp.dropLast(20), .malformed),
        ("cut.avif", TestImage.avif.dropLast(20), .malformed),
        ("cut.jpg", Array(TestImage.jpeg.prefix(100)), .malformed),
        ("header.png", Array(TestImage.png().prefix(12)), .malformed),
        ("huge.png", TestImage.png(claim: (30_000, 30_000)), .decodingFailed),
        ("huge.svg", TestImage.svg(width: "30000", height: "30000"), .decodingFailed),
        ("text.png", Array("This is text and no image.\n".utf8), .unknownFormat),
        ("damaged.png", TestImage.png().prefix(40) + [UInt8](repeating: 1, count: 200), .malformed),
    ]

    @Test(arguments: broken.indices)
    func `4.6, 4.9: a broken image gives one typed error at once, from a file and over HTTP`(
        _ index: Int
    ) async throws {
        let (name, bytes, code) = Self.broken[index]
        let path = try folder.write(Data(bytes), to: name)
        let server = try await MediaServer(folder: folder.path)
        for item in [MediaItem(path: path), MediaItem(uri: server.address(of: name))] {
            let player = Player(configuration: .silent)
            let log = EventLog()
            player.addObserver(log)
            player.load(item, autoplay: true)
            let error = try await player.waitForError(within: .seconds(10))
            await player.close()
            #expect(error.code == code, "\(error)")
            #expect(log.events.count { if case .error = $0 { true } else { false } } == 1)
            let inspection = await inspector.inspect(item)
            #expect(inspection.error == error && !inspection.isPlayable && inspection.tracks.isEmpty)
        }
        await server.close()
    }

    @Test func `4.9: an image of a format without a signature here is shown too`() async throws {
        let snapshot = try await item(TestImage.grayMap, "pgm").plays(with: virtual)
        #expect(snapshot.endReason == .natural && snapshot.played == .seconds(5))
        #expect(snapshot.tracks.first?.isImage == true)
    }

    @Test func `4.9: images in a queue are preloaded, and follow each other in time`() async throws {
        let player = Player(configuration: virtual)
        let log = EventLog()
        player.addObserver(log)
        let items = try [1.5, 0.7, 2.0].map { try item(for: .seconds($0)) }
        for item in items { player.queue.append(item) }
        player.play()
        try await player.wait(within: .seconds(60)) { $0.status == .ended && !$0.wantsToPlay }
        await player.close()
        // Playback does not stop between the items: it ends, and the player is closed.
        let states = log.events.after(item: items[1]).filter {
            if case .stateChanged = $0 { true } else { false }
        }
        #expect(states.count == 2, "\(states)")
        #expect(EventAudit.faults(in: log.events).isEmpty)
    }

    @Test func `an image duration is recorded as a number or a word`() throws {
        for duration in [nil, ImageDuration.seconds(2.5), .unlimited] {
            var item = MediaItem(uri: "file:///a.png")
            item.imageDuration = duration
            let text = try JSONEncoder().encode(item)
            #expect(try JSONDecoder().decode(MediaItem.self, from: text) == item)
            let word = duration == nil ? nil : duration == .unlimited ? "\"unlimited\"" : "2.5"
            let found = String(decoding: text, as: UTF8.self).contains("imageDuration")
            #expect(found == (duration != nil))
            if let word {
                #expect(String(decoding: text, as: UTF8.self).contains("\"imageDuration\":\(word)"))
            }
        }
    }
}
