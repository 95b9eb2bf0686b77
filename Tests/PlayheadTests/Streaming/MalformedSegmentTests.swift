import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// Parts of a stream that hold nothing that could be played.
@Suite(.timeLimit(.minutes(2)))
struct MalformedSegmentTests {
    struct Stream: Sendable, CustomTestStringConvertible {
        var path: String
        var segments: String

        var testDescription: String { path }

        func segment(_ number: Int) -> String { String(format: segments, number) }
    }

    static let packets = Stream(path: "hls-ts/low.m3u8", segments: "hls-ts/low-%d.ts")
    static let fragments = Stream(path: "hls-fmp4/main.m3u8", segments: "hls-fmp4/main-%d.m4s")
    static let streams = [packets, fragments]

    /// Plays the stream on a virtual clock with one of its segments changed.
    private func play(
        _ stream: Stream, changing number: Int, missingSegment: NetworkRecovery.MissingSegmentPolicy = .skip,
        plan: FaultPlan = FaultPlan(), _ change: (inout Data) -> Void
    ) async throws -> PlayerSnapshot {
        let folder = try TemporaryFolder()
        let name = stream.path.prefix { $0 != "/" }
        try FileManager.default.copyItem(
            at: Samples.directory.appending(path: name), to: folder.url.appending(path: name))
        let segment = stream.segment(number)
        var content = try Data(contentsOf: Samples.directory.appending(path: segment))
        change(&content)
        try folder.write(content, to: segment)
        return try await play(stream.path, in: folder.path, missingSegment, plan)
    }

    private func play(
        _ path: String, in folder: String, _ missingSegment: NetworkRecovery.MissingSegmentPolicy = .skip,
        _ plan: FaultPlan = FaultPlan()
    ) async throws -> PlayerSnapshot {
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        configuration.networkRecovery.missingSegment = missingSegment
        let server = try await MediaServer(folder: folder, plan: plan)
        return try await server.plays(path, with: configuration)
    }

    private static func makeNoise(_ content: inout Data) {
        var generator = SeededGenerator(seed: 7)
        content = Data((0..<40_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// All behind the first box of a type.
    private static func spoil(_ content: inout Data, behind type: String) {
        guard let box = content.firstRange(of: Data(type.utf8)) else { return }
        for index in content[box.upperBound...].indices {
            content[index] = UInt8(truncatingIfNeeded: index * 73)
        }
    }

    @Test(arguments: streams, 0...3)
    func `a segment of random bytes is a gap, and the other segments are played`(
        _ stream: Stream, _ number: Int
    ) async throws {
        let player = try await play(stream, changing: number, Self.makeNoise)
        #expect(player.endReason == .truncated, "\(String(describing: player.error))")
        guard case .missingSegment(let uri, _)? = player.gaps.first?.cause, player.gaps.count == 1 else {
            Issue.record("\(player.gaps)")
            return
        }
        #expect(uri.hasSuffix(stream.segment(number)))
        let played = player.gaps.reduce(Duration.seconds(8)) { $0 - ($1.end - $1.start) }
        #expect((.seconds(5.9)...(.seconds(6.1))).contains(played), "\(player.gaps)")
    }

    @Test(arguments: streams) func `a segment of random bytes is a gap when only 3 bytes arrive first`(
        _ stream: Stream
    )
        async throws
    {
        let drop = FaultRule(PathPattern(stream.segment(1)), .stall(at: .bytes(3), for: .milliseconds(50)))
        let player = try await play(stream, changing: 1, plan: FaultPlan(rules: [drop]), Self.makeNoise)
        #expect(player.endReason == .truncated, "\(String(describing: player.error))")
        guard case .missingSegment? = player.gaps.first?.cause, player.gaps.count == 1 else {
            Issue.record("\(player.gaps)")
            return
        }
    }

    /// Wherever the first piece of it ends that comes.
    @Test(arguments: [0, 1], ["moof", "mfhd"]) func `a segment with a damaged fragment is a gap`(
        _ number: Int, _ box: String
    ) async throws {
        let pieces = FaultRule(
            PathPattern(Self.fragments.segment(number)), .stall(at: .bytes(56), for: .milliseconds(50)))
        let plan = FaultPlan(rules: box == "mfhd" ? [pieces] : [])
        let player = try await play(Self.fragments, changing: number, plan: plan) {
            Self.spoil(&$0, behind: box)
        }
        #expect(player.endReason == .truncated, "\(String(describing: player.error))")
        #expect(player.gaps.count == 1, "\(player.gaps)")
    }

    /// Its fragments are whole, and what is in them is not: only the decoders see that.
    @Test(arguments: [0, 1]) func `a segment whose video and audio cannot be decoded is a gap`(_ number: Int)
        async throws
    {
        let player = try await play(Self.fragments, changing: number) { Self.spoil(&$0, behind: "mdat") }
        #expect(player.endReason == .truncated, "\(String(describing: player.error))")
        #expect(player.gaps.map(\.cause) == [.unknown], "\(player.gaps)")
    }

    @Test(arguments: streams) func `a malformed segment is one error under the stop policy`(_ stream: Stream)
        async throws
    {
        let player = try await play(stream, changing: 0, missingSegment: .stop, Self.makeNoise)
        #expect(player.endReason == .error && player.error?.code == .malformed)
        #expect(player.error?.message.contains("no segment") == true, "\(String(describing: player.error))")
    }

    @Test(arguments: ["tone.flac", "av-h264-aac-moov-last.mp4"])
    func `a segment of another container format is a gap`(_ file: String) async throws {
        let plan = FaultPlan(rules: [FaultRule("hls-ts/low-0.ts", .redirect(to: "/\(file)"))])
        let player = try await play(Self.packets.path, in: Samples.directory.path, .skip, plan)
        #expect(player.endReason == .truncated && player.gaps.count == 1, "\(player.gaps)")
    }
}
