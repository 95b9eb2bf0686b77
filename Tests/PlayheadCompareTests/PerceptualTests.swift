import PlayheadTesting
import TestBasics
import Testing

@testable import PlayheadCompare

/// Films are encoded and decoded; see `Film`.
@Suite(.timeLimit(.minutes(5))) struct `A perceptual comparison` {
    private static let original = Film()

    private func compare(
        _ copy: Film, with original: Film = original, expecting texts: [String] = []
    ) async throws -> PerceptualResult {
        let folder = try TemporaryFolder()
        let (a, b) = (folder.path + "/a.mkv", folder.path + "/b.mkv")
        try await original.write(to: a)
        try await copy.write(to: b)
        let comparison = PerceptualComparison(Thresholds(try texts.map(Threshold.init)), worst: 3)
        return try await comparison.run(try await ReadMedium(a), try await ReadMedium(b))
    }

    private func failed(_ result: PerceptualResult) -> [String] {
        result.expectations.filter { !$0.passed }.map(\.text)
    }

    @Test func `accepts a copy at a lower bit rate`() async throws {
        let result = try await compare(Film(bitrate: 700_000))
        #expect(result.findings.map(\.text) == [])
        #expect(failed(result) == [] && result.pictures.count == 250 && result.shift == 0)
        let lowest = try #require(result.pictures.map(\.ssim).min())
        #expect(lowest < 1)
    }

    @Test func `accepts a scaled copy, and one of another frame rate`() async throws {
        let scaled = try await compare(Film(width: 192, height: 128))
        #expect(scaled.findings.filter { $0.kind != .different && $0.kind != .blurred }.map(\.text) == [])
        let faster = try await compare(Film(rate: 50))
        #expect(faster.findings.map(\.text) == [])
        #expect(faster.pictures.count == 250)
    }

    @Test func `finds the start of a copy that begins later`() async throws {
        let result = try await compare(Film(part: 2..<10))
        #expect(result.findings.map(\.text) == ["B lacks 0:00 to 0:02"])
        #expect(failed(result) == ["missing<=100ms"] && result.shift == 2)
        let accepted = try await compare(Film(part: 2..<10), expecting: ["missing<=2s"])
        #expect(failed(accepted) == [])
    }

    @Test func `finds a part that is missing`() async throws {
        let result = try await compare(Film(cutOut: 4..<6))
        #expect(result.findings.map(\.text) == ["B lacks 0:04 to 0:06"])
        // The longer part is behind it.
        let early = try await compare(Film(cutOut: 2..<4))
        #expect(early.findings.map(\.text) == ["B lacks 0:02 to 0:04"])
        #expect(early.shift == 0)
        let other = try await compare(Self.original, with: Film(cutOut: 4..<6))
        #expect(other.findings.map(\.text) == ["B has 0:04 to 0:06 more"])
    }

    @Test func `finds a blurred part, and keeps its pictures`() async throws {
        let result = try await compare(Film(blurred: 4..<6))
        let finding = try #require(result.findings.first)
        #expect(result.findings.count == 1 && finding.text.hasPrefix("blurred in B from 0:04 to 0:06 (SSIM "))
        #expect(failed(result) == ["ssim>=0.95"] && result.worst.count == 3)
        #expect(result.worst.allSatisfy { (4..<6).contains($0.a.time) && $0.similarity.ssim < 0.95 })
        #expect(failed(try await compare(Film(blurred: 4..<6), expecting: ["ssim>=0.1"])) == [])
    }

    @Test func `finds a black part and a frozen part`() async throws {
        let black = try await compare(Film(black: 4..<6))
        #expect(black.findings.map(\.text) == ["black in B from 0:04 to 0:06"])
        let frozen = try await compare(Film(frozen: 4..<6))
        #expect(frozen.findings.map(\.text) == ["frozen in B from 0:04 to 0:06"])
        #expect(failed(frozen).contains("frozen<=100ms"))
    }

    @Test func `finds late sound, exact to a millisecond`() async throws {
        let result = try await compare(Film(lateFrom: 5, delay: 0.011))
        let finding = try #require(result.findings.first)
        #expect(result.findings.count == 1 && finding.text.hasPrefix("sound 11 ms late from 0:0"))
        #expect(abs((finding.start ?? 0) - 5) < 0.1 && abs((finding.value ?? 0) - 11) < 1)
        #expect(failed(result) == ["skew<=10ms"])
        let early = try await compare(Film(delay: -0.3))
        #expect(early.findings.map(\.text) == ["sound 300 ms early from 0:00"])
        #expect(failed(try await compare(Film(delay: 0.011), expecting: ["skew<=20ms"])) == [])
    }

    @Test func `finds silence and another volume`() async throws {
        let silent = try await compare(Film(silent: 4..<6))
        let finding = try #require(silent.findings.first)
        #expect(silent.findings.count == 1 && finding.text.hasPrefix("sound silent in B from 0:0"))
        #expect(abs((finding.start ?? 0) - 4) < 0.1 && abs((finding.end ?? 0) - 6) < 0.1)
        let quiet = try await compare(Film(volume: 0.5))
        #expect(quiet.findings.map(\.text) == ["sound 6 dB quieter in B from 0:00"])
    }
}
