import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// Program streams play as one medium, with every frame at its place.
@Suite(.timeLimit(.minutes(2)))
struct ProgramStreamTests {
    enum Kind: String, CaseIterable {
        /// With a program stream map, without one, with times that wrap, or joined of several recordings.
        case map, recognised, wrap, joined

        var segments: [(name: Int, ticks: Int64)] {
            switch self {
            case .map, .recognised: (0..<4).map { ($0, 0) }
            case .wrap: (0..<4).map { ($0, (1 << 33) - 500_000) }
            case .joined: [(2, 0), (0, 0), (1, 2 * 3600 * 90_000)]
            }
        }

        /// The numbers in the video frames.
        var frames: [Int] { segments.flatMap { segment in (0..<50).map { segment.name * 50 + $0 } } }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ kind: Kind) throws -> String {
        let segments = try kind.segments.map {
            (try Repository.bytes("media/hls-ts/high-\($0.name).ts"), $0.ticks)
        }
        let bytes = try ProgramRemuxer.program(segments, hasMap: kind == .map)
        return try folder.write(Data(bytes), to: "program.mpg")
    }

    @Test(arguments: Kind.allCases, [false, true])
    func `4.2: duration, frames and seeks are right`(_ kind: Kind, _ isRemote: Bool) async throws {
        let path = try write(kind)
        let server = try await MediaServer(folder: folder.url.path)
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        let player = Player(configuration: configuration)
        let item = isRemote ? MediaItem(uri: server.address(of: "program.mpg")) : MediaItem(path: path)
        player.load(item)
        try await player.waitUntil(.ready)
        let length = Double(kind.frames.count) / 25
        #expect(abs(try #require(player.snapshot.duration).inSeconds - length) < 0.06)
        try await player.wait(for: "pictures") { $0.hasVideo }
        let tap = try OutputTap(.video, of: player)
        for number in [75, 49, 50, 51, 0, kind.frames.count - 1, 25, 100] {
            tap.forget()
            let target = Duration.milliseconds(40 * number + 2)
            #expect(await player.seek(to: target) == .completed(at: target), "\(number)")
            let shown = tap.arrivals.last?.frameNumber(width: 320, height: 180)
            #expect(shown == kind.frames[number], "\(number)")
        }
        #expect(await player.seek(to: .zero) == .completed(at: .zero))
        tap.forget()
        player.play()
        #expect(try await player.waitForEnd(within: .seconds(30)) == .natural)
        #expect(abs(player.snapshot.played.inSeconds - length) < 0.06)
        let shown = tap.arrivals.compactMap { $0.frameNumber(width: 320, height: 180) }
        #expect(Set(shown).isSuperset(of: kind.frames.dropFirst()))
        await player.close()
        let inspection = await MediaInspector().inspect(item)
        #expect(inspection.metadata.container == "MPEG-PS")
        #expect(inspection.tracks.compactMap(\.codec) == ["H.264", "AAC"])
        #expect(abs(try #require(inspection.duration).inSeconds - length) < 0.06)
        await server.close()
    }
}
