import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import TestSupport
import Testing

@testable import TestBasics

/// MP3s that were put one behind the other, byte by byte, each of which begins with a tag about itself.
@Suite(.timeLimit(.minutes(2))) struct JoinedMP3Tests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let kinds = CutRecording.all.filter { $0.fileExtension == "mp3" }

    private func join(_ kind: CutRecording, _ parts: [CutRecording.Part]) throws -> String {
        var whole = Data()
        for part in parts { whole += try Data(contentsOf: URL(filePath: kind.path(part, in: folder))) }
        return try folder.write(whole, to: "joined.mp3")
    }

    private func hear(_ item: MediaItem, from place: Duration? = nil) async throws -> (HeardSamples, Duration)
    {
        let witness = Witness()
        let player = Player(configuration: .watched(by: witness))
        player.load(item)
        try await player.waitUntil(.ready, within: .seconds(60))
        if let place { #expect(await player.seek(to: place) == .completed(at: place)) }
        player.play()
        #expect(try await player.waitForEnd(within: .seconds(60)) == .natural)
        let duration = try #require(player.duration)
        await player.close()
        return (HeardSamples(witness.played), duration)
    }

    /// What a decoder makes of the pieces: frames of 1152, without the delay of the first one. Frames with a tag are left out.
    private func length(_ kind: CutRecording, _ parts: [CutRecording.Part]) throws -> Int {
        try parts.reduce(-1105) { $0 + (try kind.original($1).count + 1105 + 1151) / 1152 * 1152 }
    }

    @Test(arguments: kinds)
    func `all pieces of a joined MP3 are presented and counted`(_ kind: CutRecording) async throws {
        let parts: [CutRecording.Part] = [.a, .b, .a]
        let (heard, duration) = try await hear(MediaItem(path: join(kind, parts)))
        let original = try kind.original(.a)
        #expect(heard.start == .zero && heard.shift(at: 2000, expected: 0, in: original) == 0)
        let length = try length(kind, parts)
        #expect(heard.samples.count == length)
        #expect(abs(duration / .milliseconds(1) - Double(length) / 44.1) < 0.001)
        let inspection = await MediaInspector().inspect(MediaItem(path: folder.path + "/joined.mp3"))
        #expect(inspection.duration == duration)
    }

    @Test(arguments: kinds)
    func `a seek leads into a later piece of a joined MP3`(_ kind: CutRecording) async throws {
        let parts: [CutRecording.Part] = [.a, .b, .a]
        let place = Duration.milliseconds(1700)
        let (heard, duration) = try await hear(MediaItem(path: join(kind, parts)), from: place)
        let length = Double(heard.samples.count) / 44100
        #expect(abs((duration - place) / .seconds(1) - length) < 0.06)
    }

    @Test(arguments: [false, true])
    func `a piece without a tag is presented too, from a file and over HTTP`(_ isRemote: Bool) async throws {
        let piece = try Data(contentsOf: URL(filePath: Self.kinds[0].path(.a, in: folder)))
        let start = try #require(piece.range(of: Data([0xFF, 0xFB]))).lowerBound
        let frames = try #require(piece.range(of: Data([0xFF, 0xFB]), in: start + 300..<piece.count))
            .lowerBound
        let copies = 20
        let path = try folder.write(
            piece + (0..<copies).reduce(Data()) { all, _ in all + piece[frames...] }, to: "long.mp3")
        let server = try await MediaServer(folder: folder.path)
        let (heard, duration) = try await hear(
            isRemote ? MediaItem(uri: server.address(of: "long.mp3")) : MediaItem(path: path))
        await server.close()
        let length = (try length(Self.kinds[0], [.a]) + 1105) * (copies + 1) - 1105
        #expect(heard.start == .zero)
        #expect(abs(heard.samples.count - length) <= 1152)
        #expect(abs(duration / .seconds(1) - Double(length) / 44100) < 0.1)
    }
}
