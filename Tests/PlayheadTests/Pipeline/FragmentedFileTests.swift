import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// MP4 files with movie fragments, as cameras and recorders of streams write them.
@Suite(.timeLimit(.minutes(2)))
struct FragmentedFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ numbers: [Int]) throws -> String {
        let names = ["main-init.mp4"] + numbers.map { "main-\($0).m4s" }
        let bytes = try names.map { Data(try Repository.bytes("media/hls-fmp4/" + $0)) }
        return try folder.write(Data(bytes.joined()), to: "recording.mp4")
    }

    @Test(arguments: [[0, 1, 2, 3], [2, 3]], [false, true])
    func `4.2: duration, frames and seeks are right, also in the later part of a recording`(
        _ numbers: [Int], _ isRemote: Bool
    ) async throws {
        let path = try write(numbers)
        let server = try await MediaServer(folder: folder.url.path)
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        let player = Player(configuration: configuration)
        let item = isRemote ? MediaItem(uri: server.address(of: "recording.mp4")) : MediaItem(path: path)
        player.load(item)
        try await player.waitUntil(.ready)
        let length = Double(numbers.count) * 2
        #expect(abs(try #require(player.snapshot.duration).inSeconds - length) < 0.06)
        try await player.wait(for: "pictures") { $0.hasVideo }
        let tap = try OutputTap(.video, of: player)
        for number in [75, 3, 49, 50, 99, 0] {
            tap.forget()
            let target = Duration.milliseconds(40 * number + 2)
            #expect(await player.seek(to: target) == .completed(at: target), "\(number)")
            let shown = tap.arrivals.last?.frameNumber(width: 320, height: 180)
            #expect(shown == numbers[0] * 50 + number, "\(number)")
        }
        player.play()
        #expect(try await player.waitForEnd(within: .seconds(30)) == .natural)
        #expect(abs(player.snapshot.played.inSeconds - length) < 0.06)
        await player.close()
        let inspection = await MediaInspector().inspect(item)
        #expect(abs(try #require(inspection.duration).inSeconds - length) < 0.06)
        await server.close()
    }
}
