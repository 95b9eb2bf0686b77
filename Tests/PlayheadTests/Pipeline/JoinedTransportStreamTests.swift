import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// Transport streams that were joined or cut play as one medium, with every frame at its place.
@Suite(.timeLimit(.minutes(2)))
struct JoinedTransportStreamTests {
    enum Kind: String, CaseIterable {
        /// The times go over 2^33, begin anew, leap by hours, or do all of that.
        case wrap, restart, leap, several

        var parts: [(name: Int, ticks: Int64)] {
            switch self {
            case .wrap: (0..<4).map { ($0, (1 << 33) - 500_000) }
            case .restart: [(2, 0), (0, 0), (3, -3 * 180_000)]
            case .leap: [(0, 0), (1, 2 * 3600 * 90_000), (2, -3600 * 90_000)]
            case .several: [(3, 900_000), (1, 0), (2, 1 << 32), (0, 0)]
            }
        }

        /// The numbers in the video frames.
        var frames: [Int] { parts.flatMap { part in (0..<50).map { part.name * 50 + $0 } } }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ kind: Kind) throws -> String {
        let bytes = try kind.parts.map { part in
            let name = "media/hls-ts/high-\(part.name).ts"
            return Data(TransportRewriter.shift(try Repository.bytes(name), by: part.ticks))
        }
        return try folder.write(Data(bytes.joined()), to: "joined.ts")
    }

    @Test(arguments: Kind.allCases)
    func `every frame is presented, and the duration is known from the start`(_ kind: Kind) async throws {
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        let player = Player(configuration: configuration)
        player.load(MediaItem(path: try write(kind)))
        try await player.waitUntil(.ready)
        let length = Double(kind.frames.count) / 25
        #expect(abs(try #require(player.snapshot.duration).inSeconds - length) < 0.05)
        let tap = try OutputTap(.video, of: player)
        player.play()
        #expect(try await player.waitForEnd(within: .seconds(30)) == .natural)
        #expect(abs(player.snapshot.played.inSeconds - length) < 0.05)
        let shown = tap.arrivals.compactMap { $0.frameNumber(width: 320, height: 180) }
        #expect(Set(shown).isSuperset(of: kind.frames.dropFirst()))
        await player.close()
    }

    @Test(arguments: Kind.allCases, [false, true])
    func `4.2: a seek shows the frame that is due, on each side of a joint`(_ kind: Kind, _ isRemote: Bool)
        async throws
    {
        let path = try write(kind)
        let server = try await MediaServer(folder: folder.url.path)
        let player = Player(configuration: .silent)
        player.load(isRemote ? MediaItem(uri: server.address(of: "joined.ts")) : MediaItem(path: path))
        try await player.waitUntil(.ready)
        try await player.wait(for: "pictures") { $0.hasVideo }
        let tap = try OutputTap(.video, of: player)
        for number in [75, 49, 50, 51, 0, kind.frames.count - 1, 25, 100] {
            tap.forget()
            let target = Duration.milliseconds(40 * number + 2)
            #expect(await player.seek(to: target) == .completed(at: target), "\(number)")
            #expect(
                tap.arrivals.last?.frameNumber(width: 320, height: 180) == kind.frames[number], "\(number)")
        }
        await player.close()
        await server.close()
    }
}
