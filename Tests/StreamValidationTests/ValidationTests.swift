import Foundation
import PlayheadCore
import TestBasics
import Testing

@testable import StreamValidation

struct ValidationTests {
    /// Writes a stream to a folder, and validates a file of it.
    private func validate(
        _ ladder: Ladder, _ input: String = "master.m3u8", profiles: Set<ValidationProfile> = [.playhead]
    ) async throws -> ValidationReport {
        let folder = try TemporaryFolder()
        try ladder.write(to: folder)
        var validator = StreamValidator(uri: URL(filePath: folder.path + "/" + input).absoluteString)
        validator.rules = RuleSet(profiles: profiles)
        validator.recovery.retries = 0
        return try await validator.run()
    }

    private func words(_ report: ValidationReport) -> [String] {
        report.findings.map { "\($0.rule) \($0.uri.split(separator: "/").last ?? ""): \($0.message)" }
    }

    /// The stream that faults change.
    private static let good = Ladder()

    /// The number of good streams; `PLAYHEAD_LADDERS` sets another one.
    static let seeds = ProcessInfo.processInfo.environment["PLAYHEAD_LADDERS"].flatMap { UInt64($0) } ?? 40

    @Test(arguments: 0..<ValidationTests.seeds)
    func `A good stream has no violation`(seed: UInt64) async throws {
        var ladder = Ladder(LadderShape(seed: seed))
        #expect(words(try await validate(ladder)) == [])
        guard ladder.shape.hasAudioGroup else { return }
        let duration = ladder.shape.segments * ladder.shape.segmentSeconds
        ladder.addManifest(
            attributes: "type=\"static\" mediaPresentationDuration=\"PT\(duration)S\"")
        let found = words(try await validate(ladder, "stream.mpd", profiles: [.playhead, .dashIF]))
        // The bandwidths of the manifest are not those of the made segments.
        #expect(found.filter { !$0.hasPrefix("dash.bandwidth-exceeded") } == [])
    }

    @Test func `The stream for planted faults is good in every profile`() async throws {
        var ladder = Ladder()
        ladder.addManifest()
        ladder.makeMuxed()
        ladder.makeTransport()
        ladder.makePackedAudio(hasTag: true)
        let all = Set(ValidationProfile.allCases)
        for input in ["master.m3u8", "stream.mpd", "muxed.m3u8", "packed.m3u8"] {
            #expect(words(try await validate(ladder, input, profiles: all)) == [], "\(input)")
        }
        #expect(words(try await validate(ladder, "ts.m3u8")) == [])
    }

    @Test(arguments: PlantedFault.all) func `A planted fault is found once`(fault: PlantedFault) async throws
    {
        var ladder = Self.good
        fault.change(&ladder)
        let report = try await validate(ladder, fault.input, profiles: Set(ValidationProfile.allCases))
        let found = words(report)
        #expect(report.findings.count { $0.rule == fault.rule } == 1, "\(found)")
    }

    @Test func `Each rule has a planted fault`() {
        let planted = Set(PlantedFault.all.map(\.rule) + UpdateFault.all.map(\.rule) + Self.seenElsewhere)
        let rules = Set(RuleSet.all.map(\.id))
        #expect(rules.subtracting(planted).sorted() == [])
        #expect(planted.subtracting(rules).sorted() == [])
        #expect(rules.count == RuleSet.all.count)
    }

    /// Rules of ``ServedValidationTests``.
    private static let seenElsewhere = [
        "apple.playlist-compression", "apple.tls", "hls.segment-media-type", "playhead.loudness-differs",
    ]

    @Test(arguments: UpdateFault.good + UpdateFault.all) func `A fault of a live update is found once`(
        fault: UpdateFault
    ) {
        let history = PlaylistHistory(
            uri: "live.m3u8",
            versions: fault.versions.map { seconds, text in
                .init(
                    time: .seconds(seconds),
                    playlist: MediaText(PlaylistText(Array(text.utf8), uri: "live.m3u8")))
            })
        let found = RuleSet().findings(about: "live.m3u8") { rule, findings in
            if case .updates(let check) = rule.check { check(history, &findings) }
        }
        #expect(found.map(\.rule) == (fault.rule == "none" ? [] : [fault.rule]))
    }
}
