import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Playhead
import PlayheadLoops
import PlayheadTesting
import Synchronization
import Testing

@testable import PlayheadCore
@testable import PlayheadNetwork
@testable import PlayheadStreaming
@testable import TestBasics
@testable import TestSupport

/// Stations whose connection breaks: what they send then follows what was there, and nothing of it is left out.
@Suite(.timeLimit(.minutes(2)))
struct StationTests {
    private static let interval = 100

    private static func sound(_ count: Int) -> ArraySlice<UInt8> { ArraySlice(repeating: 1, count: count) }

    @Test func `resumed audio is aligned with the title interval`() {
        var spacing = ICYMetadataFilter(Self.interval)
        #expect(spacing.untilInStep == 0)
        spacing.pass(Self.sound(30))
        #expect(spacing.untilInStep == 30 && !spacing.isInTitle)
        spacing.pass(Self.sound(70))
        #expect(spacing.untilInStep == 100)
        // A title of 32 bytes, of which 5 have come.
        spacing.pass([2, 0, 0, 0, 0, 0])
        #expect(spacing.isInTitle && spacing.rest == 27)
        spacing.pass(ArraySlice(repeating: 0, count: 27))
        #expect(!spacing.isInTitle && spacing.untilInStep == 0)
        // Sound up to the next title, and how long that is.
        spacing.pass(Self.sound(101))
        #expect(spacing.isInTitle && spacing.rest == 16)
    }

    @Test(arguments: [
        StreamResponse(status: 200, length: 9), StreamResponse(status: 200, validator: "x"),
        StreamResponse(status: 200, acceptsRanges: true), StreamResponse(status: 200),
    ])
    func `a response without length, version and ranges is endless`(
        _ response: StreamResponse
    ) {
        #expect(ResourceFacts(response).isEndless == (response == StreamResponse(status: 200)))
    }

    @Test func `audio after a broken connection of a station is played at once`() async throws {
        let sound = try Data(contentsOf: Samples.directory.appending(path: "tone.mp3"))
        let half = sound.count / 2
        let station = try await Station([sound.prefix(half), sound.suffix(from: half)])
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        let player = Player(configuration: configuration)
        player.load(MediaItem(uri: "http://127.0.0.1:\(station.port)/radio"), autoplay: true)
        #expect(try await player.waitForEnd(within: .seconds(60)) == .natural)
        let whole = Player(configuration: configuration)
        whole.load(MediaItem(path: Samples.directory.appending(path: "tone.mp3").path), autoplay: true)
        try await whole.waitForEnd(within: .seconds(60))
        let (heard, all) = (player.snapshot.position, whole.snapshot.position)
        #expect(heard > all * 0.9, "\(heard) of \(all)")
        #expect(station.connections == 2)
        await player.close()
        await whole.close()
        try await station.close()
    }
}

/// Answers that come before the answer.
@Suite(.timeLimit(.minutes(2)))
struct InformationTests {
    @Test func `an informational response is not the answer`() async throws {
        let sound = try Data(contentsOf: Samples.directory.appending(path: "tone.mp3"))
        let hints = "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n"
        let station = try await Station([sound], before: "HTTP/1.1 102 Processing\r\n\r\n" + hints)
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        let player = Player(configuration: configuration)
        player.load(MediaItem(uri: "http://127.0.0.1:\(station.port)/tone.mp3"), autoplay: true)
        #expect(try await player.waitForEnd(within: .seconds(60)) == .natural)
        #expect(player.snapshot.position > .seconds(3.6) && station.connections == 1)
        await player.close()
        try await station.close()
    }
}

/// Sends to each connection its part of what is on the air; all but the last one break off.
private final class Station: Sendable {
    private let listener = Mutex<(any Channel)?>(nil)
    private let count = Mutex(0)

    var port: Int { listener.withLock(\.self)?.localAddress?.port ?? 0 }
    var connections: Int { count.withLock(\.self) }

    /// - Parameter before: what is sent before each answer.
    init(_ parts: [Data], before: String = "") async throws {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { channel.withholdFromChildren() }
            }
            .childChannelInitializer { [self] channel in
                let number = count.withLock { count in
                    defer { count += 1 }
                    return count
                }
                let part = parts[min(number, parts.count - 1)]
                var answer = ByteBuffer(
                    string:
                        before
                        + "HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nTransfer-Encoding: chunked\r\n\r\n")
                answer.writeString(String(part.count, radix: 16) + "\r\n")
                answer.writeBytes(part)
                answer.writeString("\r\n" + (number == parts.count - 1 ? "0\r\n\r\n" : ""))
                return channel.eventLoop.makeCompletedFuture { [answer] in
                    channel.withholdFromChildren()
                    try channel.pipeline.syncOperations.addHandler(StationAnswer(answer))
                }
            }
        let channel = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
        listener.withLock { $0 = channel }
    }

    func close() async throws { try await listener.withLock(\.self)?.close() }
}

/// Answers the first request, and closes the connection.
private final class StationAnswer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let answer: ByteBuffer
    private var isSent = false

    init(_ answer: ByteBuffer) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isSent { return }
        isSent = true
        let channel = context.channel
        channel.writeAndFlush(answer).whenComplete { _ in channel.close(promise: nil) }
    }
}
